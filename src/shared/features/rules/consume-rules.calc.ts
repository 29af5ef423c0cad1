import type { ErrorCode, ErrorDetails } from '#shared/core/errors.ts'
import type { ConsumeRuleFields, ConsumeType } from './consume-rules.schema.ts'
import { takesLevelDiscount } from './price.calc.ts'
import { UNLIMITED } from './rules.schema.ts'

type Field = keyof ConsumeRuleFields

/** Amount fields that each type charges; all others are reset. */
const charged: Record<ConsumeType, readonly Field[]> = {
  BALANCE: ['price'],
  FREQUENCY: ['frequency'],
  INTEGRAL: ['integral'],
  BALANCEANDINTEGRAL: ['price', 'integral'],
  GROUPCOUPON: ['couponValue', 'platformProductId', 'codeCount', 'codeMinutes'],
  QUAN: [],
  NOCARDCONSUME: ['price', 'deposit'],
  PLAYFREELY: [],
  TESTCARD: [],
  COIN: ['coins'],
  GIFT: ['price'],
}

/** Types for one vehicle and one person. */
const forOne: readonly ConsumeType[] = ['PLAYFREELY', 'TESTCARD']
/** Types for guests, for whom per-member limits cannot be counted. */
const ofGuests: readonly ConsumeType[] = ['NOCARDCONSUME', 'TESTCARD', 'GROUPCOUPON']
/** Tools that hand something out without starting a vehicle, except by rules of their own type, which charge a ride. */
const handsOut: readonly string[] = ['COIN', 'GIFT']

/** Whether a rule of this type and tool uses a field; forms hide the others. */
export function usesField(
  rule: Pick<ConsumeRuleFields, 'consumeTypeRole' | 'toolType' | 'priceMode'>,
  field: Field,
): boolean {
  const { consumeTypeRole: type } = rule
  if (sellsCoins(rule) && charged[type].includes(field)) return false
  switch (field) {
    case 'coinPrice':
    case 'coinCount':
      return sellsCoins(rule)
    case 'price':
    case 'deposit':
    case 'integral':
    case 'coins':
    case 'frequency':
    case 'couponValue':
    case 'platformProductId':
    case 'codeCount':
    case 'codeMinutes':
      return charged[type].includes(field)
    case 'priceMode':
      return !forOne.includes(type)
    case 'oncePeople':
      return !forOne.includes(type) && rule.priceMode === 'one'
    case 'duration':
      // Charging laps forces lap mode.
      return startsRides(rule) && type !== 'QUAN'
    case 'countCycleNumber':
      return startsRides(rule) || type === 'QUAN'
    case 'memberLevel':
    case 'memberLimitCount':
    case 'memberDayLimitCount':
    case 'cuExp':
    case 'needsAgreement':
      return !ofGuests.includes(type)
    case 'levelDiscount':
      return takesLevelDiscount(type)
    case 'isRanking':
      return type !== 'TESTCARD'
    case 'selfService':
      // Coupons are checked by staff, and tests are for staff only.
      return startsRides(rule) && type !== 'GROUPCOUPON' && type !== 'TESTCARD'
    default:
      return true
  }
}

/** Whether coin output sells coins by the rule: its coin price is taken, and no vehicle runs. */
const sellsCoins = ({
  consumeTypeRole,
  toolType,
}: Pick<ConsumeRuleFields, 'consumeTypeRole'> & { toolType: string }): boolean =>
  toolType === 'COIN' && consumeTypeRole !== 'COIN'

/** Whether a ride starts by the rule. */
const startsRides = ({ consumeTypeRole, toolType }: Pick<ConsumeRuleFields, 'consumeTypeRole' | 'toolType'>): boolean =>
  consumeTypeRole === toolType || !handsOut.includes(toolType)

const unused = {
  price: 0,
  deposit: 0,
  integral: 0,
  coins: 0,
  coinPrice: 0,
  coinCount: 0,
  frequency: 0,
  couponValue: 0,
  platformProductId: '',
  codeCount: 1,
  codeMinutes: UNLIMITED,
  priceMode: 'one',
  oncePeople: UNLIMITED,
  duration: 0,
  countCycleNumber: 0,
  memberLevel: '',
  levelDiscount: 'NO',
  memberLimitCount: UNLIMITED,
  memberDayLimitCount: UNLIMITED,
  cuExp: 0,
  selfService: 'NO',
  isRanking: 'NO',
  needsAgreement: 'NO',
} as const satisfies Partial<ConsumeRuleFields>

