import type { Clock } from '#main/core/clock.ts'
import { AppError } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'
import { mayDo } from '#shared/core/may-do.ts'
import { formatMinor, fromMinor, toMinor } from '#shared/core/money.ts'
import { missingAgreement } from '#shared/features/agreements/agreement.calc.ts'
import type { Member } from '#shared/features/members/members.contract.ts'
import { standingRefusal } from '#shared/features/members/standing.calc.ts'
import type { OfferedRule } from '#shared/features/rules/consume-rules.contract.ts'
import { ruleRefusal } from '#shared/features/rules/rule-offer.calc.ts'
import { type HeldValue, holdOf, insufficient, shortWallet } from '#shared/features/sessions/hold.calc.ts'
import { offlineAmount, offlinePayOf } from '#shared/features/sessions/offline-payment.calc.ts'
import type { OfflinePay, OfflinePayment } from '#shared/features/sessions/offline-payment.schema.ts'
import type { StartFields } from '#shared/features/sessions/play-before-pay.contract.ts'
import type { Snapshot } from '#shared/features/terminals/snapshot.schema.ts'
import type { Vehicle } from '#shared/features/vehicles/vehicles.contract.ts'
import type { TerminalSession } from '#shared/ipc/contract.ts'
import { openOrders, valueLeft } from './open-orders.ts'
import type { Outbox } from './outbox.store.ts'
import { withLocalUses, withUsesOfMember } from './rule-uses.ts'

/** Who takes money at a counter, with or without the server. */
const CHARGES = 'consume:add'

/** What a terminal knows by itself. */
export interface OfflineStartDeps {
  outbox: Outbox
  clock: Clock
  worker(): TerminalSession
  serverReadAt(): number
  canAsk(): boolean
  /** The shift in whose drawer the cash of this counter lies; null where there is none, undefined where nobody knows. */
  shift(orgCode: string): { id: string } | null | undefined
  cachedMember(orgCode: string, id: string): Member | null
}

/** A start as it is looked at before it is stored. */
interface StartRequest {
  fields: StartFields
  rule: OfferedRule
  store: Snapshot['store']
  /** The guest has waited in line for it. */
  hasWaited: boolean
}

/** What is taken for a ride now, as far as the store allows that without the server. */
export function offlinePaymentFor(
  known: OfflineStartDeps,
  {
    fields,
    rule,
    store,
    pays,
    received,
  }: Omit<StartRequest, 'hasWaited'> & { pays: OfflinePay; received: number | undefined },
): OfflinePayment {
  // A sale that the server could decide is the server's.
  if (known.canAsk()) throw new AppError('sessions.serverIsBack')
  if (!mayDo(known.worker().permissions, CHARGES)) throw new AppError('auth.forbidden')
  const { userId, people } = fields
  const member = userId === '' ? null : known.cachedMember(store.orgCode, userId)
  const offlineTerminalCap = fromMinor(valueLeft(known.outbox, store))
  if (offlinePayOf(rule, people, member, { ...store, offlineTerminalCap }) !== pays)
    throw new AppError(pays === 'cash' ? 'sessions.cashRefused' : 'sessions.offlineValueSpent', { field: 'userId' })
  const shift = pays === 'cash' ? known.shift(store.orgCode) : undefined
  const amount = fromMinor(offlineAmount(rule, people))
  const deposit = pays === 'cash' ? rule.deposit : 0
  // A terminal that was never told of its shift can open none; the server lists what it takes as outside any.
  if (shift === null && store.cashNeedsShift === 'YES' && amount + deposit > 0)
    throw new AppError('shifts.required', { field: 'consumePayMode' })
  const isGiven = pays === 'cash' && received !== undefined && amount + deposit > 0
  if (isGiven && toMinor(received) < toMinor(amount) + toMinor(deposit))
    throw new AppError('sessions.receivedShort', {
      field: 'received',
      needed: formatMinor(toMinor(amount) + toMinor(deposit)),
    })
  return {
    id: newId(),
    by: pays,
    ...(shift && { shiftId: shift.id }),
    amount,
    deposit,
    ...(isGiven && { received }),
    statement: pays === 'wallets' ? (member?.offlineValue?.statement ?? '') : '',
  }
}

/** Refuses what the server would refuse afterwards, when the customer has driven. */
export function checkOffline(
  known: OfflineStartDeps,
  { vehicle, pays, ...wanted }: StartRequest & { vehicle: Vehicle; pays: OfflinePay | undefined },
): void {
  const { fields, rule, store } = wanted
  const { name, condition } = vehicle
  // A snapshot of before knows the condition by the state alone.
  const state = condition === 'ready' ? vehicle.state : condition
  // A vehicle in use is no obstacle here, because without the server nobody can end the run that the snapshot shows; one that is
  // to be out of service afterwards is.
  if (state === 'maintenance' || state === 'scrapped') {
    throw new AppError('sessions.vehicleUnavailable', { vehicle: name, state })
  }
  const now = new Date(known.clock.now())
  const member = fields.userId === '' ? null : known.cachedMember(store.orgCode, fields.userId)
  // Cash is taken from anybody.
  const standing = member && pays !== 'cash' ? standingRefusal(member, now.getTime()) : null
  if (standing) throw new AppError(standing, { field: 'userId' })
  checkUses(known, wanted, member, now)
  if (member && missingAgreement(store, member, rule) === 'block')
    throw new AppError('members.agreementMissing', { field: 'userId' })
  // What is paid hangs nowhere, and what it costs was looked at where it was taken.
  if (pays) return
  // Spec §4: trials of a day and open orders of members are limited.
  const { hungOrderLimit, trialLimit } = store
  const { openHung, openTrials } = openOrders(known.outbox, store, known.serverReadAt(), now)
  if (fields.userId === '') {
    if (trialLimit >= 0 && openTrials > trialLimit) throw new AppError('sessions.trialLimit', { limit: trialLimit })
    return
  }
  if (openHung >= hungOrderLimit) throw new AppError('sessions.hungLimit', { limit: hungOrderLimit })
  if (!member) return
  const hold = holdOf(rule, fields.people)
  const free = freeOf(member)
  const short = shortWallet(hold, free)
  if (short) throw insufficient(short, hold[short], free[short])
}

/** What the rule allows, as far as this terminal knows; the server takes what is too much all the same, and marks it. */
function checkUses(
  { outbox, serverReadAt: toldAt }: OfflineStartDeps,
  { fields: { userId }, rule, store, hasWaited }: StartRequest,
  member: Member | null,
  now: Date,
): void {
  const [known = rule] = withLocalUses(outbox, [rule], store, toldAt(), now)
  const guest = userId === '' ? null : { memberLevel: member?.memberLevel ?? null }
  // Who has waited may have any rule that one may wait for, and any other.
  const waits = hasWaited && rule.consumeMode === 'lineup'
  const refusal = ruleRefusal(guest ? withUsesOfMember(outbox, known, userId, store) : known, guest, { waits })
  if (refusal) throw new AppError(refusal.code, refusal.details)
}

const freeOf = ({ availableBalance, availableIntegral, availableQuan }: Member): HeldValue => ({
  money: toMinor(availableBalance),
  integral: availableIntegral,
  laps: availableQuan,
})
