import { asJson } from '#server/core/audit.ts'
import { isAnswered, selfKeyed } from '#server/core/keyed.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { createTogether, type Together } from '#server/db/together.ts'
import { checkConsumptionPassword } from '#server/features/members/index.ts'
import { paymentCall } from '#server/features/payments/index.ts'
import { withExpectedWait, withGuestLink } from '#server/features/terminals/index.ts'
import { AppError, type ErrorDetails } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'
import { toMinor } from '#shared/core/money.ts'
import {
  type ChargeInput,
  type ChargeResult,
  MOST_VEHICLES,
  type OrderPayMode,
} from '#shared/features/sessions/charge.schema.ts'
import { type ChargedOrder, toChargeResult } from './charge.view.ts'
import { withWalletAmounts } from './holds.repository.ts'
import { isUuid } from './play-records.repository.ts'
import { localizeRefusal } from './refusals.service.ts'
import { terminalOf } from './start.service.ts'

const CHARGE = 'call charge_committed($1, null)'
const CHARGE_TOGETHER = 'call charge_batch_committed($1, null)'

/** What `charge` answers. */
interface Charged {
  repeated: boolean
  answer: { result: ChargedOrder }
  orgCode?: string
}

interface Refusal {
  code: string
  details: ErrorDetails
}

/** Kinds of orders, by which payments call them. */
export const CONSUME_ORDER = 'consume'

/** Whether somebody may start rides that nobody pays for. */
export const TEST_DRIVES = 'consume:test'

export const vehicleIdsOf = (vehicleId: string): string[] => vehicleId.split(',').filter(Boolean)

/** Charges, of the rides that are asked for at one moment, those for which nothing is unusual, and starts them. */
export const createChargeBatcher = ({ db, log }: Deps): Together<Charged> =>
  createTogether(
    (calls) => db.call('charge_batch', CHARGE_TOGETHER, [JSON.stringify(calls)]),
    (error) => log.warn({ err: error }, 'rides that came together are charged one by one'),
  )

/** Charges, and starts or lines up, in one round trip to the database; the order's id is the key. */
export async function chargeAndStart(
  deps: Deps,
  ctx: CallContext,
  input: ChargeInput,
  chargeTogether: Together<Charged>,
): Promise<ChargeResult> {
  const call = await chargeCall(deps, ctx, input)
  // What most rides are: a member's, by money, on one vehicle.
  const isUsual = call.consumeType === 'BALANCE' && call.usageMode === 'immediate' && call.vehicleIds.length === 1
  const alone = () => chargeAlone(deps, ctx, call)
  const charged = await (isUsual ? chargeTogether(call, alone) : alone())
  const { orgCode } = charged
  if (!charged.repeated && orgCode !== undefined) announceCharge(deps, ctx, orgCode)
  return chargeResponse(deps, ctx, charged.answer.result)
}

/** What a kiosk may do, as the SQL function `charge` asks for it. */
export interface KioskCharge {
  /** Ways to pay: of `none` nothing is due. */
  pays: readonly OrderPayMode[]
  /** What its tickets begin with; null: what those of the store begin with. */
  prefix: string | null
  prints: boolean
}

/** The same by a guest who helps themselves: no cashier is asked for, and the rule must say that it may be. */
export async function chargeAtKiosk(
  deps: Deps,
  ctx: CallContext,
  input: ChargeInput,
  kiosk: KioskCharge,
): Promise<ChargeResult> {
  const charged = await chargeAlone(deps, ctx, { ...(await chargeCall(deps, ctx, input)), kiosk })
  const { orgCode } = charged
  if (!charged.repeated && orgCode !== undefined) announceCharge(deps, ctx, orgCode)
  return chargeResponse(deps, ctx, charged.answer.result)
}

const chargeAlone = (deps: Deps, ctx: CallContext, call: object): Promise<Charged> =>
  deps.db.call<Charged>('charge', CHARGE, [JSON.stringify(call)]).catch((error: unknown) => {
    throw chargeRefusal(ctx, error)
  })

/** Why a charge was refused, in the reader's words. */
export const chargeRefusal = (ctx: CallContext, error: unknown): unknown =>
  localizeRefusal(ctx, withWalletAmounts(error))

/** Tells the screens of a store, when the call has committed, that something was charged. */
export function announceCharge({ realtime }: Deps, ctx: CallContext, orgCode: string): void {
  ctx.afterCommit(async () => {
    for (const topic of ['playRecords', 'vehicles', 'printJobs']) await realtime.publish({ topic, orgCode })
  })
}

/** What a charge answers, from what the database has stored for it. */
export async function chargeResponse(deps: Deps, ctx: CallContext, order: ChargedOrder): Promise<ChargeResult> {
  const result = await toChargeResult(ctx, order)
  const tickets = result.plays.flatMap(({ ticket }) => ticket ?? [])
  const lines = tickets.some(({ guestKey }) => guestKey)
  const told = lines ? await ctx.tx((trx) => withExpectedWait(trx, tickets, deps.clock())) : tickets
  const plays = result.plays.map(({ ticket, ...play }) => {
    const said = told.find(({ orderId }) => orderId === ticket?.orderId)
    return { ...play, ticket: said ? withGuestLink(deps, said) : ticket }
  })
  return { ...result, plays }
}

