const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const CHECK_SIGNS = '10X98765432'

/** Whether the last sign of an 18-digit resident number is the one that the others ask for. */
function hasRightCheckSign(number: string): boolean {
  const sum = WEIGHTS.reduce((total, weight, index) => total + weight * Number(number[index]), 0)
  return CHECK_SIGNS[sum % 11] === number[17]
}

/**
 * Whether a text may be somebody's identity number: a resident number whose check sign is right, or a passport or permit of
 * 5 to 20 letters and digits. Eighteen digits are always taken for a resident number, so that a slip in one is told.
 */
export function isIdentityNumber(text: string): boolean {
  if (/^\d{17}[\dX]$/.test(text)) return hasRightCheckSign(text)
  return /^[A-Z\d]{5,20}$/.test(text)
}

/** An identity number as people without the right to see it whole read it: the first 3 and the last 4 signs. */
export function maskIdentityNumber(number: string): string {
  if (number.length <= 9) return number === '' ? '' : `${number.slice(0, 1)}${'*'.repeat(number.length - 1)}`
  return `${number.slice(0, 3)}${'*'.repeat(number.length - 7)}${number.slice(-4)}`
}
