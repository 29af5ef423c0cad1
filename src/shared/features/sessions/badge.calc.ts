/** Whether a scanned badge matches a user's staff number; never for users without one. */
export const isBadgeOf = (workNo: string, read: string): boolean =>
  workNo !== '' && workNo.toLowerCase() === read.trim().toLowerCase()
