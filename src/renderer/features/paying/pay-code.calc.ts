/** A pay code has 16 to 24 digits. */
const PAY_CODE = /^\d{16,24}$/

/** Whether a text has the form of a pay code. */
export const isPayCode = (text: string): boolean => PAY_CODE.test(text)

/** Removes the spaces that payment apps show between the digits. */
export const payCodeOf = (text: string): string => text.replaceAll(/\s+/g, '')
