/**
 * Data that readers send for a card, built from the manufacturers' descriptions and not from the parsers under test. Card
 * numbers are the canonical ten digits.
 */

/** The chip's number as hex digits, most significant first. */
function chipHex(cardNumber: string): string {
  return BigInt(cardNumber).toString(16).toUpperCase().padStart(8, '0')
}

/** The XOR of the bytes of a hex text, as two hex digits. */
function checkHex(hex: string): string {
  let check = 0n
  for (let rest = BigInt(`0x${hex}`); rest > 0n; rest >>= 8n) check ^= rest & 0xffn
  return check.toString(16).toUpperCase().padStart(2, '0')
}

const raw = (hex: string): Buffer => Buffer.from(hex, 'hex')

/** RDM6300: start byte, manufacturer's byte and number in ASCII hex, XOR in ASCII hex, end byte. */
export function rdm6300Frame(cardNumber: string, maker = '01'): Buffer {
  const data = maker + chipHex(cardNumber)
  return Buffer.from(`\x02${data}${checkHex(data)}\x03`, 'latin1')
}

export function em18Frame(cardNumber: string, maker = '45'): Buffer {
  const data = maker + chipHex(cardNumber)
  return Buffer.from(data + checkHex(data), 'latin1')
}

export function stxLenFrame(cardNumber: string, batch = '06'): Buffer {
  const body = `0A02${batch}${chipHex(cardNumber)}`
  return raw(`02${body}${checkHex(body)}03`)
}

/** A MIFARE card at the same reader: four bytes, without a batch byte. */
export function stxLenMifareFrame(cardNumber: string): Buffer {
  const body = `0901${chipHex(cardNumber)}`
  return raw(`02${body}${checkHex(body)}03`)
}

/** Inserts a 00 after each AA, like the YHY readers from the length to the check byte. */
function stuffed(hex: string): string {
  return (hex.match(/../g) ?? []).map((pair) => (pair === 'AA' ? 'AA00' : pair)).join('')
}

/** YHY scanning by itself: `AA BB 06 20` number, XOR. */
export function yhyFrame(cardNumber: string): Buffer {
  const body = `0620${chipHex(cardNumber)}`
  return raw(`AABB${stuffed(body + checkHex(body))}`)
}

/** YHY reading block 0 by itself: number, its check byte and eleven bytes of the manufacturer. */
export function yhyBlockFrame(cardNumber: string): Buffer {
  const chip = chipHex(cardNumber)
  const body = `1251${chip}${checkHex(chip)}8804004751355661102808`
  return raw(`AABB${stuffed(body + checkHex(body))}`)
}
