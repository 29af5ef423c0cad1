import { isUuid } from '#shared/core/id.ts'
import type { CardFormat, KeyboardReader, Scan, ScanKind } from '#shared/ipc/devices.ts'
import { cardNumberOfText } from './card-number.calc.ts'
import { ownCouponCode } from './coupon-code.calc.ts'
import { memberCode, readMemberCode } from './member-code.calc.ts'
import { shapeOfPayCode } from './pay-code.calc.ts'
import { slipCode } from './slip-code.calc.ts'
import { idOfPlaceCode, idOfResultKey, idOfTicketCode } from './ticket-code.calc.ts'

export interface ScanRules {
  /** Card format of the keyboard readers; serial and HID readers deliver canonical numbers. */
  wedgeFormat: CardFormat
  /** Pattern of group coupons, tried last. */
  coupon: RegExp
  /** Pattern of cashier badges; a badge that is an ordinary card is recognised only by context. */
  badge: RegExp | null
}

export const defaultScanRules: ScanRules = {
  wedgeFormat: 'decimal10',
  // At least twelve characters, to exclude card and phone numbers.
  coupon: /^(?=.*\d)[A-Za-z0-9-]{12,32}$/,
  badge: null,
}

/** Returns the scan rules from a counter's settings. */
export const scanRulesOf = ({ format, badgePrefix }: KeyboardReader): ScanRules => ({
  ...defaultScanRules,
  wedgeFormat: format,
  badge: badgePrefix === '' ? null : new RegExp(`^${badgePrefix}[A-Za-z0-9-]{1,24}$`, 'i'),
})

export interface RawScan {
  value: string
  source: Scan['source']
  /** The kind that the screen expects; it takes precedence over the format if the value is plausible. */
  context?: ScanKind | undefined
}

/** QR code of a queue ticket: the URL of the guest's page; older tickets have its long form. */
const GUEST_LINK = /^https?:\/\/\S+(?:\/game\/queue\?key=([0-9a-f-]{36})|\/q\/([0-9A-Z]{25}))$/i
/** QR code of a started ride and its result: the URL of the result page. */
const RESULT_LINK = /^https?:\/\/\S+(?:\/game\/result\?key=|\/r\/)([0-9A-Z]{38})$/i
/** Queue number, such as `A008` or `T1-007`. */
const TICKET_NUMBER = /^[A-Za-z]{1,3}\d{0,2}-?\d{1,4}$/
const CARD = /^\d{8,10}$/
const MEMBER_ID = /^\d{6,7}$/

const isPayCode = (value: string): boolean => shapeOfPayCode(value) !== null
const isMember = (value: string): boolean => CARD.test(value) || MEMBER_ID.test(value)

/** Whether a value can be of the expected kind; a member card is never accepted as a pay code. */
const plausible: Record<ScanKind, (value: string) => boolean> = {
  memberCard: isMember,
  memberCode: (value) => readMemberCode(value) !== null,
  payCode: isPayCode,
  coupon: (value) => /^[A-Za-z0-9-]{4,64}$/.test(value),
  ownCoupon: (value) => ownCouponCode(value) !== null,
  cloakroomSlip: (value) => slipCode(value) !== null,
  ticket: (value) => isUuid(value) || TICKET_NUMBER.test(value),
  staffBadge: (value) => /^[A-Za-z0-9-]{4,32}$/.test(value) && !isPayCode(value),
  unknown: () => false,
}

/**
 * Returns a scanned card in canonical form, and any other value unchanged.
 *
 * Eight or nine digits are a card without its leading zeros; six or seven are a member id.
 * Typed text is never changed.
 */
function normalise(value: string, source: Scan['source'], rules: ScanRules): string {
  if (isUuid(value)) return value.toLowerCase()
  if (source !== 'wedge') return value
  if (MEMBER_ID.test(value)) return value
  if (rules.wedgeFormat === 'hex' ? /^[0-9a-f]{8,20}$/i.test(value) && !isPayCode(value) : CARD.test(value))
    return cardNumberOfText(value, rules.wedgeFormat) ?? value
  return value.includes(',') ? (cardNumberOfText(value, rules.wedgeFormat) ?? value) : value
}

function kindOf(value: string, rules: ScanRules): ScanKind {
  if (isUuid(value)) return 'ticket'
  if (rules.badge?.test(value)) return 'staffBadge'
  if (isMember(value)) return 'memberCard'
  if (isPayCode(value)) return 'payCode'
  if (rules.coupon.test(value)) return 'coupon'
  return 'unknown'
}

const isCardReader = (source: Scan['source']): boolean => source !== 'wedge' && source !== 'manual'

/** Returns the order or queue entry of a ticket code. */
function ticketOf(scanned: string): string | null {
  const [, result] = RESULT_LINK.exec(scanned) ?? []
  if (result !== undefined) return idOfResultKey(result)
  const [, key, short] = GUEST_LINK.exec(scanned) ?? []
  return key ?? (short === undefined ? idOfTicketCode(scanned) : idOfPlaceCode(short))
}

const MAX_SCAN_LENGTH = 200

/** Classifies a scan by format and context; an empty swipe is an empty member card (spec §5 "Card-swipe"). */
export function classifyScan(raw: RawScan, rules: ScanRules = defaultScanRules): { kind: ScanKind; value: string } {
  const scanned = raw.value.trim()
  const text = ticketOf(scanned) ?? scanned
  if (text === '') return { kind: 'memberCard', value: '' }
  const own = ownCouponCode(text)
  // A field for coupons takes both kinds.
  if (own !== null) return { kind: raw.context === 'coupon' ? 'coupon' : 'ownCoupon', value: own }
  const member = readMemberCode(text)
  if (member !== null) return { kind: 'memberCode', value: memberCode(member) }
  const slip = slipCode(text)
  if (slip !== null) return { kind: 'cloakroomSlip', value: slip }
  if (text.length > MAX_SCAN_LENGTH) return { kind: 'unknown', value: text.slice(0, MAX_SCAN_LENGTH) }
  // Card readers read cards only, so a swipe while a coupon is expected is still a card.
  const context = raw.context === 'coupon' && isCardReader(raw.source) ? undefined : raw.context
  // A coupon may have eight digits, so the context is checked before cards are normalized.
  if (context === 'coupon' && plausible.coupon(text)) return { kind: 'coupon', value: text }
  const value = normalise(text, raw.source, rules)
  if (context && plausible[context](value)) return { kind: context, value }
  return { kind: kindOf(value, rules), value }
}
