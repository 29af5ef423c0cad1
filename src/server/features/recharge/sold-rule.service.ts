import type { Transaction } from '#server/db/database.ts'
import { soldPlayCard, soldRechargeRule } from '#server/features/rules/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { fromMinor, type Minor, toMinor } from '#shared/core/money.ts'
import { businessDay } from '#shared/core/time.ts'
import { amountRefusal, priceRefusal } from '#shared/features/recharge/recharge.calc.ts'
import type { RechargeInput } from '#shared/features/recharge/recharge-orders.schema.ts'
import type { PlayCardRule } from '#shared/features/rules/play-card-rules.contract.ts'
import { rechargeOutcome } from '#shared/features/rules/recharge-rules.calc.ts'
import type { RechargeRow } from './recharge-orders.repository.ts'

/** The price and benefits of a rule, as stored in an order. */
type Terms = Pick<
  RechargeRow,
  | 'kind'
  | 'ruleId'
  | 'ruleName'
  | 'amount'
  | 'balance'
  | 'give'
  | 'integral'
  | 'frequency'
  | 'projectType'
  | 'laps'
  | 'validUntil'
  | 'cardDays'
  | 'cardPlays'
  | 'memberLevel'
  | 'giftId'
  | 'giftCount'
>

export interface Sale {
  store: Awaited<ReturnType<typeof storeOf>>
  terms: Terms
  /** The card, if one is sold. */
  card: Pick<PlayCardRule, 'roleName' | 'changwanDays' | 'counts' | 'needPhoto'> | null
}

const storeOf = (trx: Transaction, orgCode: string) =>
  trx.selectFrom('store').selectAll().where('orgCode', '=', orgCode).executeTakeFirstOrThrow()

/** Resolves the rule of a sale at the current price. Throws `recharge.ruleNotSold`, or if the counter sent another price. */
export async function resolveSale(trx: Transaction, input: RechargeInput, now: Date): Promise<Sale> {
  const sentAmount = input.amount === null || input.amount === undefined ? null : toMinor(input.amount)
  return input.sysDepartChangwanRoleId
    ? soldCard(trx, input.sysDepartChangwanRoleId, sentAmount)
    : soldRecharge(trx, input.sysDepartRechargeRoleId ?? '', sentAmount, now)
}

async function soldRecharge(trx: Transaction, id: string, sentAmount: Minor | null, now: Date): Promise<Sale> {
  const row = await soldRechargeRule(trx, id, now)
  if (!row) throw new AppError('recharge.ruleNotSold', { field: 'sysDepartRechargeRoleId' })
  const rule = {
    ...row,
    validDate: row.validDate ?? '',
    limitBegin: row.limitBegin ?? '',
    limitEnd: row.limitEnd ?? '',
  }
  const refusal = amountRefusal(rule, sentAmount)
  if (refusal) throw new AppError(refusal.code, refusal.details)
  const store = await storeOf(trx, rule.sysOrgCode)
  const today = businessDay(now, store.timeZone, store.dayStartHour)
  const { pays, validUntil, ...gains } = rechargeOutcome(rule, today, sentAmount ?? 0)
  const { projectType, memberLevel, giftId, giftCount } = rule
  return {
    store,
    card: null,
    terms: {
      ...gains,
      kind: 'recharge',
      ruleId: rule.id,
      ruleName: rule.roleName,
      amount: pays,
      projectType,
      validUntil,
      cardDays: 0,
      cardPlays: 0,
      memberLevel,
      giftId: giftId || null,
      giftCount: giftId === '' ? 0 : giftCount,
    },
  }
}

async function soldCard(trx: Transaction, id: string, sentAmount: Minor | null): Promise<Sale> {
  const rule = await soldPlayCard(trx, id)
  if (!rule) throw new AppError('recharge.ruleNotSold', { field: 'sysDepartChangwanRoleId' })
  const amount = toMinor(rule.price)
  const refusal = priceRefusal(amount, sentAmount)
  if (refusal) throw new AppError(refusal.code, refusal.details)
  const { projectType, changwanDays: cardDays, counts: cardPlays } = rule
  return {
    store: await storeOf(trx, rule.sysOrgCode),
    card: rule,
    terms: {
      kind: 'card',
      ruleId: rule.id,
      ruleName: rule.roleName,
      amount,
      balance: 0,
      give: 0,
      integral: 0,
      frequency: 0,
      laps: 0,
      projectType,
      validUntil: null,
      cardDays,
      cardPlays,
      memberLevel: '',
      giftId: null,
      giftCount: 0,
    },
  }
}

/** Price and benefits for the audit trail. */
export const shownTerms = ({ terms }: Sale) => ({
  rule: terms.ruleName,
  amount: fromMinor(terms.amount),
  recharge: fromMinor(terms.balance),
  give: fromMinor(terms.give),
})
