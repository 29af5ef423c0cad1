import { type PaymentMethods, paysCash } from '#renderer/core/payment-methods.calc.ts'
import type { ChargeFields } from '#renderer/platform/platform.ts'
import { formatMinor } from '#shared/core/money.ts'
import type { Member } from '#shared/features/members/members.contract.ts'
import type { ConsumeRule, ConsumeType } from '#shared/features/rules/consume-rules.contract.ts'
import type { GuestPayMode } from '#shared/features/sessions/charge.schema.ts'
import type { Shortage } from '#shared/features/sessions/charge-lines.calc.ts'
import { type ChargePreview, costOf } from '#shared/features/sessions/charge-preview.calc.ts'
import type { OfflinePay } from '#shared/features/sessions/offline-payment.schema.ts'
import type { RunMode, StartFields } from '#shared/features/sessions/play-before-pay.contract.ts'
import type { Vehicle } from '#shared/features/vehicles/vehicles.contract.ts'
import { asksPassword, chargesMember, type Notice } from './counter.calc.ts'
import type { StartMode } from './start-modes.calc.ts'

/** What the bottom line of the counter says: what a way to start will do, or why it cannot be done. */
export interface Preview {
  /** `ready`: as it says; `warning`: it may be refused; `blocked`: nothing to start yet. */
  tone: 'ready' | 'warning' | 'blocked'
  lines: Notice[]
}

/** What stands on the screen for the guest, whatever is done with it. */
export interface Chosen {
  type: ConsumeType
  mode: RunMode
  ruleId: string
  racer: string
  remark: string
  userId: string
  people: number
  /** The vehicles that would be started: the cashier's own choice, else the one that the screen proposes. */
  vehicleIds: readonly string[]
  /** Whether the cashier chose them. */
  arePicked: boolean
  payMode: GuestPayMode
  /** What a guest who pays in cash gives; null where nobody has said, or no cash is due. */
  received: number | null
  couponCode: string
  cashier: { id: string; realname: string } | null
}

/** Why a charge cannot even be asked for, as an error beside what is missing. */
export interface ChargeLack {
  code: 'counter.chargeOffline' | 'auth.forbidden' | 'counter.memberFirst' | 'sessions.couponRequired'
  field: 'userId' | 'groupNumber' | null
}

interface ChargeInput {
  startMode: StartMode
  rule: ConsumeRule | null
  member: Member | null
  online: boolean
  /** Whether who is signed in may charge. */
  mayCharge: boolean
  hasCoupon: boolean
}

/** What a charge lacks besides what every start needs; null: nothing, or no charge. */
export function lackOfCharge({
  startMode,
  rule,
  member,
  online,
  mayCharge,
  hasCoupon,
}: ChargeInput): ChargeLack | null {
  if (startMode === 'hang' || startMode === 'sell' || startMode === 'join') return null
  if (!online) return { code: 'counter.chargeOffline', field: null }
  if (!mayCharge) return { code: 'auth.forbidden', field: null }
  if (!rule) return null
  if (chargesMember(rule.consumeTypeRole) && !member) return { code: 'counter.memberFirst', field: 'userId' }
  if (rule.consumeTypeRole === 'GROUPCOUPON' && !hasCoupon)
    return { code: 'sessions.couponRequired', field: 'groupNumber' }
  return null
}

/** The racer's photograph that a start begins with, or why there is none. */
export type StartPhoto = { photoId: string; noPhoto?: never } | { noPhoto: string; photoId?: never }

/** Something that can be done with what stands on the screen. */
export interface Plan {
  startMode: StartMode
  chosen: Chosen
  rule: ConsumeRule | null
  vehicles: readonly Vehicle[]
  preview: Preview
  /** What it takes of the member's wallets, or what they lack; null without a rule. */
  foreseen: ChargePreview | Shortage | null
  lack: ChargeLack | null
  /** How it is paid without the server; null: it is not. */
  offlinePay: OfflinePay | null
  /** Of whom a password is asked before; the member as found. */
  member: Member | null
  needsPassword: boolean
  /** Whether the rule wants the racer's photograph first; `photo` is what came of it. */
  needsPhoto: boolean
  photo: StartPhoto | null
  /** Whether the guest pays by a code, which is asked for in a dialog of its own. */
  needsPayCode: boolean
}

