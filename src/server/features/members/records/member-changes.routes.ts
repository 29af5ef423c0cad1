import type { FastifyInstance } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import { mount } from '#server/core/http/mount.ts'
import { columnOfField } from '#server/core/lists/columns.ts'
import type { ListSearch } from '#server/core/lists/crud.ts'
import { listConditions } from '#server/core/lists/list.ts'
import type { Deps, SignedIn } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { pageOfStores, storesOf } from '#server/db/store-list.ts'
import type { Page } from '#shared/core/envelope.ts'
import { toWireTime } from '#shared/core/time.ts'
import {
  type MemberChange,
  memberChangeFields,
  memberChanges,
} from '#shared/features/members/member-changes.contract.ts'
import { memberRecordsService } from './member-records.service.ts'

/** The record kind of member changes in the audit trail, for all calls. */
const KIND = '/membermanage/sysMemberManage'

const columns: Record<string, string> = { memberId: 'recordId', createBy: 'username' }
const columnOf = (field: string): string => columns[field] ?? columnOfField(field)

interface Row {
  id: number
  createdAt: Date
  orgCode: string
  storeName: string | null
  username: string
  realname: string
  ip: string
  action: string
  recordId: string
  before: unknown
  after: unknown
  memberName: string | null
}

const toChange = (row: Row): MemberChange => ({
  id: String(row.id),
  memberId: row.recordId,
  memberName: row.memberName ?? '',
  what: row.action.split('/').at(-1) ?? '',
  before: row.before,
  after: row.after,
  createTime: toWireTime(row.createdAt),
  createBy: row.username,
  realname: row.realname,
  ip: row.ip,
  sysOrgCode: row.orgCode,
  sysOrgCode_dictText: row.storeName,
})

async function pageOfChanges(
  trx: Transaction,
  user: SignedIn,
  { sysOrgCode, ...query }: ListSearch,
  rules: readonly RawBuilder<unknown>[],
): Promise<Page<MemberChange>> {
  const { pageNo, pageSize, order } = query
  // Entries without a change, such as a look at an identity number, appear only in the audit trail.
  const where = [
    sql`t.record_kind = ${KIND}`,
    sql`t.after is not null`,
    ...listConditions(memberChangeFields.filter, query, columnOf),
    ...rules,
  ]
  const page = await pageOfStores<Row>(trx, {
    table: 'audit_entry',
    column: 'created_at',
    columns: sql`(select coalesce(nullif(m.realname, ''), m.nickname) from member m
      where m.id = row.record_id and m.org_code = row.org_code) as member_name`,
    stores: storesOf(user, typeof sysOrgCode === 'string' ? sysOrgCode : undefined),
    where,
    order,
    pageNo,
    pageSize,
  })
  return { ...page, records: page.records.map(toChange) }
}

/** Excludes members that the data rules of the caller hide. */
const ofListed = (rules: readonly RawBuilder<unknown>[]): RawBuilder<unknown>[] =>
  rules.length === 0
    ? []
    : [
        sql`(t.record_id, t.org_code) in (select t.id, t.org_code from member t where ${sql.join([...rules], sql` and `)})`,
      ]

/** Mounts the change log of members, read from the audit trail. */
export function memberChangesRoutes(app: FastifyInstance, deps: Deps): void {
  const { listed } = memberRecordsService(deps)
  mount(app, deps, memberChanges, {
    list: ({ query, ctx }) =>
      ctx.tx(async (trx) => pageOfChanges(trx, ctx.user, query, ofListed(await listed(trx, ctx.user)))),
  })
}
