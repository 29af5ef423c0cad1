import type { CardFormat, KeyboardReader, Scan, ScanKind } from '#shared/ipc/devices.ts'
import { cardNumberOfText } from './card-number.calc.ts'
import { shapeOfPayCode } from './pay-code.calc.ts'
import { idOfPlaceCode, idOfResultKey, idOfTicketCode } from './ticket-code.calc.ts'

export interface ScanRules {
  /** How the keyboard readers of this counter type a card; serial and HID readers deliver canonical numbers already. */
  wedgeFormat: CardFormat
  /** What a group-purchase coupon looks like when nothing else fits. */
  coupon: RegExp
  /** What a cashier's badge looks like; a badge that is an ordinary card is only known by its context. */
  badge: RegExp | null
}

export const defaultScanRules: ScanRules = {
  wedgeFormat: 'decimal10',
  // Twelve at least, so that neither a card nor a phone number is taken for a coupon.
  coupon: /^(?=.*\d)[A-Za-z0-9-]{12,32}$/,
  badge: null,
}

/** The rules of a counter, as its settings say. */
export const scanRulesOf = ({ format, badgePrefix }: KeyboardReader): ScanRules => ({
  ...defaultScanRules,
  wedgeFormat: format,
  badge: badgePrefix === '' ? null : new RegExp(`^${badgePrefix}[A-Za-z0-9-]{1,24}$`, 'i'),
})

export interface RawScan {
  value: string
  source: Scan['source']
  /** What the screen is waiting for; it wins over the shape wherever the value can be such a thing at all. */
  context?: ScanKind | undefined
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
/** The code on the ticket of who waits in line: the address of the guest's page, on older tickets in full. */
const GUEST_LINK = /^https?:\/\/\S+(?:\/game\/queue\?key=([0-9a-f-]{36})|\/q\/([0-9A-Z]{25}))$/i
/** The code on the ticket of a ride that has begun, and on its result: the address of the result's page. */
const RESULT_LINK = /^https?:\/\/\S+(?:\/game\/result\?key=|\/r\/)([0-9A-Z]{38})$/i
/** The number that is called out: `A008`, `T1-007`. */
const TICKET_NUMBER = /^[A-Za-z]{1,3}\d{0,2}-?\d{1,4}$/
const CARD = /^\d{8,10}$/
const MEMBER_ID = /^\d{6,7}$/

const isPayCode = (value: string): boolean => shapeOfPayCode(value) !== null
const isMember = (value: string): boolean => CARD.test(value) || MEMBER_ID.test(value)

/** Whether a value can be what the screen waits for; a member card never passes for a pay code. */
const plausible: Record<ScanKind, (value: string) => boolean> = {
  memberCard: isMember,
  payCode: isPayCode,
  coupon: (value) => /^[A-Za-z0-9-]{4,64}$/.test(value),
  ticket: (value) => UUID.test(value) || TICKET_NUMBER.test(value),
  staffBadge: (value) => /^[A-Za-z0-9-]{4,32}$/.test(value) && !isPayCode(value),
  unknown: () => false,
}

/**
 * Writes a scanned card in its canonical form; everything else stays as it is.
 *
 * Eight and nine digits are a card whose leading zeros a reader left out; six and seven are a member's own number.
 * What a person types is never rewritten.
 */
function normalise(value: string, source: Scan['source'], rules: ScanRules): string {
  if (UUID.test(value)) return value.toLowerCase()
  if (source !== 'wedge') return value
  if (MEMBER_ID.test(value)) return value
  if (rules.wedgeFormat === 'hex' ? /^[0-9a-f]{8,20}$/i.test(value) && !isPayCode(value) : CARD.test(value))
    return cardNumberOfText(value, rules.wedgeFormat) ?? value
  return value.includes(',') ? (cardNumberOfText(value, rules.wedgeFormat) ?? value) : value
}

function kindOf(value: string, rules: ScanRules): ScanKind {
  if (UUID.test(value)) return 'ticket'
  if (rules.badge?.test(value)) return 'staffBadge'
  if (isMember(value)) return 'memberCard'
  if (isPayCode(value)) return 'payCode'
  if (rules.coupon.test(value)) return 'coupon'
  return 'unknown'
}

const isCardReader = (source: Scan['source']): boolean => source !== 'wedge' && source !== 'manual'

/** The order, or the place in line, that the code of a ticket stands for. */
function ticketOf(said: string): string | null {
  const [, result] = RESULT_LINK.exec(said) ?? []
  if (result !== undefined) return idOfResultKey(result)
  const [, key, short] = GUEST_LINK.exec(said) ?? []
  return key ?? (short === undefined ? idOfTicketCode(said) : idOfPlaceCode(short))
}

const LONGEST = 200

/** Decides by shape and context what was scanned; an empty swipe is an empty member card (spec §5 "Card-swipe"). */
export function classifyScan(raw: RawScan, rules: ScanRules = defaultScanRules): { kind: ScanKind; value: string } {
  const said = raw.value.trim()
  const text = ticketOf(said) ?? said
  if (text === '') return { kind: 'memberCard', value: '' }
  if (text.length > LONGEST) return { kind: 'unknown', value: text.slice(0, LONGEST) }
  // A card reader reads nothing but cards, so a card swiped while a coupon is awaited stays a card.
  const context = raw.context === 'coupon' && isCardReader(raw.source) ? undefined : raw.context
  // A coupon may be eight digits long: what the screen asks for decides before a card is rewritten.
  if (context === 'coupon' && plausible.coupon(text)) return { kind: 'coupon', value: text }
  const value = normalise(text, raw.source, rules)
  if (context && plausible[context](value)) return { kind: context, value }
  return { kind: kindOf(value, rules), value }
}
