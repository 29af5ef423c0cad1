import { sql } from 'kysely'
import type { z } from 'zod'
import { toAppError } from '#server/core/http/database-errors.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { seeingEveryStore, type Transaction } from '#server/db/database.ts'
import { lotsOf } from '#server/features/ledger/index.ts'
import { countVisitors, inactiveMemberError, payerAt } from '#server/features/members/index.ts'
import { discountBy, findRule, type RuleRow } from '#server/features/rules/index.ts'
import { insufficientFor, localizeRefusal } from '#server/features/sessions/refusals.service.ts'
import { AppError, type ErrorCode, type ErrorDetails } from '#shared/core/errors.ts'
import { isUuid } from '#shared/core/id.ts'
import { fromMinor, type Minor, toMinor } from '#shared/core/money.ts'
import { isOwnCoupon } from '#shared/features/scans/coupon-code.calc.ts'
import { type ChargeOrder, chargedPeople } from '#shared/features/sessions/charge.calc.ts'
import type { ChargeQuote, QuoteInput } from '#shared/features/sessions/charge.schema.ts'
import {
  chargeLines,
  depositOf,
  isForOne,
  type PlannedLine,
  type PricedRule,
  payModeOf,
  priceOf,
  type Spendable,
  takesSeveralVehicles,
} from '#shared/features/sessions/charge-lines.calc.ts'
import { peopleOf } from '#shared/features/sessions/start.calc.ts'
import { text } from '#shared/i18n/catalogue.ts'
import { type LedgerLine, toChargeLines } from './charge.view.ts'
import { TEST_DRIVES, vehicleIdsOf } from './consume.service.ts'

type QuoteRequest = z.output<typeof QuoteInput>
type Lot = Awaited<ReturnType<typeof lotsOf>>[number]

const noValue: Spendable = { balance: 0, give: 0, integral: 0, laps: 0, coins: 0, visits: {}, unlimited: [] }

/** Computes a charge without locks and without changes; the charge itself checks again. Throws `sessions.ruleNotFound`. */
export async function quoteCharge(deps: Deps, ctx: CallContext, request: QuoteRequest): Promise<ChargeQuote> {
  const now = deps.clock()
  const { rule, store, member } = await ctx.tx(async (trx) => {
    const found = isUuid(request.sysDepartConsumeRoleId) ? await findRule(trx, request.sysDepartConsumeRoleId) : null
    if (!found) throw new AppError('sessions.ruleNotFound', { field: 'sysDepartConsumeRoleId' })
    const at = await trx.selectFrom('store').selectAll().where('orgCode', '=', found.orgCode).executeTakeFirstOrThrow()
    const payer = request.userId === '' ? null : await payerAt(trx, found.orgCode, request.userId)
    return { rule: found, store: at, member: payer }
  })
  // Limits, levels and own coupons are for members of the store.
  const isVisitor = member !== null && member.orgCode !== rule.orgCode
  if (isVisitor) await countVisitors(deps, ctx, [member.id])
  const ownId = isVisitor ? null : (member?.id ?? null)
  const people = isForOne(rule.consumeType) ? 1 : request.people
  const vehicles = vehicleIdsOf(request.vehicleId)
  const level = await ctx.tx((trx) => discountBy(trx, rule, ownId))
  const levelDiscount = level * chargedPeople(rule.priceMode, people)
  const shown = { code: request.groupNumber, memberId: ownId, people, levelDiscount, now }
  const coupon = await couponFor(ctx, rule, shown)
  // A coupon's discount replaces that of the level.
  const discount = coupon.off > 0 ? 0 : level
  const { value: couponValue, off } = coupon
  const priced: PricedRule = { ...pricedBy(rule, discount), couponValue, off, goods: toMinor(request.goods) }
  const payMode = payModeOf(priced, people, request.consumePayMode)
  const takes = payMode === 'balance'
  const refusal =
    inputRefusal(ctx, rule, request, vehicles) ??
    (payMode === 'cash' && store.acceptsCash === 'NO'
      ? new AppError('sessions.cashRefused', { field: 'consumePayMode' })
      : null) ??
    (takes && request.userId === '' ? new AppError('members.required', { field: 'userId' }) : null) ??
    (request.userId !== '' && !member ? new AppError('members.notFound', { field: 'userId' }) : null) ??
    (member ? inactiveMemberError(member, now) : null) ??
    (await usesRefusal(ctx, rule, { memberId: ownId, isVisitor, request, vehicles, now })) ??
    coupon.refusal
  const base = {
    consumeType: rule.consumeType,
    payMode,
    amount: fromMinor(priceOf(priced, people) + priced.goods),
    discount: fromMinor(off > 0 ? off : levelDiscount),
    deposit: fromMinor(depositOf(priced)),
    passwordRequired: takes && member !== null && member.consumePassword !== null,
    bracelets: rule.useBracelet ? people * rule.braceletCount : 0,
  }
  if (refusal) return { ...base, lines: [], spendable: null, refusal: toQuoteRefusal(ctx, refusal) }
  const { has, lots, chargeOrder } = await ctx.tx(async (trx) => {
    if (!member || !takes) return { has: noValue, lots: [], chargeOrder: store.chargeOrder }
    if (!isVisitor)
      return { has: await spendable(trx, member, now), lots: await lotsOf(trx, member), chargeOrder: store.chargeOrder }
    const lotsElsewhere = await seeingEveryStore(trx, ctx.user.scope, () => lotsOf(trx, member))
    return { ...(await visitorSpendable(trx, member, now)), lots: lotsElsewhere }
  })
  const order = { people, vehicles: Math.max(1, vehicles.length), order: chargeOrder, payMode }
  const plan = chargeLines(priced, order, has)
  if (!Array.isArray(plan))
    return { ...base, lines: [], spendable: null, refusal: toQuoteRefusal(ctx, insufficientFor(plan)) }
  const lines = plan.map((line) => previewLine(line, lots, now))
  return {
    ...base,
    refusal: null,
    lines: await toChargeLines(ctx, lines, rule.orgCode),
    spendable: takes ? shownSpendable(has) : null,
  }
}

