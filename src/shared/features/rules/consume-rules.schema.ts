import { z } from 'zod'
import { familyField } from '#shared/core/family-names.ts'
import { creationMarks } from '#shared/core/fields.ts'
import { Amount } from '#shared/core/money.ts'
import { exact, line, wrong } from '#shared/core/text.ts'
import { YesNo } from '#shared/core/yes-no.ts'
import { Count, Limit, Price, ProjectType, UNLIMITED } from './rules.schema.ts'

export const ConsumeType = z.enum([
  'BALANCE',
  'FREQUENCY',
  'INTEGRAL',
  'BALANCEANDINTEGRAL',
  'GROUPCOUPON',
  'QUAN',
  'NOCARDCONSUME',
  'PLAYFREELY',
  'TESTCARD',
  'COIN',
  'GIFT',
])
export type ConsumeType = z.infer<typeof ConsumeType>

/** Most people per charge that the form accepts. */
const MAX_PEOPLE_PER_CHARGE = 999

export const PriceMode = z.enum(['one', 'every'])
/** Whether rides by the rule start at once, are queued, or either. */
export const UseMode = z.enum(['immediate', 'lineup', 'both'])
/** The counter tool that a rule is for; `TONGYONG`: any. */
export const ToolType = z.enum(['TONGYONG', 'BALANCE', 'INTEGRAL', 'COIN', 'GIFT', 'GROUP', 'CARD', 'FACE'])
/** `LIMIT`: the limits of uses apply. */
export const AmountType = z.enum(['ALL', 'LIMIT'])

/**
 * Price and length of a ride (spec §3 consume rule). Fields added after the first release have a default, so that terminals can
 * still read older snapshots.
 */
export const ConsumeRule = z.object({
  id: z.string(),
  sysOrgCode: z.string(),
  consumeRoleName: z.string(),
  consumeTypeRole: ConsumeType,
  toolType: z.string(),
  projectType: z.string(),
  /** `one` charges once whatever the number of people. */
  priceMode: familyField(PriceMode),
  /** People per charge, for rules that charge once. */
  oncePeople: z.number().int().default(UNLIMITED),
  price: Amount,
  deposit: Amount,
  integral: z.number().int(),
  coins: z.number().int().default(0),
  /** What coin output takes, and how many coins it gives for it. */
  coinPrice: Amount.default(0),
  coinCount: z.number().int().default(0),
  frequency: z.number().int(),
  /** Minutes in timer mode; 0 means that the rule has no timer mode. */
  duration: z.number().int(),
  /** Laps in lap mode; 0 means that the rule has no lap mode. */
  countCycleNumber: z.number().int(),
  memberLevel: z.string(),
  indexNumber: z.number().int(),
  consumeMode: UseMode.default('both'),
  /** YES: a wristband label for each person, `braceletCount` each, and an immediate start. */
  useBracelet: YesNo.default('NO'),
  braceletCount: z.number().int().default(0),
  amountType: AmountType.default('ALL'),
  dayLimitCount: z.number().int().default(UNLIMITED),
  memberLimitCount: z.number().int().default(UNLIMITED),
  /** The weekdays on which it is offered, joined by commas, 1 for Monday; none: every day. */
  memberDay: z.string().default(''),
  memberDayLimitCount: z.number().int().default(UNLIMITED),
  /** YES: a photo of the racer is taken before the start. */
  gatherFace: YesNo.default('NO'),
  /** YES: the discount of a member's level is taken off the price. */
  levelDiscount: YesNo.default('NO'),
  /** Experience points that a member gains. */
  cuExp: z.number().int().default(0),
  isRanking: YesNo.default('YES'),
  /** YES: guests may join the queue by it at a kiosk. */
  selfService: YesNo.default('NO'),
  /** YES: requires a signed agreement, regardless of the store's setting. */
  needsAgreement: YesNo.default('NO'),
  /** Of a coupon code: allowed uses, and minutes of validity after the first use. */
  codeCount: z.number().int().default(1),
  codeMinutes: z.number().int().default(UNLIMITED),
  couponValue: Amount.default(0),
  platformProductId: z.string().default(''),
})
export type ConsumeRule = z.infer<typeof ConsumeRule>

/** Input of a rule; `consume-rules.calc.ts` says which fields each type uses. */
export const consumeRuleFields = z.object({
  consumeRoleName: line(64, 1),
  consumeTypeRole: ConsumeType,
  toolType: ToolType,
  projectType: ProjectType,
  priceMode: familyField(PriceMode),
  oncePeople: Limit.max(MAX_PEOPLE_PER_CHARGE),
  price: Price,
  deposit: Price,
  integral: Count,
  coins: Count,
  coinPrice: Price,
  coinCount: z.number().int().min(0).max(9999),
  frequency: Count,
  duration: z.number().int().min(0).max(1440),
  countCycleNumber: z.number().int().min(0).max(1000),
  memberLevel: exact(64),
  levelDiscount: YesNo,
  consumeMode: UseMode,
  useBracelet: YesNo,
  braceletCount: z.number().int().min(0).max(99),
  amountType: AmountType,
  dayLimitCount: Limit,
  memberLimitCount: Limit,
  /** Each weekday once, in any order. */
  memberDay: z
    .string()
    .max(13)
    .regex(/^(?!.*([1-7]).*\1)([1-7](,[1-7])*)?$/, wrong('input.weekdays')),
  memberDayLimitCount: Limit,
  gatherFace: YesNo,
  cuExp: Count,
  isRanking: YesNo,
  selfService: YesNo,
  needsAgreement: YesNo,
  codeCount: Limit,
  codeMinutes: Limit,
  couponValue: Price,
  platformProductId: line(64),
  isActive: YesNo,
})
export type ConsumeRuleFields = z.infer<typeof consumeRuleFields>

