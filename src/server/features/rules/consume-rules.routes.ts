import type { FastifyInstance } from 'fastify'
import { withDictTexts } from '#server/core/dictionaries.ts'
import { mount } from '#server/core/http/mount.ts'
import { crudHandlers, crudTable } from '#server/core/lists/crud.ts'
import { undoHandlers } from '#server/core/lists/undo.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { excelHandlers } from '#server/core/workbooks/excel.ts'
import { AppError } from '#shared/core/errors.ts'
import { normalizedRule, problemsOf } from '#shared/features/rules/consume-rules.calc.ts'
import {
  ConsumeType,
  consumeRuleResource,
  consumeRuleSheet,
  consumeRules,
  ruleDictionaries,
} from '#shared/features/rules/consume-rules.contract.ts'
import { type ConsumeRuleFields, consumeRuleFields } from '#shared/features/rules/consume-rules.schema.ts'
import { isForGuests } from '#shared/features/rules/consume-types.calc.ts'
import { type RuleSearch, searchRules } from './consume-rules.repository.ts'
import { withProjectNameHandlers } from './project-names.view.ts'
import { rechargeBook } from './recharge-rules.routes.ts'
import { notWithdrawn, orderHandlers, ruleStatements } from './rule-book.service.ts'
import { addTemplates } from './rule-templates.service.ts'

/** Types that are charged to a member; the others are for walk-ins and staff. */
const memberTypes = ConsumeType.options.filter((type) => !isForGuests(type))

const forMembers = ({ consumeTypeRole }: { consumeTypeRole?: ConsumeType | undefined }) =>
  consumeTypeRole ? [consumeTypeRole] : memberTypes

export const consumeRuleTable = crudTable(consumeRuleResource, {
  table: 'consumeRule',
  ofStores: true,
  where: notWithdrawn,
  columns: {
    consumeRoleName: 'name',
    consumeTypeRole: 'consumeType',
    countCycleNumber: 'laps',
    duration: 'minutes',
    consumeMode: 'useMode',
    amountType: 'limited',
    dayLimitCount: 'dailyLimit',
    memberLimitCount: 'memberLimit',
    memberDay: 'memberDays',
    memberDayLimitCount: 'memberDayLimit',
    cuExp: 'experience',
    isRanking: 'ranked',
    codeCount: 'codeUses',
    platformProductId: 'platformProduct',
    isActive: 'active',
  },
  codecs: {
    amountType: {
      toWire: (limited) => (limited ? 'LIMIT' : 'ALL'),
      toColumn: (amountType) => amountType === 'LIMIT',
    },
    memberDay: {
      toWire: (days) => (days as number[]).join(','),
      toColumn: (days) => String(days).split(',').filter(Boolean).map(Number),
    },
  },
})

/** The normalized rule. Throws the first problem that prevents its use (spec §5). */
function validated(rule: ConsumeRuleFields): ConsumeRuleFields {
  const normalized = normalizedRule(rule)
  const [problem] = problemsOf(normalized)
  if (problem) throw new AppError(problem.code, problem.details)
  return normalized
}

export const consumeBook = (deps: Deps) =>
  ruleStatements(deps, {
    definition: consumeRuleResource,
    statements: consumeRuleTable,
    table: 'consumeRule',
    fields: consumeRuleFields,
    name: 'consumeRoleName',
    // The fields of the call, as parsed by its schema.
    validate: (rule) => validated(rule as ConsumeRuleFields),
  })

export function consumeRulesRoutes(app: FastifyInstance, deps: Deps): void {
  const book = consumeBook(deps)
  type Search = Omit<RuleSearch, 'sellsCoins'> & { sellsCoins?: 'YES' | 'NO' | undefined }
  const found = async ({ sellsCoins, ...search }: Search, ctx: CallContext) => {
    const page = await ctx.tx((trx) => searchRules(trx, { ...search, sellsCoins: sellsCoins === 'YES' }, deps.clock()))
    return { ...page, records: await withDictTexts(deps.dictionaries, ruleDictionaries, page.records, ctx.locale) }
  }
  mount(app, deps, consumeRules, {
    ...withProjectNameHandlers(crudHandlers(deps, consumeRuleResource, book)),
    ...undoHandlers(deps, consumeRuleResource, book, book),
    ...excelHandlers(deps, consumeRuleResource, consumeRuleSheet, book),
    ...orderHandlers(deps, consumeRuleResource, book),
    addTemplates: ({ body, ctx }) => addTemplates(deps, { consume: book, recharge: rechargeBook(deps) }, body, ctx),
    listActive: ({ query, ctx }) => found({ ...query, types: query.consumeTypeRole && [query.consumeTypeRole] }, ctx),
    listForMember: ({ query, ctx }) => found({ ...query, types: forMembers(query) }, ctx),
    listForMemberOfStore: ({ query, ctx }) => found({ ...query, types: forMembers(query) }, ctx),
  })
}
