import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import { afterPrefix } from '#server/db/store-list.ts'
import { type Page, toPage } from '#shared/core/envelope.ts'
import { maskPhone } from '#shared/features/members/phone.calc.ts'
import type { Cashier } from '#shared/features/sessions/consume.contract.ts'

export interface CashierSearch {
  orgCode: string
  seesPhones: boolean
  pageNo: number
  pageSize: number
  column: 'realname' | 'id'
  order: 'asc' | 'desc'
  phone?: string
  id: readonly string[]
}

/** Users who may take over the counter of a store: its managers, coaches and cashiers. */
export async function listCashiers(trx: Transaction, search: CashierSearch): Promise<Page<Cashier>> {
  const { orgCode, pageNo, pageSize, seesPhones } = search
  const where: RawBuilder<unknown>[] = [
    sql`d.org_code = ${orgCode}`,
    sql`u.identity in ('1', '2', '3')`,
    sql`u.status = 1`,
    sql`u.deleted_at is null`,
  ]
  // Compared as text, so that an invalid id finds nothing.
  if (search.id.length > 0) where.push(sql`u.id::text in (${sql.join(search.id.map((id) => id.toLowerCase()))})`)
  if (search.phone !== undefined) where.push(phoneCondition(search.phone))
  const found = sql`from user_account u
    join user_store link on link.user_id = u.id
    join store d on d.id = link.store_id
    where ${sql.join(where, sql` and `)}`
  const counted = await sql<{ total: number }>`select count(*) as total ${found}`.execute(trx)
  const { rows } = await sql<Omit<Cashier, 'havePassword'> & { hasPassword: boolean }>`
    select u.id, u.realname, u.phone, u.work_no, u.identity, d.org_code, u.con_password_hash is not null as has_password ${found}
    order by ${sql.ref(`u.${search.column}`)} ${sql.raw(search.order)}, u.id
    limit ${pageSize} offset ${(pageNo - 1) * pageSize}`.execute(trx)
  const cashiers = rows.map(({ id, realname, phone, identity, orgCode, workNo, hasPassword }) => ({
    id,
    realname,
    identity,
    orgCode,
    workNo,
    phone: seesPhones ? phone : maskPhone(phone),
    havePassword: hasPassword ? ('YES' as const) : ('NO' as const),
  }))
  return toPage(cashiers, counted.rows[0]?.total ?? 0, pageNo, pageSize)
}

function phoneCondition(given: string): RawBuilder<unknown> {
  const digits = given.replace(/[%*]/g, '')
  if (given.startsWith('%')) return sql`right(u.phone, ${digits.length}) = ${digits}`
  return sql`u.phone collate "C" >= ${digits} and u.phone collate "C" < ${afterPrefix(digits)}`
}
