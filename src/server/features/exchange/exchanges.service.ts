import type { z } from 'zod'
import { toAppError } from '#server/core/http/database-errors.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import {
  currentMember,
  enteredPasswordHash,
  type MemberRow,
  refuseMissingMember,
} from '#server/features/members/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { amountOf, type FromWallet, unitsOf } from '#shared/features/exchange/exchange.calc.ts'
import type {
  ExchangeInput,
  ExchangeOption,
  ExchangeOptions,
  ExchangePlan,
  ExchangePlanInput,
  ExchangeResult,
} from '#shared/features/exchange/exchanges.schema.ts'
import { text } from '#shared/i18n/catalogue.ts'
import { projectTexts, shownRefusal } from './exchange-units.view.ts'
import {
  exchangeValue,
  findRate,
  offeredRates,
  type PlannedExchange,
  planOf,
  reverseExchange,
} from './exchanges.repository.ts'

/** The record kind of member changes in the audit trail. */
const MEMBER_KIND = '/membermanage/sysMemberManage'

async function requireMember(
  trx: Transaction,
  { user }: Pick<CallContext, 'user'>,
  userId: string,
): Promise<MemberRow> {
  const member = await currentMember(trx, userId)
  return member ?? refuseMissingMember(trx, user.orgCode, userId)
}

/** The rate of a call and its amount in ledger units. Throws `common.recordNotFound`, or `exchange.wholeUnits` for half a point. */
async function requireRate(trx: Transaction, member: MemberRow, rateId: string, amount: number) {
  const rate = await findRate(trx, member, rateId)
  if (!rate) throw new AppError('common.recordNotFound', { field: 'rateId' })
  const units = unitsOf(rate.fromWallet, amount)
  if (Number.isNaN(units)) throw new AppError('exchange.wholeUnits', { field: 'amount' })
  return { rate, units }
}

/** The refusal of a plan in the caller's language. */
function toRefusal(
  ctx: CallContext,
  { refusal }: Pick<PlannedExchange, 'refusal'>,
  wallet: FromWallet,
): ExchangePlan['refusal'] {
  if (refusal === null) return null
  const { code, details } = shownRefusal(refusal.code, { ...refusal.details, wallet })
  return {
    code,
    message: text(ctx.locale, `error.${code}`, details as Record<string, string>),
    field: String(details.field ?? ''),
  }
}

/** The rates that a member's store offers, with what the member has. */
export const optionsOf = (deps: Deps, ctx: CallContext, userId: string): Promise<ExchangeOptions> =>
  ctx.tx(async (trx) => {
    const member = await requireMember(trx, ctx, userId)
    const nameOf = await projectTexts(trx, ctx.locale)
    const rates = await offeredRates(trx, member, deps.clock())
    return {
      passwordRequired: member.consumePassword !== null,
      rates: rates.map(({ id, orgCode, plan, ...rate }): ExchangeOption => {
        const { fromWallet, fromProject, toWallet, toProject } = rate
        const given = (units: number): number => amountOf(fromWallet, units)
        const refusal = toRefusal(ctx, plan, fromWallet)
        return {
          rateId: id,
          fromWallet,
          fromProject,
          fromProject_dictText: nameOf(orgCode, fromProject),
          toWallet,
          toProject,
          toProject_dictText: nameOf(orgCode, toProject),
          fromAmount: given(rate.fromUnits),
          toAmount: amountOf(toWallet, rate.toUnits),
          minimum: given(rate.minimum),
          step: given(rate.step),
          dayLimit: rate.dayLimit < 0 ? rate.dayLimit : given(rate.dayLimit),
          available: given(plan.available),
          toValue: amountOf(toWallet, plan.toValue),
          usedToday: given(plan.used),
          refusal: refusal?.message ?? '',
        }
      }),
    }
  })

