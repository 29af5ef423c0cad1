import { asJson } from '#server/core/audit/audit.ts'
import { idempotencyContext, isAnswered } from '#server/core/http/idempotency.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { createStatementBatcher, type StatementBatcher } from '#server/db/statement-batcher.ts'
import { checkConsumptionPassword } from '#server/features/members/index.ts'
import { type PhonePayer, paymentCall } from '#server/features/payments/index.ts'
import { withGuestLink } from '#server/features/printing/index.ts'
import { CONSUME_ORDER } from '#server/features/sessions/orders/paid-orders.service.ts'
import { localizeRefusal, withWalletAmounts } from '#server/features/sessions/refusals.service.ts'
import { terminalOf } from '#server/features/sessions/signing-terminal.service.ts'
import { withExpectedWait } from '#server/features/terminals/index.ts'
import { AppError, type ErrorDetails } from '#shared/core/errors.ts'
import { isUuid, newId } from '#shared/core/id.ts'
import { toMinor } from '#shared/core/money.ts'
import type { CartLine } from '#shared/features/products/cart.schema.ts'
import {
  type ChargeInput,
  type ChargeResult,
  MAX_CHARGE_VEHICLES,
  type OrderPayMode,
} from '#shared/features/sessions/charge.schema.ts'
import { type ChargedOrder, toChargeResult } from './charge.view.ts'

const CHARGE = 'call charge_committed($1, null)'
const CHARGE_BATCH = 'call charge_batch_committed($1, null)'

/** Result of the SQL function `charge`. */
interface Charged {
  repeated: boolean
  answer: { result: ChargedOrder }
  orgCode?: string
}

interface Refusal {
  code: string
  details: ErrorDetails
}

/** Permission to start test drives, which are not paid. */
export const TEST_DRIVES = 'consume:test'

/** Permission to sell products, also beside a ride. */
const SELL_PRODUCTS = 'productsale:add'

export const vehicleIdsOf = (vehicleId: string): string[] => vehicleId.split(',').filter(Boolean)

/** Creates the batcher that charges and starts rides arriving at the same moment in one statement, if they are the common case. */
export const createChargeBatcher = ({ db, log }: Deps): StatementBatcher<Charged> =>
  createStatementBatcher(
    (calls) => db.call('charge_batch', CHARGE_BATCH, [JSON.stringify(calls)]),
    (error) => log.warn({ err: error }, 'a batch of rides is charged one by one'),
  )

/**
 * Charges an order and starts or queues its rides, in one round trip to the database; the order id is the key. Throws the refusal in the
 * caller's language.
 */
export async function chargeAndStart(
  deps: Deps,
  ctx: CallContext,
  input: ChargeInput,
  chargeBatcher: StatementBatcher<Charged>,
): Promise<ChargeResult> {
  if (input.lines?.length && !ctx.user.actions.has(SELL_PRODUCTS)) {
    throw new AppError('auth.forbidden', { field: 'lines' })
  }
  const call = await chargeCall(deps, ctx, input)
  // The common case: a member pays by balance and starts on one vehicle, without products and coupon.
  const isCommonCase =
    call.cart === undefined &&
    call.couponCode === null &&
    call.consumeType === 'BALANCE' &&
    call.usageMode === 'immediate' &&
    call.vehicleIds.length === 1
  const single = () => chargeSingle(deps, ctx, call)
  const charged = await (isCommonCase ? chargeBatcher(call, single) : single())
  const { orgCode } = charged
  if (!charged.repeated && orgCode !== undefined) announceCharge(deps, ctx, orgCode)
  return chargeResponse(deps, ctx, charged.answer.result)
}

/** The limits of a kiosk, as passed to the SQL function `charge`. */
export interface KioskCharge {
  /** Payment methods; `none` means that nothing is due. */
  pays: readonly OrderPayMode[]
  /** The prefix of its tickets; null for the store's prefix. */
  prefix: string | null
  prints: boolean
}

/** The same at a kiosk: without a cashier, and only if the rule allows it. */
export async function chargeAtKiosk(
  deps: Deps,
  ctx: CallContext,
  input: ChargeInput,
  kiosk: KioskCharge,
): Promise<ChargeResult> {
  const charged = await chargeSingle(deps, ctx, { ...(await chargeCall(deps, ctx, input)), kiosk })
  const { orgCode } = charged
  if (!charged.repeated && orgCode !== undefined) announceCharge(deps, ctx, orgCode)
  return chargeResponse(deps, ctx, charged.answer.result)
}

const chargeSingle = (deps: Deps, ctx: CallContext, call: object): Promise<Charged> =>
  deps.db.call<Charged>('charge', CHARGE, [JSON.stringify(call)]).catch((error: unknown) => {
    throw chargeRefusal(ctx, error)
  })

