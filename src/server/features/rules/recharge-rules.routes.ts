import type { FastifyInstance } from 'fastify'
import { withDictTexts } from '#server/core/dictionaries.ts'
import { mount } from '#server/core/http/mount.ts'
import { crudHandlers } from '#server/core/lists/crud.ts'
import { undoHandlers } from '#server/core/lists/undo.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { excelHandlers } from '#server/core/workbooks/excel.ts'
import { AppError } from '#shared/core/errors.ts'
import { normalizedRechargeRule, rechargeProblems } from '#shared/features/rules/recharge-rules.calc.ts'
import {
  type RechargeRuleFields,
  rechargeRuleFields,
  rechargeRuleResource,
  rechargeRuleSheet,
  rechargeRules,
} from '#shared/features/rules/recharge-rules.contract.ts'
import type { OfferSearch } from './offers.repository.ts'
import { withProjectNameHandlers } from './project-names.view.ts'
import { offeredRechargeRules, rechargeRuleTable, withGiftNames } from './recharge-rules.repository.ts'
import { orderHandlers, ruleStatements } from './rule-book.service.ts'
import { withProjectNames } from './sub-projects.repository.ts'

/** The normalized rule. Throws the first problem that prevents its sale (spec §5). */
function validated(rule: RechargeRuleFields): RechargeRuleFields {
  const normalized = normalizedRechargeRule(rule)
  const [problem] = rechargeProblems(normalized)
  if (problem) throw new AppError(problem.code, problem.details)
  return normalized
}

export const rechargeBook = (deps: Deps) =>
  ruleStatements(deps, {
    definition: rechargeRuleResource,
    statements: rechargeRuleTable,
    table: 'rechargeRule',
    fields: rechargeRuleFields,
    name: 'roleName',
    // The fields of the call, as parsed by its schema.
    validate: (rule) => validated(rule as RechargeRuleFields),
  })

export function rechargeRulesRoutes(app: FastifyInstance, deps: Deps): void {
  const book = rechargeBook(deps)
  const offered = (search: OfferSearch, ctx: CallContext) =>
    ctx.tx(async (trx) => {
      const page = await offeredRechargeRules(trx, search, deps.clock())
      const texts = await withDictTexts(deps.dictionaries, rechargeRuleResource.dict, page.records, ctx.locale)
      return { ...page, records: await withProjectNames(trx, await withGiftNames(trx, texts), ctx.locale) }
    })
  mount(app, deps, rechargeRules, {
    ...withProjectNameHandlers(crudHandlers(deps, rechargeRuleResource, book)),
    ...undoHandlers(deps, rechargeRuleResource, book, book),
    ...excelHandlers(deps, rechargeRuleResource, rechargeRuleSheet, book),
    ...orderHandlers(deps, rechargeRuleResource, book),
    listOnSale: ({ query, ctx }) => offered(query, ctx),
  })
}
