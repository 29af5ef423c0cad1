/** Characters of a pay code that a payment app shows: 16 to 24 digits. */
const PAY_CODE = /^\d{16,24}$/

/** Whether a text can be a pay code at all; the provider says whether it is one. */
export const isPayCode = (text: string): boolean => PAY_CODE.test(text)

/** What was typed or scanned, without the spaces that payment apps show between the digits. */
export const payCodeOf = (text: string): string => text.replaceAll(/\s+/g, '')