/** What the SQL function `charge` takes; the call's key is the order's id. */
export async function chargeCall(deps: Deps, ctx: CallContext, input: ChargeInput) {
  const { user } = ctx
  const terminal = await terminalOf(ctx, input)
  const vehicles = vehicleIdsOf(input.vehicleId)
  const ids = () => Array.from({ length: Math.max(1, vehicles.length) }, newId)
  return {
    ...selfKeyed(ctx),
    userOrgCode: user.orgCode,
    request: asJson(input),
    waitedMs: Math.round(performance.now() - ctx.begun),
    locale: ctx.locale,
    inputRefusal: whatLacks(input, vehicles),
    ruleId: isUuid(input.sysDepartConsumeRoleId) ? input.sysDepartConsumeRoleId : null,
    consumeType: input.consumeType,
    runMode: input.consumeVehicleMode,
    usageMode: input.usageMode,
    guestPayMode: input.consumePayMode,
    received: receivedOf(input),
    vehicleIds: vehicles.filter(isUuid),
    memberId: input.userId || null,
    people: input.people,
    couponCode: input.groupNumber?.trim() || null,
    racer: input.racer,
    remark: input.remark ?? '',
    printId: input.printId ?? '',
    photoId: input.photoId || null,
    noPhoto: input.noPhoto || null,
    mayTest: user.actions.has(TEST_DRIVES),
    ...terminal,
    cashierId: input.cashierId && isUuid(input.cashierId) ? input.cashierId : null,
    tokenHash: ctx.tokenHash,
    passwordHash: await checkPassword(deps, ctx, input, terminal.signedBy),
    ...paymentOf(deps, ctx, input),
    rideIds: ids(),
    runIds: ids(),
    entryIds: ids(),
    now: deps.clock(),
  }
}

/** What a guest gave in cash, in fen; null where nobody said. */
export const receivedOf = ({ received }: Pick<ChargeInput, 'received'>): number | null =>
  received == null ? null : toMinor(received)

/** What must be chosen before a charge; what needs the rule is checked where it is read. A repeated charge is answered before. */
function whatLacks(input: ChargeInput, vehicles: readonly string[]): Refusal | null {
  const lacks = (code: string, field: string): Refusal => ({ code, details: { field } })
  if (input.sysDepartConsumeRoleId === '') return lacks('sessions.ruleRequired', 'sysDepartConsumeRoleId')
  if (input.racer === '') return lacks('sessions.racerRequired', 'racer')
  if (vehicles.length === 0 && input.usageMode === 'immediate') return lacks('sessions.vehicleRequired', 'vehicleId')
  if (vehicles.length > MOST_VEHICLES || !vehicles.every(isUuid)) return lacks('sessions.vehicleNotFound', 'vehicleId')
  if (input.cashierId && !isUuid(input.cashierId)) return lacks('sessions.cashierUnknown', 'cashierId')
  return null
}

/** What a payment by scan needs, should the rule's price ask for one; what is wrong with the pay code is said only then. */
export function paymentOf(
  deps: Deps,
  ctx: CallContext,
  { payCode }: Pick<ChargeInput, 'payCode'>,
): { payment: object; payRefusal: Refusal | null } {
  if (!payCode?.trim()) {
    return { payment: {}, payRefusal: { code: 'sessions.payCodeRequired', details: { field: 'payCode' } } }
  }
  const { user, key } = ctx
  try {
    // Price, store and what the customer reads are the rule's: the SQL function adds them.
    const known = { orderKind: CONSUME_ORDER, orderId: key, payCode, operatorId: user.id, operatorName: user.realname }
    const later = { orgCode: '', amount: 0, subject: '', cashierId: null, terminalId: null }
    return { payment: paymentCall(deps, { ...known, ...later }), payRefusal: null }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { payment: {}, payRefusal: { code: error.code, details: error.details } }
  }
}

/** The hash that the member's consumption password fits, where one was typed. A repeated charge asks for none. */
async function checkPassword(
  deps: Deps,
  ctx: CallContext,
  { sysDepartConsumeRoleId: ruleId, userId, password }: ChargeInput,
  terminalId: string | null,
): Promise<string | null> {
  if (!password || !userId || !isUuid(ruleId)) return null
  const rule = await ctx.tx(async (trx) =>
    (await isAnswered(trx, ctx))
      ? undefined
      : trx.selectFrom('consumeRule').select('orgCode').where('id', '=', ruleId).executeTakeFirst(),
  )
  if (!rule) return null
  return checkConsumptionPassword(deps, ctx, { memberId: userId, orgCode: rule.orgCode, terminalId }, password)
}
