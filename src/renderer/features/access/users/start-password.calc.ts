/** Without characters that are confused when read out or written down. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz'
const DIGITS = '23456789'
const SIGNS = '-+='

const randomly = (): number => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32

/** An initial password of eleven characters that meets the rule (`NewPassword`); `random` returns numbers from 0 to below 1. */
export function startPassword(random: () => number = randomly): string {
  const oneOf = (signs: string) => signs[Math.floor(random() * signs.length)] ?? ''
  const letters = Array.from({ length: 6 }, () => oneOf(LETTERS)).join('')
  const digits = Array.from({ length: 4 }, () => oneOf(DIGITS)).join('')
  return `${letters}${oneOf(SIGNS)}${digits}`
}
