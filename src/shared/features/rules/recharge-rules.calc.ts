import type { ErrorCode, ErrorDetails } from '#shared/core/errors.ts'
import { type Minor, toMinor } from '#shared/core/money.ts'
import { lastDayBought } from '#shared/features/wallets/validity.calc.ts'
import { newRechargeRule, type RechargeRuleFields, rechargeRuleFields } from './recharge-rules.contract.ts'

type Field = keyof RechargeRuleFields

/** Whether a rule uses a field; forms hide the others. */
export function usesRechargeField(rule: RechargeRuleFields, field: Field): boolean {
  switch (field) {
    case 'giftCount':
      return rule.giftId !== ''
    case 'salesMethod':
      return rule.amountType === 'fixed'
    case 'price':
      return rule.salesMethod === 'listedPrice'
    case 'projectType':
      return rule.frequency > 0
    case 'validDays':
      return rule.validityType === 'fixedDays'
    case 'validDate':
      return rule.validityType === 'fixedDate'
    case 'limitBegin':
    case 'limitEnd':
      return rule.timeLimit === 'YES'
    default:
      return true
  }
}

/** Returns the rule as stored: unused fields are reset, and the price is derived. */
export function normalizedRechargeRule<R extends RechargeRuleFields>(rule: R): R {
  return {
    ...rule,
    price: rule.salesMethod === 'listedPrice' ? rule.price : rule.amountType === 'fixed' ? rule.recharge : 0,
    projectType: rule.frequency > 0 ? rule.projectType : 'currency',
    validDays: rule.validityType === 'fixedDays' ? rule.validDays : 0,
    validDate: rule.validityType === 'fixedDate' ? rule.validDate : '',
    giftCount: rule.giftId === '' ? 0 : Math.max(1, rule.giftCount),
    limitBegin: rule.timeLimit === 'YES' ? rule.limitBegin : '',
    limitEnd: rule.timeLimit === 'YES' ? rule.limitEnd : '',
  }
}

/** Returns the rule that an unfinished form describes; empty or invalid fields get their defaults. */
export function rechargeDraft(given: Readonly<Record<string, unknown>>): RechargeRuleFields {
  const base: RechargeRuleFields = { ...newRechargeRule, roleName: '' }
  const fitting = Object.entries(rechargeRuleFields.shape).filter(
    ([name, field]) => field.safeParse(given[name]).success,
  )
  return normalizedRechargeRule({
    ...base,
    ...Object.fromEntries(fitting.map(([name, field]) => [name, field.parse(given[name])])),
  })
}

export interface RechargeProblem {
  code: ErrorCode
  details: ErrorDetails & { field: Field }
}

const problem = (code: ErrorCode, field: Field): RechargeProblem => ({ code, details: { field } })

/** Returns all problems of a rule, in the order of the form (spec §5). */
export function rechargeProblems(rule: RechargeRuleFields): RechargeProblem[] {
  const found: RechargeProblem[] = []
  const { amountType, salesMethod } = rule
  if (amountType === 'custom' && salesMethod === 'listedPrice') {
    found.push(problem('rules.customHasNoPrice', 'salesMethod'))
  } else if (salesMethod === 'listedPrice') {
    if (rule.price === 0) found.push(problem('rules.listedPriceNeeded', 'price'))
    const gifts = [rule.recharge, rule.give, rule.integral, rule.frequency, rule.laps]
    if (rule.giftId === '' && gifts.every((gift) => gift === 0)) found.push(problem('rules.givesNothing', 'recharge'))
  } else if (amountType === 'fixed' && rule.recharge === 0) {
    found.push(problem('rules.rechargeNeeded', 'recharge'))
  }
  if (rule.validityType === 'fixedDays' && rule.validDays === 0) {
    found.push(problem('rules.validDaysNeeded', 'validDays'))
  }
  if (rule.validityType === 'fixedDate' && !rule.validDate) found.push(problem('rules.validDateNeeded', 'validDate'))
  if (amountType === 'custom' && rule.selfRecharge === 'YES') {
    found.push(problem('rules.customNotForSelf', 'selfRecharge'))
  }
  if (rule.timeLimit === 'YES') {
    if (!rule.limitBegin) found.push(problem('rules.limitBeginNeeded', 'limitBegin'))
    else if (!rule.limitEnd) found.push(problem('rules.limitEndNeeded', 'limitEnd'))
    else if (rule.limitEnd < rule.limitBegin) found.push(problem('rules.limitEndsBefore', 'limitEnd'))
  }
  return found
}

/** Price and gains of one recharge by a rule. */
export interface RechargeOutcome {
  pays: Minor
  balance: Minor
  give: Minor
  integral: number
  frequency: number
  laps: number
  /** Last day of validity; null: unlimited. */
  validUntil: string | null
}

/** Returns the outcome of a recharge on `today` (`2026-01-31`). `amount` counts for custom amounts only. */
export function rechargeOutcome(rule: RechargeRuleFields, today: string, amount: Minor): RechargeOutcome {
  const custom = rule.amountType === 'custom'
  return {
    pays: custom ? amount : toMinor(rule.price),
    balance: custom ? amount : toMinor(rule.recharge),
    give: toMinor(rule.give),
    integral: rule.integral,
    frequency: rule.frequency,
    laps: rule.laps,
    validUntil: lastDay(rule, today),
  }
}

function lastDay({ validityType, validDays, validDate }: RechargeRuleFields, today: string): string | null {
  if (validityType === 'forever') return null
  if (validityType === 'fixedDate') return validDate || null
  return lastDayBought(today, validDays)
}
