/** Prefix of our codes: no coupon or card contains a full stop, and QR alphanumeric mode includes it. */
const MARK = 'T.'
/** 36 to the power of 25 is just above 2 to the power of 128. */
const DIGITS = 25
const CODE = /^[0-9A-Z]{25}$/i

/** Returns a UUID as 25 characters of base 36, for the URL on a guest's ticket. */
export const placeCode = (id: string): string =>
  BigInt(`0x${id.replaceAll('-', '')}`)
    .toString(36)
    .toUpperCase()
    .padStart(DIGITS, '0')

/** Returns the id of such a code, or null if it is none. */
export function idOfPlaceCode(code: string): string | null {
  if (!CODE.test(code)) return null
  let number = 0n
  for (const digit of code) number = number * 36n + BigInt(Number.parseInt(digit, 36))
  const hex = number.toString(16).padStart(32, '0')
  return hex.length > 32 ? null : hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** A ride's id followed by 13 characters by which the server verifies that it issued the key. */
const RESULT = /^([0-9A-Z]{25})[0-9A-Z]{13}$/i

/** Returns the ride of a result key, or null if malformed. Only the server can verify the key. */
export function idOfResultKey(key: string): string | null {
  const [, code = ''] = RESULT.exec(key) ?? []
  return idOfPlaceCode(code)
}

/**
 * Returns an order's id as the content of its QR code: 27 characters of 5.5 bits each, instead of 36 of
 * 8 bits. Fewer modules are larger, hence readable despite a worn print head or creased paper.
 */
export const ticketCode = (id: string): string => MARK + placeCode(id)

/** Returns the order of a ticket code, or null if it is none of ours. */
export const idOfTicketCode = (text: string): string | null =>
  text.slice(0, MARK.length).toUpperCase() === MARK ? idOfPlaceCode(text.slice(MARK.length)) : null
