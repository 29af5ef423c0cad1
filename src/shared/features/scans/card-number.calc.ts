import type { CardFormat } from '#shared/ipc/devices.ts'

const DIGITS = 10
/** The chip number of a card has at most 32 bits; longer numbers have a manufacturer byte in front. */
const CHIP_BYTES = 4

const canonical = (value: number): string => String(value).padStart(DIGITS, '0')

const numberOf = (bytes: readonly number[]): number => bytes.reduce((sum, byte) => sum * 256 + byte, 0)

/**
 * Returns the canonical card number (ten decimal digits) for the bytes of a reader, or null if there are too few.
 *
 * Only the last four bytes count, because 125 kHz readers put a batch byte in front that keyboard readers never type.
 */
export function cardNumberOfBytes(uid: ArrayLike<number>, format: CardFormat): string | null {
  const chip = Array.from(uid).slice(-CHIP_BYTES)
  if (chip.length < CHIP_BYTES) return null
  switch (format) {
    case 'decimal10':
    case 'hex':
      return canonical(numberOf(chip))
    case 'decimal10Reversed':
      return canonical(numberOf(chip.reverse()))
    case 'wiegand26':
      return canonical(numberOf(chip.slice(1)))
  }
}

const WIEGAND_TEXT = /^(\d{1,3}),(\d{1,5})$/
/** A reader set to type 26 bits without the comma: always three digits of site and five of card. */
const WIEGAND_RUN = /^(\d{3})(\d{5})$/

function cardNumberOfWiegand(text: string): string | null {
  const match = WIEGAND_TEXT.exec(text) ?? WIEGAND_RUN.exec(text)
  if (!match) return null
  const site = Number(match[1])
  const card = Number(match[2])
  return site < 256 && card < 65536 ? canonical(site * 65536 + card) : null
}

function reversed(value: number): string | null {
  if (value > 0xffffffff) return null
  const bytes = [value % 256, (value >>> 8) % 256, (value >>> 16) % 256, (value >>> 24) % 256]
  return canonical(numberOf(bytes))
}

/**
 * Returns the canonical card number for text typed by a keyboard reader, or null if it is none in that format.
 *
 * `033,48283` is accepted in every format, because it is unambiguous.
 */
export function cardNumberOfText(text: string, format: CardFormat): string | null {
  const value = text.trim()
  if (WIEGAND_TEXT.test(value)) return cardNumberOfWiegand(value)
  switch (format) {
    case 'decimal10':
      return /^\d{1,10}$/.test(value) ? value.padStart(DIGITS, '0') : null
    case 'decimal10Reversed':
      return /^\d{1,10}$/.test(value) ? reversed(Number(value)) : null
    case 'wiegand26':
      return cardNumberOfWiegand(value)
    case 'hex': {
      if (!/^(?:[0-9a-f]{2}){4,10}$/i.test(value)) return null
      const bytes = value.match(/../g) ?? []
      return cardNumberOfBytes(
        bytes.map((pair) => Number.parseInt(pair, 16)),
        'hex',
      )
    }
  }
}

/** Returns a card number for logs: only its last three digits. */
export const maskCardNumber = (value: string): string => (value === '' ? '(empty)' : `…${value.slice(-3)}`)
