import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { mount } from '#server/core/http/mount.ts'
import { crudHandlers, crudTable } from '#server/core/lists/crud.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { excelHandlers } from '#server/core/workbooks/excel.ts'
import { AppError } from '#shared/core/errors.ts'
import { isUuid } from '#shared/core/id.ts'
import { fillRuleResource, fillRuleSheet, fillRules } from '#shared/features/fill-rules/fill-rules.contract.ts'
import { countingOf, parseRule, sampleOf, valueForForm } from './fill-rules.service.ts'

const plainTable = crudTable(fillRuleResource, { table: 'fillRule', ofStores: false })

/** The table with the checks of its parameters, for the form and the import alike. */
const table: typeof plainTable = {
  ...plainTable,
  add: (trx, values, writer) => {
    const { params } = parseRule(values.ruleClass, values.ruleParams ?? '')
    return plainTable.add(trx, { ...values, ruleParams: JSON.stringify(params) }, writer)
  },
  async edit(trx, id, values, writer) {
    const before = await plainTable.get(trx, id)
    // Waits for transactions that are taking a number.
    await trx.selectFrom('fillRule').select('id').where('id', '=', id).forUpdate().execute()
    const { ruleClass = before.ruleClass } = values
    // The parameters of another kind do not fit.
    const rule = parseRule(ruleClass, values.ruleParams ?? (ruleClass === before.ruleClass ? before.ruleParams : ''))
    const counting = JSON.stringify(countingOf(rule))
    if (counting !== JSON.stringify(countingOf(parseRule(before.ruleClass, before.ruleParams)))) {
      const counted = await trx.selectFrom('fillCounter').select('ruleId').where('ruleId', '=', id).limit(1).execute()
      if (counted.length > 0) throw new AppError('fillRules.counted', { field: 'ruleParams' })
    }
    return plainTable.edit(trx, id, { ...values, ruleParams: JSON.stringify(rule.params) }, writer)
  },
  async remove(trx, ids) {
    const known = sql`any(${ids.filter(isUuid)}::uuid[])`
    // Waits for transactions that are taking a number.
    await sql`select from fill_rule where id = ${known} order by id for update`.execute(trx)
    // The same code added again would give the same numbers again.
    const { rows } = await sql`select from fill_counter where rule_id = ${known} limit 1`.execute(trx)
    if (rows.length > 0) throw new AppError('fillRules.countedStays')
    return plainTable.remove(trx, ids)
  },
}

export function fillRulesRoutes(app: FastifyInstance, deps: Deps): void {
  const contextOf = ({ user }: CallContext) => ({ orgCode: user.orgCode, now: deps.clock() })
  mount(app, deps, fillRules, {
    ...crudHandlers(deps, fillRuleResource, table),
    ...excelHandlers(deps, fillRuleResource, fillRuleSheet, table),
    testFillRule: ({ query: { ruleCode }, ctx }) => ctx.tx((trx) => sampleOf(trx, { ruleCode, ...contextOf(ctx) })),
    executeRuleByCode: ({ params: { ruleCode }, body: form, ctx }) =>
      ctx.tx((trx) => valueForForm(trx, { ruleCode, form, ...contextOf(ctx) })),
    executeRuleByCodeBatch: ({ body: { rules, commonFormData }, ctx }) =>
      ctx.tx(async (trx) => {
        const results = []
        for (const { ruleCode, formData } of rules) {
          const form = { ...commonFormData, ...formData }
          results.push({ ruleCode, result: await valueForForm(trx, { ruleCode, form, ...contextOf(ctx) }) })
        }
        return results
      }),
  })
}
