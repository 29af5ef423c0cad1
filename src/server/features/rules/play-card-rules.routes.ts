import type { FastifyInstance } from 'fastify'
import { crudHandlers, crudTable } from '#server/core/crud.ts'
import { excelHandlers } from '#server/core/excel.ts'
import { mount } from '#server/core/mount.ts'
import type { Deps } from '#server/core/slice.ts'
import {
  playCardRuleFields,
  playCardRuleResource,
  playCardRuleSheet,
  playCardRules,
} from '#shared/features/rules/play-card-rules.contract.ts'
import { namingProjects } from './project-names.view.ts'
import { notWithdrawn, orderHandlers, ruleBook } from './rule-book.service.ts'

const table = crudTable(playCardRuleResource, {
  table: 'playCardRule',
  ofStores: true,
  where: notWithdrawn,
  columns: {
    roleName: 'name',
    changwanDays: 'days',
    counts: 'plays',
    needPhoto: 'needsPhoto',
    isActive: 'active',
  },
})

export function playCardRulesRoutes(app: FastifyInstance, deps: Deps): void {
  const book = ruleBook(deps, {
    definition: playCardRuleResource,
    statements: table,
    table: 'playCardRule',
    fields: playCardRuleFields,
    name: 'roleName',
    // Every combination of its fields is a card that can be sold.
    kept: (rule) => rule,
  })
  mount(app, deps, playCardRules, {
    ...namingProjects(crudHandlers(deps, playCardRuleResource, book)),
    ...excelHandlers(deps, playCardRuleResource, playCardRuleSheet, book),
    ...orderHandlers(deps, playCardRuleResource, book),
  })
}