const shownSpendable = (has: Spendable): ChargeQuote['spendable'] => ({
  ...has,
  balance: fromMinor(has.balance),
  give: fromMinor(has.give),
  unlimited: [...has.unlimited],
})

const pricedBy = (rule: RuleRow, discount: Minor) => ({
  consumeType: rule.consumeType,
  priceMode: rule.priceMode,
  price: rule.price - discount,
  deposit: rule.deposit,
  integral: rule.integral,
  frequency: rule.frequency,
  laps: rule.laps,
  coins: rule.coins,
  projectType: rule.projectType,
})

function inputRefusal(
  ctx: CallContext,
  rule: RuleRow,
  { groupNumber, people }: QuoteRequest,
  vehicles: readonly string[],
): AppError | null {
  if (rule.consumeType === 'TESTCARD' && !ctx.user.actions.has(TEST_DRIVES))
    return new AppError('sessions.testNotAllowed', { field: 'consumeType' })
  if (!isForOne(rule.consumeType) && people > peopleOf(rule))
    return new AppError('sessions.ruleOncePeople', { field: 'people', rule: rule.name, limit: rule.oncePeople })
  if (vehicles.length > 1 && !takesSeveralVehicles(rule.consumeType))
    return new AppError('sessions.oneVehicle', { field: 'vehicleId' })
  if (!vehicles.every(isUuid)) return new AppError('sessions.vehicleNotFound', { field: 'vehicleId' })
  if (rule.consumeType === 'GROUPCOUPON' && groupNumber.trim() === '')
    return new AppError('sessions.couponRequired', { field: 'groupNumber' })
  return null
}

interface Use {
  memberId: string | null
  isVisitor: boolean
  request: QuoteRequest
  vehicles: readonly string[]
  now: Date
}

