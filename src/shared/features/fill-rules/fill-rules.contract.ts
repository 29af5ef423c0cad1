import { z } from 'zod'
import { crudRoutes, entity, resource } from '#shared/core/crud.ts'
import { excelRoutes, type Sheet } from '#shared/core/excel.ts'
import { creationMarks, fieldsOf, sheetColumnsOf } from '#shared/core/fields.ts'
import { route } from '#shared/core/route.ts'
import { exact, line, lines, wrong } from '#shared/core/text.ts'
import { readPattern } from './fill-pattern.calc.ts'

/**
 * What a rule makes: a number with prefix, date and store, an own pattern, a date, the store's code, or the code that the next store
 * or category below a parent gets.
 */
export const FillKind = z.enum(['sequence', 'pattern', 'date', 'org', 'childStore', 'childCategory'])
export type FillKind = z.infer<typeof FillKind>

/** Classes that clients of the API family name; no class is ever loaded. */
const KIND_OF_CLASS: Readonly<Record<string, FillKind>> = {
  OrgCodeRule: 'childStore',
  CategoryCodeRule: 'childCategory',
  OrderNumberRule: 'sequence',
}

const kindOf = (name: string): string => {
  const last = name.slice(name.lastIndexOf('.') + 1)
  return Object.hasOwn(KIND_OF_CLASS, last) ? (KIND_OF_CLASS[last] as string) : name
}

/** How numbers are counted. */
const counting = {
  /** All stores count together, or each by itself. */
  per: z.enum(['all', 'store']).default('store'),
  reset: z.enum(['never', 'day', 'month', 'year']).default('never'),
  /** Which day counts and is shown: the store's business day, or the calendar's. */
  day: z.enum(['business', 'calendar']).default('business'),
  start: z.number().int().min(0).max(1_000_000_000_000).default(1),
  step: z.number().int().min(1).max(1000).default(1),
  /** Numbers have no gaps: each is given when its record is saved, and records are saved one after the other. */
  gapFree: z.boolean().default(false),
}

const plain = (text: string): boolean => !/[{}]/.test(text)
const TimeFormat = z.enum(['yyyy', 'yyyyMM', 'yyyyMMdd', 'yyMMdd', 'yyyyMMddHHmmss', 'HHmmss'])

/** The parameters of each kind; other properties are dropped. */
export const fillParams = {
  sequence: z.object({
    prefix: line(20).refine(plain, wrong('fillRule.noBraces')).default(''),
    date: z.union([z.literal(''), TimeFormat]).default('yyyyMMdd'),
    withOrg: z.boolean().default(false),
    digits: z.number().int().min(1).max(15).default(4),
    ...counting,
  }),
  pattern: z.object({
    pattern: exact(100, 1).refine((text) => readPattern(text) !== null, wrong('fillRule.badPattern')),
    ...counting,
  }),
  date: z.object({ date: TimeFormat.default('yyyyMMdd'), day: counting.day }),
  org: z.object({}),
  childStore: z.object({ parentId: exact(64).default('') }),
  childCategory: z.object({ pid: exact(64).default('') }),
} satisfies Record<FillKind, z.ZodObject>

export type Counting = z.output<z.ZodObject<typeof counting>>
export type FillParams = { [K in FillKind]: z.output<(typeof fillParams)[K]> }

const ruleFields = z.object({
  ruleName: line(100, 1),
  ruleCode: z.string().regex(/^[\w.:-]{1,64}$/, wrong('input.code')),
  ruleClass: exact(200).transform(kindOf).pipe(FillKind),
  /** The parameters of the kind as JSON text. */
  ruleParams: lines(4000)
    .nullable()
    .transform((text) => text ?? ''),
})

const marks = {
  ruleName: { kind: 'text', label: 'fillRule.name', sort: true, sheet: true },
  ruleCode: { kind: 'text', label: 'fillRule.code', sort: true, sheet: true },
  ruleClass: { kind: 'text', label: 'fillRule.kind', sort: true, sheet: true, dict: 'fill_kind' },
  ruleParams: { kind: 'text', label: 'fillRule.params', unsearched: true, sheet: true },
  id: { kind: 'id', label: 'crud.id' },
  ...creationMarks,
} as const

/** Rules that fill fields of new records (`api-family 5`). */
export const fillRuleResource = resource({
  path: '/sys/fillRule',
  permission: 'fillrule',
  noun: 'fill rules',
  entity: entity(ruleFields.extend({ ruleClass: FillKind, ruleParams: z.string() })),
  create: ruleFields.partial({ ruleParams: true }),
  update: ruleFields,
  ...fieldsOf(marks),
})

export const fillRuleSheet: Sheet = { title: 'menu.fillRules', columns: sheetColumnsOf(marks) }

const MAX_FIELDS = 200

/** The simple values of a form, as texts; lists and objects are left out. */
function simpleValues(given: unknown): Record<string, string> {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return {}
  return Object.fromEntries(
    Object.entries(given)
      .slice(0, MAX_FIELDS)
      .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
      .map(([name, value]) => [name, String(value)]),
  )
}

/** What the user has typed into the form so far; rules may use it. */
const FormValues = z.preprocess(
  simpleValues,
  z
    .record(z.string().max(200), z.string().max(20_000))
    .refine((values) => Object.keys(values).length <= MAX_FIELDS, wrong('input.format')),
)

const RuleCode = exact(64, 1)

export const fillRules = {
  ...crudRoutes(fillRuleResource),
  ...excelRoutes(fillRuleResource),
  testFillRule: route({
    labels: fillRuleResource.labels ?? {},
    method: 'GET',
    path: '/sys/fillRule/testFillRule',
    summary: 'What a rule would give now; no number is used up',
    access: 'fillrule:list',
    query: z.object({ ruleCode: RuleCode }),
    result: z.string(),
  }),
  executeRuleByCode: route({
    labels: fillRuleResource.labels ?? {},
    method: 'PUT',
    path: '/sys/fillRule/executeRuleByCode/:ruleCode',
    summary: 'The value of a rule for the caller’s store and form; a number is used up. Rules without gaps are refused',
    access: 'fillrule:use',
    params: z.object({ ruleCode: RuleCode }),
    body: FormValues,
    result: z.string(),
  }),
  executeRuleByCodeBatch: route({
    labels: { ...fillRuleResource.labels, rules: 'menu.fillRules' },
    method: 'PUT',
    path: '/sys/fillRule/executeRuleByCodeBatch',
    summary: 'The values of several rules, all or none',
    access: 'fillrule:use',
    body: z.object({
      rules: z.array(z.object({ ruleCode: RuleCode, formData: FormValues.optional() })).max(50),
      commonFormData: FormValues.optional(),
    }),
    result: z.array(z.object({ ruleCode: z.string(), result: z.string() })),
  }),
}
