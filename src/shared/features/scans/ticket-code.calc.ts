/** Says that a code is one of ours; no coupon and no card has a full stop in it, and a QR code packs it densely. */
const MARK = 'T.'
/** 36 to the power of 25 is just above 2 to the power of 128. */
const DIGITS = 25
const CODE = /^[0-9A-Z]{25}$/i

/** An id in 25 digits and letters, for the address on a guest's ticket. */
export const placeCode = (id: string): string =>
  BigInt(`0x${id.replaceAll('-', '')}`)
    .toString(36)
    .toUpperCase()
    .padStart(DIGITS, '0')

/** The id that such a code stands for; null where it is none. */
export function idOfPlaceCode(code: string): string | null {
  if (!CODE.test(code)) return null
  let number = 0n
  for (const digit of code) number = number * 36n + BigInt(Number.parseInt(digit, 36))
  const hex = number.toString(16).padStart(32, '0')
  return hex.length > 32 ? null : hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** A ride's id and, behind it, the 13 digits and letters by which the server knows that it has given this address away itself. */
const RESULT = /^([0-9A-Z]{25})[0-9A-Z]{13}$/i

/** The ride that the key of a result's page stands for; null where it is none. Whether the key is right only the server knows. */
export function idOfResultKey(key: string): string | null {
  const [, code = ''] = RESULT.exec(key) ?? []
  return idOfPlaceCode(code)
}

/**
 * An order's id as the QR code of its ticket says it: 27 signs of which each takes five and a half bits, instead of 36 of
 * eight. A smaller code has larger squares, which a worn print head and creased paper leave readable.
 */
export const ticketCode = (id: string): string => MARK + placeCode(id)

/** The order that a ticket's code stands for; null where it is none of ours. */
export const idOfTicketCode = (text: string): string | null =>
  text.slice(0, MARK.length).toUpperCase() === MARK ? idOfPlaceCode(text.slice(MARK.length)) : null
