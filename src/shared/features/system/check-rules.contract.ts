import { z } from 'zod'
import { crudRoutes, entity, resource, undoRoutes } from '#shared/core/crud.ts'
import { excelRoutes, type Sheet } from '#shared/core/excel.ts'
import { route } from '#shared/core/route.ts'
import { exact, line, lines, wrong } from '#shared/core/text.ts'

const compiles = (pattern: string): boolean => {
  try {
    return Boolean(new RegExp(pattern))
  } catch {
    return false
  }
}

/** One step of a rule: the next `digits` characters, or `*` for the whole value, must match a pattern. */
const CheckStep = z.object({
  digits: z.union([
    z.literal('*'),
    z.string().regex(/^[1-9]\d{0,2}$/),
    z.number().int().min(1).max(999).transform(String),
  ]),
  pattern: exact(200, 1).refine(compiles),
  message: line(100, 1),
})
export type CheckStep = z.infer<typeof CheckStep>

const CheckSteps = z.array(CheckStep).min(1).max(20)

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Reads a stored rule. */
export const readSteps = (ruleJson: string): CheckStep[] => CheckSteps.parse(parsed(ruleJson))

const ruleFields = z.object({
  ruleName: line(100, 1),
  ruleCode: z.string().regex(/^[\w.:-]{1,64}$/, wrong('input.code')),
  /** The steps as JSON text; unknown properties are dropped. */
  ruleJson: lines(8000)
    .transform(parsed)
    .pipe(CheckSteps)
    .transform((steps) => JSON.stringify(steps)),
  ruleDescription: line(200)
    .nullable()
    .transform((text) => text ?? ''),
})

export const checkRuleResource = resource({
  path: '/sys/checkRule',
  permission: 'checkrule',
  noun: 'rules for codes',
  entity: entity(ruleFields.extend({ ruleJson: z.string(), ruleDescription: z.string() })),
  create: ruleFields.partial({ ruleDescription: true }),
  update: ruleFields,
  filter: { id: 'id', ruleName: 'text', ruleCode: 'text', ruleDescription: 'text', createTime: 'time' },
  sort: ['createTime', 'ruleName', 'ruleCode'],
  dict: {},
})

export const checkRuleSheet: Sheet = {
  title: 'checkRule.title',
  columns: {
    ruleName: 'checkRule.name',
    ruleCode: 'checkRule.code',
    ruleJson: 'checkRule.steps',
    ruleDescription: 'checkRule.description',
  },
}

/** Validation rules for form values (`api-family 5`). */
export const checkRules = {
  ...crudRoutes(checkRuleResource),
  ...undoRoutes(checkRuleResource),
  ...excelRoutes(checkRuleResource),
  checkByCode: route({
    method: 'GET',
    path: '/sys/checkRule/checkByCode',
    summary:
      "Whether a value fits a rule; if not, success is false with the broken step's message and the step as result",
    access: 'signedIn',
    query: z.object({
      ruleCode: exact(64),
      /** Clients of the API family encode it twice. */
      value: exact(1000).default(''),
    }),
    result: z.null(),
  }),
}
