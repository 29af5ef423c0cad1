/** Prefix of a member's changing code: no card, pay code or coupon of a platform contains a full stop. */
const PREFIX = 'M.'
/** Number of the member, number of the window, keyed hash; QR alphanumeric mode has all its characters. */
const SHAPE = /^M\.([0-9]{1,20})\.([0-9A-Z]{1,9})\.([0-9A-Z]{13})$/

/** How long a code is shown before the next replaces it. */
export const MEMBER_CODE_SECONDS = 30

export interface MemberCode {
  memberId: string
  /** Which half minute since 1970 it was made for. */
  window: number
  stamp: string
}

export const memberCode = ({ memberId, window, stamp }: MemberCode): string =>
  `${PREFIX}${memberId}.${window.toString(36).toUpperCase()}.${stamp}`

/** The parts of a member's changing code, or null if the text is none. Case and spaces do not matter. */
export function readMemberCode(text: string): MemberCode | null {
  const [, memberId = '', window = '', stamp = ''] = SHAPE.exec(text.replaceAll(/\s/g, '').toUpperCase()) ?? []
  return memberId === '' ? null : { memberId, window: Number.parseInt(window, 36), stamp }
}