/** The refusal of a charge in the caller's language. */
export const chargeRefusal = (ctx: CallContext, error: unknown): unknown =>
  localizeRefusal(ctx, withWalletAmounts(error))

/** Notifies the screens of a store of a charge after the commit. */
export function announceCharge(
  { realtime }: Deps,
  ctx: CallContext,
  orgCode: string,
  topics: readonly string[] = ['playRecords', 'vehicles', 'printJobs'],
): void {
  ctx.afterCommit(async () => {
    for (const topic of topics) await realtime.publish({ topic, orgCode })
  })
}

/** The API result of a charge from the stored one, with wait times and guest links. */
export async function chargeResponse(deps: Deps, ctx: CallContext, order: ChargedOrder): Promise<ChargeResult> {
  const result = await toChargeResult(ctx, order)
  const tickets = result.plays.flatMap(({ ticket }) => ticket ?? [])
  const isQueued = tickets.some(({ guestKey }) => guestKey)
  const withWaits = isQueued ? await ctx.tx((trx) => withExpectedWait(trx, tickets, deps.clock())) : tickets
  const plays = result.plays.map(({ ticket, ...play }) => {
    const withWait = withWaits.find(({ orderId }) => orderId === ticket?.orderId)
    return { ...play, ticket: withWait ? withGuestLink(deps, withWait) : ticket }
  })
  return { ...result, plays }
}

/** The argument of the SQL function `charge`; the idempotency key is the order id. */
export async function chargeCall(deps: Deps, ctx: CallContext, input: ChargeInput) {
  const { user } = ctx
  const terminal = await terminalOf(ctx, input)
  const vehicles = vehicleIdsOf(input.vehicleId)
  const ids = () => Array.from({ length: Math.max(1, vehicles.length) }, newId)
  return {
    ...idempotencyContext(ctx),
    userOrgCode: user.orgCode,
    request: asJson(input),
    waitedMs: Math.round(performance.now() - ctx.begun),
    locale: ctx.locale,
    inputRefusal: inputProblem(input, vehicles),
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
    ...(input.lines && input.lines.length > 0 ? { cart: cartOf(input.lines) } : {}),
    now: deps.clock(),
  }
}

/** The lines of a cart with prices in fen, as the SQL functions take them. */
export const cartOf = (lines: readonly CartLine[]) =>
  lines.map(({ price, ...line }) => ({ ...line, price: price == null ? null : toMinor(price) }))

/** Cash received in minor units; null if not entered. */
export const receivedOf = ({ received }: Pick<ChargeInput, 'received'>): number | null =>
  received == null ? null : toMinor(received)

/** The first missing or invalid input. Input that depends on the rule is checked in SQL; a repeated charge returns before this check. */
function inputProblem(input: ChargeInput, vehicles: readonly string[]): Refusal | null {
  const problem = (code: string, field: string): Refusal => ({ code, details: { field } })
  if (input.sysDepartConsumeRoleId === '') return problem('sessions.ruleRequired', 'sysDepartConsumeRoleId')
  if (input.consumeType === 'NOCARDCONSUME' && input.consumePayMode === 'balance')
    return problem('sessions.guestBalance', 'consumePayMode')
  if (input.racer === '') return problem('sessions.racerRequired', 'racer')
  if (vehicles.length === 0 && input.usageMode === 'immediate') return problem('sessions.vehicleRequired', 'vehicleId')
  if (vehicles.length > MAX_CHARGE_VEHICLES || !vehicles.every(isUuid))
    return problem('sessions.vehicleNotFound', 'vehicleId')
  if (input.cashierId && !isUuid(input.cashierId)) return problem('sessions.cashierUnknown', 'cashierId')
  return null
}

/** The data of a scan payment, in case the price requires one. An invalid pay code is reported only then. */
export function paymentOf(
  deps: Deps,
  ctx: CallContext,
  { payCode, phone }: Pick<ChargeInput, 'payCode'> & { phone?: PhonePayer | undefined },
): { payment: object; payRefusal: Refusal | null } {
  if (!payCode?.trim() && !phone) {
    return { payment: {}, payRefusal: { code: 'sessions.payCodeRequired', details: { field: 'payCode' } } }
  }
  const { user, key } = ctx
  try {
    // Price, store and text are added by the SQL function from the rule.
    const paid = { orderKind: CONSUME_ORDER, orderId: key, payCode: payCode ?? '', phone }
    const base = { ...paid, operatorId: user.id, operatorName: user.realname }
    const later = { orgCode: '', amount: 0, subject: '', cashierId: null, terminalId: null }
    return { payment: paymentCall(deps, { ...base, ...later }), payRefusal: null }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { payment: {}, payRefusal: { code: error.code, details: error.details } }
  }
}

/** The hash that the entered consumption password matches; null for a repeated charge, which needs none. */
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