async function usesRefusal(
  ctx: CallContext,
  rule: RuleRow,
  { memberId, isVisitor, request, vehicles, now }: Use,
): Promise<AppError | null> {
  const uses = Math.max(1, vehicles.length)
  const waits = request.usageMode === 'lineup'
  const refusal = await ctx.tx(async (trx) => {
    const { rows } = await sql<{ refusal: { code: ErrorCode; details: ErrorDetails } | null }>`
      select use_refusal(${rule.id}, ${rule.orgCode}, ${memberId}, ${now}, ${waits}, ${uses}) as refusal`.execute(trx)
    return rows[0]?.refusal
  })
  if (!refusal) return null
  const code = isVisitor && refusal.code === 'sessions.ruleMembersOnly' ? 'sessions.ruleOwnMembersOnly' : refusal.code
  return new AppError(code, { ...refusal.details, field: 'sysDepartConsumeRoleId' })
}

interface ShownCode {
  code: string
  memberId: string | null
  people: number
  /** Of the whole order. */
  levelDiscount: Minor
  now: Date
}

/** The value of the coupon that pays or what a discount coupon takes off, or why it cannot be used. */
async function couponFor(
  ctx: CallContext,
  { consumeType, priceMode, price, orgCode, id }: RuleRow,
  { code: entered, memberId, people, levelDiscount, now }: ShownCode,
): Promise<{ value: Minor; off: Minor; refusal: AppError | null }> {
  const code = entered.trim()
  const pays = consumeType === 'GROUPCOUPON'
  if (code === '' || !(pays || isOwnCoupon(code))) return { value: 0, off: 0, refusal: null }
  try {
    return await ctx.tx(async (trx) => {
      const worth = pays
        ? sql`coupon_worth(${orgCode}, ${code}, ${id}, ${memberId}, ${now})`
        : sql`discount_worth(${orgCode}, ${code}, ${id}, ${consumeType},
            price_of(${consumeType}, ${priceMode}, ${price}, ${people}), ${memberId}, ${levelDiscount}, ${now})`
      const { rows } = await sql<{ worth: Minor }>`select ${worth} as worth`.execute(trx)
      const found = rows[0]?.worth ?? 0
      return { value: pays ? found : 0, off: pays ? 0 : found, refusal: null }
    })
  } catch (error) {
    const refusal = toAppError(error)
    if (!refusal) throw error
    return { value: 0, off: 0, refusal }
  }
}

async function spendable(
  trx: Transaction,
  { id, orgCode }: { id: string; orgCode: string },
  now: Date,
): Promise<Spendable> {
  const { rows } = await sql<{ has: Spendable }>`select spendable(${orgCode}, ${id}, ${now}) as has`.execute(trx)
  return rows[0]?.has ?? noValue
}

async function visitorSpendable(
  trx: Transaction,
  { id, orgCode }: { id: string; orgCode: string },
  now: Date,
): Promise<{ has: Spendable; chargeOrder: ChargeOrder }> {
  const { rows } = await sql<{ has: Spendable; chargeOrder: ChargeOrder }>`
    select has, charge_order from visitor_spendable(${orgCode}, ${id}, ${now})`.execute(trx)
  return rows[0] ?? { has: noValue, chargeOrder: 'paidFirst' }
}

/** A charge line with the wallet value before and after, and the lots used, the first to end first. */
function previewLine(line: PlannedLine, lots: readonly Lot[], now: Date): LedgerLine {
  const { account, project, delta } = line
  if (delta > 0 || account === 'unlimited') return line
  const own = lots.filter(
    (lot) => lot.kind === account && lot.project === project && !(lot.validUntil && lot.validUntil <= now),
  )
  let left = -delta
  const taken = own.flatMap(({ id, valueLeft, validUntil, lastDay }) => {
    const part = Math.min(left, valueLeft)
    left -= part
    return part === 0 ? [] : [{ id, delta: -part, validUntil: validUntil?.toISOString() ?? null, lastDay }]
  })
  const before = own.reduce((sum, { valueLeft }) => sum + valueLeft, 0)
  return { ...line, before, after: before + delta, lots: taken }
}

function toQuoteRefusal(ctx: CallContext, error: AppError): ChargeQuote['refusal'] {
  const { code, details } = localizeRefusal(ctx, error) as AppError
  return { code, message: text(ctx.locale, `error.${code}`, details), field: String(details.field ?? '') }
}