/** Returns the rule as stored: unused fields are reset, so that no hidden field is ever charged. */
export function normalizedRule<R extends ConsumeRuleFields>(rule: R): R {
  const without = Object.entries(unused).filter(([field]) => !usesField(rule, field as Field))
  const settled = { ...rule, ...Object.fromEntries(without) }
  if (settled.useBracelet === 'NO') settled.braceletCount = 0
  if (settled.memberDay === '') settled.memberDayLimitCount = UNLIMITED
  else settled.memberDay = settled.memberDay.split(',').sort().join(',')
  if (settled.amountType === 'ALL') {
    settled.dayLimitCount = UNLIMITED
    settled.memberLimitCount = UNLIMITED
  }
  return settled
}

export interface RuleProblem {
  code: ErrorCode
  details: ErrorDetails & { field: Field }
}

const problem = (code: ErrorCode, field: Field): RuleProblem => ({ code, details: { field } })

/** Returns all problems of a normalized rule, in the order of the form (spec §5). */
export function problemsOf(rule: ConsumeRuleFields): RuleProblem[] {
  const found = [...costProblems(rule), ...lengthProblems(rule), ...limitProblems(rule)]
  if (rule.useBracelet === 'YES' && rule.braceletCount === 0) {
    found.push(problem('rules.braceletsNeeded', 'braceletCount'))
  }
  if (rule.useBracelet === 'YES' && rule.consumeMode !== 'immediate') {
    found.push(problem('rules.braceletsAtOnce', 'consumeMode'))
  }
  // At a kiosk no staff can take photos, put on wristbands or take cash, and its rides are always queued.
  const needsStaff = rule.useBracelet === 'YES' || rule.gatherFace === 'YES' || rule.consumeMode === 'immediate'
  const forcesCash = rule.consumeTypeRole === 'NOCARDCONSUME' && rule.price === 0 && rule.deposit > 0
  if (rule.selfService === 'YES' && (needsStaff || forcesCash)) {
    found.push(problem('rules.selfServiceNeedsNobody', 'selfService'))
  }
  return found
}

function costProblems(rule: ConsumeRuleFields): RuleProblem[] {
  const found: RuleProblem[] = []
  // It would start no ride and sell nothing, so nobody could use it.
  if (!startsRides(rule) && !sellsCoins(rule)) found.push(problem('rules.giftToolOwnType', 'toolType'))
  const uses = (field: Field) => usesField(rule, field)
  // For guests a price of 0 forces cash; for members it would be an unnoticed mistake.
  if (uses('price') && rule.price === 0 && rule.consumeTypeRole !== 'NOCARDCONSUME') {
    found.push(problem('rules.priceNeeded', 'price'))
  }
  if (uses('integral') && rule.integral === 0) found.push(problem('rules.integralNeeded', 'integral'))
  if (uses('coins') && rule.coins === 0) found.push(problem('rules.coinsNeeded', 'coins'))
  if (uses('coinPrice') && rule.coinPrice === 0) found.push(problem('rules.coinPriceNeeded', 'coinPrice'))
  if (uses('coinCount') && rule.coinCount === 0) found.push(problem('rules.coinCountNeeded', 'coinCount'))
  if (uses('frequency') && rule.frequency === 0) found.push(problem('rules.frequencyNeeded', 'frequency'))
  if (uses('couponValue') && rule.couponValue === 0 && rule.platformProductId === '') {
    found.push(problem('rules.couponNeeded', 'couponValue'))
  }
  if (rule.oncePeople === 0) found.push(problem('rules.oncePeopleRange', 'oncePeople'))
  if (rule.codeCount === 0) found.push(problem('rules.codeCountRange', 'codeCount'))
  if (rule.codeMinutes === 0) found.push(problem('rules.codeMinutesRange', 'codeMinutes'))
  return found
}

function lengthProblems(rule: ConsumeRuleFields): RuleProblem[] {
  if (rule.consumeTypeRole === 'QUAN' && rule.countCycleNumber === 0) {
    return [problem('rules.lapsNeeded', 'countCycleNumber')]
  }
  if (startsRides(rule) && rule.countCycleNumber === 0 && rule.duration === 0) {
    return [problem('rules.lengthNeeded', 'countCycleNumber')]
  }
  return []
}

function limitProblems(rule: ConsumeRuleFields): RuleProblem[] {
  const found: RuleProblem[] = []
  const limits = ['dayLimitCount', 'memberLimitCount', 'memberDayLimitCount'] as const
  // With a limit of 0 the rule would never be offered.
  for (const field of limits) if (rule[field] === 0) found.push(problem('rules.limitRange', field))
  if (rule.amountType === 'LIMIT' && rule.dayLimitCount === UNLIMITED && rule.memberLimitCount === UNLIMITED) {
    found.push(problem('rules.limitNeeded', 'dayLimitCount'))
  }
  return found
}
