import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { crudHandlers, crudTable } from '#server/core/crud.ts'
import { withDictTexts } from '#server/core/dictionaries.ts'
import { excelHandlers } from '#server/core/excel.ts'
import { mount } from '#server/core/mount.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { escapeLike } from '#server/db/store-list.ts'
import { type Page, toPage } from '#shared/core/envelope.ts'
import { AppError } from '#shared/core/errors.ts'
import { rechargeProblems, settledRecharge } from '#shared/features/rules/recharge-rules.calc.ts'
import {
  type RechargeRuleFields,
  rechargeRuleFields,
  rechargeRuleResource,
  rechargeRuleSheet,
  rechargeRules,
} from '#shared/features/rules/recharge-rules.contract.ts'
import { namingProjects } from './project-names.view.ts'
import { notWithdrawn, orderHandlers, ruleBook } from './rule-book.service.ts'
import { withProjectNames } from './sub-projects.repository.ts'

const table = crudTable(rechargeRuleResource, {
  table: 'rechargeRule',
  ofStores: true,
  where: notWithdrawn,
  columns: {
    roleName: 'name',
    name: 'shownName',
    quan: 'laps',
    validDate: 'validOn',
    selfRecharge: 'selfService',
    timeLimit: 'timeLimited',
    limitBegin: 'offeredFrom',
    limitEnd: 'offeredUntil',
    isActive: 'active',
  },
})

/** The rule as it is kept; the first thing that keeps it from being sold is refused (spec §5). */
function kept(rule: RechargeRuleFields): RechargeRuleFields {
  const settled = settledRecharge(rule)
  const [problem] = rechargeProblems(settled)
  if (problem) throw new AppError(problem.code, problem.details)
  return settled
}

export const rechargeBook = (deps: Deps) =>
  ruleBook(deps, {
    definition: rechargeRuleResource,
    statements: table,
    table: 'rechargeRule',
    fields: rechargeRuleFields,
    name: 'roleName',
    // The fields of the call, as its schema has read them.
    kept: (rule) => kept(rule as RechargeRuleFields),
  })

interface Offered {
  pageNo: number
  pageSize: number
  order: 'asc' | 'desc'
  id: readonly string[]
  roleName?: string | undefined
  sysOrgCode?: string | undefined
}

/** A page of the rules that are sold today, by the calendar of each store. */
async function offeredRules(
  trx: Transaction,
  search: Offered,
  now: Date,
): Promise<Page<ReturnType<typeof table.toRow>>> {
  const { pageNo, pageSize, order, id, roleName, sysOrgCode } = search
  const part = roleName?.replace(/[*%]/g, '')
  const { rows } = await sql<Record<string, unknown> & { total: number }>`
    select t.*, s.name as store_name, count(*) over () as total
    from recharge_rule t join store s on s.org_code = t.org_code
    where t.active
      and (not t.time_limited
        or (${now}::timestamptz at time zone s.time_zone)::date between t.offered_from and t.offered_until)
      ${id.length > 0 ? sql`and t.id::text = any(${id.map((one) => one.toLowerCase())}::text[])` : sql``}
      ${part ? sql`and t.name ilike ${`%${escapeLike(part)}%`}` : sql``}
      ${sysOrgCode ? sql`and t.org_code = ${sysOrgCode}` : sql``}
    order by t.index_number ${sql.raw(order)}, t.org_code, t.id
    limit ${pageSize} offset ${(pageNo - 1) * pageSize}`.execute(trx)
  return toPage(
    rows.map((row) => table.toRow(row)),
    rows[0]?.total ?? 0,
    pageNo,
    pageSize,
  )
}

export function rechargeRulesRoutes(app: FastifyInstance, deps: Deps): void {
  const book = rechargeBook(deps)
  const offered = (search: Offered, ctx: CallContext) =>
    ctx.tx(async (trx) => {
      const page = await offeredRules(trx, search, deps.clock())
      const texts = await withDictTexts(deps.dictionaries, rechargeRuleResource.dict, page.records, ctx.locale)
      return { ...page, records: await withProjectNames(trx, texts, ctx.locale) }
    })
  mount(app, deps, rechargeRules, {
    ...namingProjects(crudHandlers(deps, rechargeRuleResource, book)),
    ...excelHandlers(deps, rechargeRuleResource, rechargeRuleSheet, book),
    ...orderHandlers(deps, rechargeRuleResource, book),
    rechargerolelist: ({ query, ctx }) => offered(query, ctx),
  })
}
