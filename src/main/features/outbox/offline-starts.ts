import type { Clock } from '#main/core/clocks/clock.ts'
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

/** The permissions to start rides and to take money, with or without the server. */
const START_PERMISSION = 'playbeforepay:add'
const CHARGE_PERMISSION = 'consume:add'

/** Local data on which an offline start is decided. */
export interface OfflineStartDeps {
  outbox: Outbox
  clock: Clock
  worker(): TerminalSession
  serverReadAt(): number
  canAsk(): boolean
  /** The open shift of this counter; null where none is open, undefined where that is not known. */
  shift(orgCode: string): { id: string } | null | undefined
  cachedMember(orgCode: string, id: string): Member | null
}

/** A start to be checked before it is stored. */
interface StartRequest {
  fields: StartFields
  rule: OfferedRule
  store: Snapshot['store']
  /** The guest has waited in the queue for it. */
  hasWaited: boolean
}

/** The payment for a ride that the store allows offline. Throws `sessions.*`, `shifts.required` or `auth.forbidden` otherwise. */
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
  // With the server at hand, the server takes the payment.
  if (known.canAsk()) throw new AppError('sessions.serverIsBack')
  if (!mayDo(known.worker().permissions, CHARGE_PERMISSION)) throw new AppError('auth.forbidden')
  const { userId, people } = fields
  const member = userId === '' ? null : known.cachedMember(store.orgCode, userId)
  const offlineTerminalCap = fromMinor(valueLeft(known.outbox, store))
  if (offlinePayOf(rule, people, member, { ...store, offlineTerminalCap }) !== pays)
    throw new AppError(pays === 'cash' ? 'sessions.cashRefused' : 'sessions.offlineValueSpent', { field: 'userId' })
  const shift = pays === 'cash' ? known.shift(store.orgCode) : undefined
  const amount = fromMinor(offlineAmount(rule, people))
  const deposit = pays === 'cash' ? rule.deposit : 0
  // A terminal that never learned of its shift cannot open one; the server lists its cash as outside any shift.
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

/** Throws for a start that the server would refuse later, when the customer has already driven; `auth.forbidden` without the right. */
export function checkOffline(
  known: OfflineStartDeps,
  { vehicle, pays, ...wanted }: StartRequest & { vehicle: Vehicle; pays: OfflinePay | undefined },
): void {
  const { fields, rule, store } = wanted
  if (!mayDo(known.worker().permissions, START_PERMISSION)) throw new AppError('auth.forbidden')
  const { name, condition } = vehicle
  // Snapshots of earlier versions have no separate condition.
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
  // A paid start is not a pending order, and its payment was checked by `offlinePaymentFor`.
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

/** Checks the limits of the rule by local data; the server accepts uses beyond them, and marks them. */
function checkUses(
  { outbox, serverReadAt }: OfflineStartDeps,
  { fields: { userId }, rule, store, hasWaited }: StartRequest,
  member: Member | null,
  now: Date,
): void {
  const [known = rule] = withLocalUses(outbox, [rule], store, serverReadAt(), now)
  const guest = userId === '' ? null : { memberLevel: member?.memberLevel ?? null }
  // A guest who has waited may also use rules that require waiting.
  const waits = hasWaited && rule.consumeMode === 'lineup'
  const refusal = ruleRefusal(guest ? withUsesOfMember(outbox, known, userId, store) : known, guest, {
    isQueued: waits,
  })
  if (refusal) throw new AppError(refusal.code, refusal.details)
}

const freeOf = ({
  availableBalance,
  availableGive,
  availableIntegral,
  availableQuan,
  availableCoins,
}: Member): HeldValue => ({
  money: toMinor(availableBalance),
  integral: availableIntegral,
  laps: availableQuan,
  coins: availableCoins,
  // Where the parts of the balance are unknown, all of it may be gifts; the server decides.
  give: toMinor(availableGive ?? availableBalance),
})
