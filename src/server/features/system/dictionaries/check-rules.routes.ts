import type { FastifyInstance } from 'fastify'
import { mount } from '#server/core/http/mount.ts'
import { crudHandlers, crudTable } from '#server/core/lists/crud.ts'
import { undoHandlers } from '#server/core/lists/undo.ts'
import type { Deps } from '#server/core/slice.ts'
import { excelHandlers } from '#server/core/workbooks/excel.ts'
import { AppError } from '#shared/core/errors.ts'
import {
  checkRuleResource,
  checkRuleSheet,
  checkRules,
  readSteps,
} from '#shared/features/system/check-rules.contract.ts'
import { checkValue } from './check-rules.service.ts'

const table = crudTable(checkRuleResource, { table: 'checkRule', ofStores: false })

/** Decodes a value that a client has encoded twice; a value that was encoded once stays unchanged. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

export function checkRulesRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, checkRules, {
    ...crudHandlers(deps, checkRuleResource, table),
    ...undoHandlers(deps, checkRuleResource, table),
    ...excelHandlers(deps, checkRuleResource, checkRuleSheet, table),
    checkByCode: async ({ query: { ruleCode, value }, ctx }) => {
      const rule = await ctx.tx((trx) =>
        trx.selectFrom('checkRule').select('ruleJson').where('ruleCode', '=', ruleCode).executeTakeFirst(),
      )
      if (!rule) throw new AppError('checkRules.unknown', { field: 'ruleCode' })
      checkValue(ruleCode, readSteps(rule.ruleJson), decoded(value))
      return null
    },
  })
}
