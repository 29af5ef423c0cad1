import type { FastifyInstance } from 'fastify'
import { withDictTexts } from '#server/core/dictionaries.ts'
import { mount } from '#server/core/http/mount.ts'
import { crudHandlers } from '#server/core/lists/crud.ts'
import { undoHandlers } from '#server/core/lists/undo.ts'
import type { Deps } from '#server/core/slice.ts'
import { excelHandlers } from '#server/core/workbooks/excel.ts'
import {
  playCardRuleFields,
  playCardRuleResource,
  playCardRuleSheet,
  playCardRules,
} from '#shared/features/rules/play-card-rules.contract.ts'
import { offeredPlayCards, playCardRuleTable } from './play-card-rules.repository.ts'
import { withProjectNameHandlers } from './project-names.view.ts'
import { orderHandlers, ruleStatements } from './rule-book.service.ts'
import { withProjectNames } from './sub-projects.repository.ts'

export function playCardRulesRoutes(app: FastifyInstance, deps: Deps): void {
  const book = ruleStatements(deps, {
    definition: playCardRuleResource,
    statements: playCardRuleTable,
    table: 'playCardRule',
    fields: playCardRuleFields,
    name: 'roleName',
    // Every combination of its fields is valid.
    validate: (rule) => rule,
  })
  mount(app, deps, playCardRules, {
    ...withProjectNameHandlers(crudHandlers(deps, playCardRuleResource, book)),
    ...undoHandlers(deps, playCardRuleResource, book, book),
    ...excelHandlers(deps, playCardRuleResource, playCardRuleSheet, book),
    ...orderHandlers(deps, playCardRuleResource, book),
    listOnSale: ({ query, ctx }) =>
      ctx.tx(async (trx) => {
        const page = await offeredPlayCards(trx, query)
        const texts = await withDictTexts(deps.dictionaries, playCardRuleResource.dict, page.records, ctx.locale)
        return { ...page, records: await withProjectNames(trx, texts, ctx.locale) }
      }),
  })
}
