/** Whether what was read from a badge is this person's number; who has none has no badge. */
export const isBadgeOf = (workNo: string, read: string): boolean =>
  workNo !== '' && workNo.toLowerCase() === read.trim().toLowerCase()
