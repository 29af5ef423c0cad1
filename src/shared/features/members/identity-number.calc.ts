const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const CHECK_SIGNS = '10X98765432'

/** Whether the check digit of an 18-digit resident number is right. */
function hasRightCheckSign(number: string): boolean {
  const sum = WEIGHTS.reduce((total, weight, index) => total + weight * Number(number[index]), 0)
  return CHECK_SIGNS[sum % 11] === number[17]
}

/**
 * Whether a text can be an identity number: a resident number with the right check digit, or a passport or permit of 5 to
 * 20 letters and digits. Eighteen digits are always checked as a resident number, so that a typing error is found.
 */
export function isIdentityNumber(text: string): boolean {
  if (/^\d{17}[\dX]$/.test(text)) return hasRightCheckSign(text)
  return /^[A-Z\d]{5,20}$/.test(text)
}

/** Masks an identity number for users without permission to see it: the first 3 and the last 4 characters stay. */
export function maskIdentityNumber(number: string): string {
  if (number.length <= 9) return number === '' ? '' : `${number.slice(0, 1)}${'*'.repeat(number.length - 1)}`
  return `${number.slice(0, 3)}${'*'.repeat(number.length - 7)}${number.slice(-4)}`
}