/** What an exchange would do now; changes nothing. */
export const previewExchange = (
  deps: Deps,
  ctx: CallContext,
  { userId, rateId, amount }: z.output<typeof ExchangePlanInput>,
): Promise<ExchangePlan> =>
  ctx.tx(async (trx) => {
    const member = await requireMember(trx, ctx, userId)
    const { rate, units } = await requireRate(trx, member, rateId, amount)
    const plan = await planOf(trx, member, rate.id, units, deps.clock())
    return {
      amount,
      received: amountOf(rate.toWallet, plan.received),
      available: amountOf(rate.fromWallet, plan.available),
      usedToday: amountOf(rate.fromWallet, plan.used),
      passwordRequired: member.consumePassword !== null,
      refusal: toRefusal(ctx, plan, rate.fromWallet),
    }
  })

/** Exchanges value of a member; the idempotency key is the id of the exchange. Throws why it is refused. */
export async function addExchange(
  deps: Deps,
  ctx: CallContext,
  trx: Transaction,
  { userId, rateId, amount, received }: Omit<ExchangeInput, 'password'>,
): Promise<ExchangeResult> {
  const member = await requireMember(trx, ctx, userId)
  ctx.changesStore(member.orgCode)
  const { rate, units } = await requireRate(trx, member, rateId, amount)
  const expected = received === undefined ? null : unitsOf(rate.toWallet, received)
  if (Number.isNaN(expected)) throw new AppError('exchange.wholeUnits', { field: 'received' })
  const { user } = ctx
  const made = await exchangeValue(trx, {
    id: ctx.key,
    rateId: rate.id,
    memberId: member.id,
    amount: units,
    expected,
    passwordHash: enteredPasswordHash(ctx),
    operatorId: user.id,
    operatorName: user.realname,
    terminalId: await ctx.terminal(),
    now: deps.clock(),
  })
  const changes = made.posted.map(({ account, project, before, after }) => ({
    wallet: account as FromWallet,
    projectType: project,
    before: amountOf(account, before ?? 0),
    after: amountOf(account, after ?? 0),
  }))
  const side = (name: 'before' | 'after') =>
    Object.fromEntries(changes.map((one) => [[one.wallet, one.projectType].filter(Boolean).join(' '), one[name]]))
  ctx.touched({ id: ctx.key, after: { userId: made.memberId, rateId, amount, received: made.received } })
  ctx.touched({ id: made.memberId, kind: MEMBER_KIND, before: side('before'), after: side('after') })
  announce(deps, ctx, made.orgCode)
  return { id: ctx.key, amount, received: amountOf(made.toWallet, made.received), changes }
}

const SPENT = /^(wallets\.\w+Short|ledger\.lotShort)$/

/** Reverses an exchange. Throws `exchange.reversedBefore`, or `exchange.spent` where a part of the value is gone. */
export async function undoExchange(
  deps: Deps,
  ctx: CallContext,
  trx: Transaction,
  { id, reason }: { id: string; reason: string },
): Promise<null> {
  const { user } = ctx
  const call = {
    id: ctx.key,
    exchangeId: id,
    reason,
    operatorId: user.id,
    operatorName: user.realname,
    terminalId: await ctx.terminal(),
    now: deps.clock(),
  }
  const { orgCode, memberId } = await reverseExchange(trx, call).catch((error: unknown) => {
    const appError = toAppError(error)
    if (!appError || !SPENT.test(appError.code)) throw appError ?? error
    const { account, field, needed, available } = appError.details
    throw shownRefusal('exchange.spent', { wallet: account ?? field, needed, available })
  })
  ctx.changesStore(orgCode)
  ctx.touched({ id, before: { exchangeState: 'done' }, after: { exchangeState: 'reversed', reason } })
  ctx.touched({ id: memberId, kind: MEMBER_KIND, after: { exchangeReversed: id } })
  announce(deps, ctx, orgCode)
  return null
}

function announce({ realtime }: Deps, ctx: CallContext, orgCode: string): void {
  ctx.afterCommit(async () => {
    for (const topic of ['exchanges', 'wallets']) await realtime.publish({ topic, orgCode })
  })
}