/** Ways by which a guest waits for a vehicle, and needs none. */
export const waitsInQueue = (startMode: StartMode): boolean => startMode === 'lineup' || startMode === 'join'

const multiVehicleTypes: readonly ConsumeType[] = ['GROUPCOUPON', 'QUAN']

/** Types of which one charge starts several vehicles (spec §4). */
export const takesSeveral = (type: ConsumeType): boolean => multiVehicleTypes.includes(type)

/** What a guest pays at the counter with it: price and deposit; 0 for every other type. */
export const dueOf = (rule: ConsumeRule | null, people: number): number =>
  rule?.consumeTypeRole === 'NOCARDCONSUME' ? costOf(rule, people).price : 0

/** The money that a plan takes, from a wallet or at the counter, as people read it; empty where it takes none. */
export function amountOf({ rule, chosen }: Plan): string {
  const price = rule ? costOf(rule, chosen.people).price : 0
  return price > 0 ? formatMinor(price) : ''
}

/** How a guest pays: a rule without a price is cash, and so is everything where only cash may be chosen. */
export function payModeOf(
  rule: ConsumeRule | null,
  chosen: GuestPayMode | null,
  methods: PaymentMethods,
): GuestPayMode {
  if (rule && rule.price === 0) return 'unline'
  return paysCash(chosen === 'unline', methods) ? 'unline' : 'wechat'
}

export const payCodeNeeded = (
  startMode: StartMode,
  rule: ConsumeRule | null,
  people: number,
  payMode: GuestPayMode,
): boolean => (startMode === 'charge' || startMode === 'lineup') && payMode === 'wechat' && dueOf(rule, people) > 0

/** Whether doing it takes the member's consumption password: it takes or reserves value, and there is one. */
export function passwordNeeded(
  startMode: StartMode,
  rule: ConsumeRule | null,
  people: number,
  member: Member | null,
): boolean {
  if (!rule || member?.havePassword !== 'YES') return false
  if (startMode === 'hang') return asksPassword(rule, people, member)
  return chargesMember(rule.consumeTypeRole)
}

export const startFieldsOf = ({ startMode, chosen, photo }: Plan): StartFields => ({
  consumeVehicleMode: chosen.mode,
  ruleId: chosen.ruleId,
  racer: chosen.racer,
  // Who waits does so for any vehicle, unless the cashier chose one.
  vehicleId: startMode === 'join' && !chosen.arePicked ? '' : (chosen.vehicleIds[0] ?? ''),
  remark: chosen.remark,
  userId: chosen.userId,
  people: chosen.people,
  cashierId: chosen.cashier?.id ?? null,
  photoId: photo?.photoId ?? null,
  noPhoto: photo?.noPhoto ?? null,
})

/** What a charge sends. Who waits in line waits for any vehicle, unless the cashier chose some. */
export const chargeFieldsOf = ({ startMode, chosen, photo }: Plan): ChargeFields => ({
  consumeType: chosen.type,
  consumeVehicleMode: chosen.mode,
  usageMode: startMode === 'lineup' ? 'lineup' : 'immediate',
  consumePayMode: chosen.payMode,
  received: chosen.received,
  sysDepartConsumeRoleId: chosen.ruleId,
  vehicleId: startMode === 'lineup' && !chosen.arePicked ? '' : chosen.vehicleIds.join(','),
  people: chosen.people,
  userId: chosen.userId === '' ? null : chosen.userId,
  groupNumber: chosen.type === 'GROUPCOUPON' ? chosen.couponCode : null,
  racer: chosen.racer,
  remark: chosen.remark,
  cashierId: chosen.cashier?.id ?? null,
  departusername: chosen.cashier?.realname ?? null,
  photoId: photo?.photoId ?? null,
  noPhoto: photo?.noPhoto ?? null,
})