/** Default values of a new rule. */
export const newConsumeRule = {
  toolType: 'TONGYONG',
  projectType: 'currency',
  priceMode: 'every',
  oncePeople: UNLIMITED,
  price: 0,
  deposit: 0,
  integral: 0,
  coins: 0,
  coinPrice: 0,
  coinCount: 0,
  frequency: 0,
  duration: 0,
  countCycleNumber: 0,
  memberLevel: '',
  levelDiscount: 'YES',
  consumeMode: 'both',
  useBracelet: 'NO',
  braceletCount: 0,
  amountType: 'ALL',
  dayLimitCount: UNLIMITED,
  memberLimitCount: UNLIMITED,
  memberDay: '',
  memberDayLimitCount: UNLIMITED,
  gatherFace: 'NO',
  cuExp: 0,
  isRanking: 'YES',
  selfService: 'NO',
  needsAgreement: 'NO',
  codeCount: 1,
  codeMinutes: UNLIMITED,
  couponValue: 0,
  platformProductId: '',
  isActive: 'YES',
} as const satisfies Partial<ConsumeRuleFields>

export const consumeRuleMarks = {
  indexNumber: { kind: 'number', label: 'rules.indexNumber', sort: true },
  consumeRoleName: { kind: 'text', label: 'consumeRule.name', sort: true, sheet: true },
  consumeTypeRole: { kind: 'text', label: 'consumeRule.type', sort: true, sheet: true, dict: 'consume_type' },
  toolType: { kind: 'text', label: 'consumeRule.tool', sort: true, sheet: true, dict: 'tool_type' },
  projectType: { kind: 'text', label: 'rules.project', sheet: true, dict: 'project_type' },
  priceMode: { kind: 'text', label: 'dict.priceMode', sheet: true, dict: 'price_mode' },
  oncePeople: { kind: 'number', label: 'consumeRule.oncePeople', sheet: true },
  price: { kind: 'money', label: 'consumeRule.price', sort: true, sheet: true },
  deposit: { kind: 'money', label: 'consumeRule.deposit', sheet: true },
  integral: { kind: 'number', label: 'consumeRule.integral', sheet: true },
  coins: { kind: 'number', label: 'consumeRule.coins', sheet: true },
  coinPrice: { kind: 'money', label: 'consumeRule.coinPrice', sheet: true },
  coinCount: { kind: 'number', label: 'consumeRule.coinCount', sheet: true },
  frequency: { kind: 'number', label: 'consumeRule.frequency', sheet: true },
  countCycleNumber: { kind: 'number', label: 'consumeRule.laps', sheet: true },
  duration: { kind: 'number', label: 'consumeRule.minutes', sheet: true },
  memberLevel: { kind: 'text', label: 'consumeRule.level', sheet: true },
  levelDiscount: { kind: 'yesNo', label: 'consumeRule.levelDiscount', sheet: true, dict: 'yn' },
  consumeMode: { kind: 'text', label: 'dict.useMode', sheet: true, dict: 'use_mode' },
  useBracelet: { kind: 'yesNo', label: 'consumeRule.useBracelet', sheet: true, dict: 'yn' },
  braceletCount: { kind: 'number', label: 'consumeRule.braceletCount', sheet: true },
  amountType: { kind: 'text', label: 'dict.amountType', sheet: true, dict: 'amount_type', unsearched: true },
  dayLimitCount: { kind: 'number', label: 'consumeRule.dayLimit', sheet: true },
  memberLimitCount: { kind: 'number', label: 'consumeRule.memberLimit', sheet: true },
  memberDay: { kind: 'text', label: 'consumeRule.memberDay', sheet: true, dict: 'weekday', unsearched: true },
  memberDayLimitCount: { kind: 'number', label: 'consumeRule.memberDayLimit', sheet: true },
  gatherFace: { kind: 'yesNo', label: 'consumeRule.gatherFace', sheet: true, dict: 'yn' },
  cuExp: { kind: 'number', label: 'consumeRule.experience', sheet: true },
  isRanking: { kind: 'yesNo', label: 'consumeRule.ranking', sheet: true, dict: 'yn' },
  selfService: { kind: 'yesNo', label: 'consumeRule.selfService', sheet: true, dict: 'yn' },
  needsAgreement: { kind: 'yesNo', label: 'consumeRule.needsAgreement', sheet: true, dict: 'yn' },
  codeCount: { kind: 'number', label: 'consumeRule.codeCount', sheet: true },
  codeMinutes: { kind: 'number', label: 'consumeRule.codeMinutes', sheet: true },
  couponValue: { kind: 'money', label: 'consumeRule.couponValue', sheet: true },
  platformProductId: { kind: 'text', label: 'consumeRule.platformProduct', sheet: true },
  isActive: { kind: 'yesNo', label: 'rules.active', sort: true, sheet: true, dict: 'yn' },
  id: { kind: 'id', label: 'crud.id' },
  ...creationMarks,
  sysOrgCode: { kind: 'text', label: 'records.store' },
} as const
