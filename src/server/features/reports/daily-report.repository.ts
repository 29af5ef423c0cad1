import { type Insertable, type Selectable, sql } from 'kysely'
import { crudTable } from '#server/core/lists/crud.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import { dailyReportResource, type ReportDelivery } from '#shared/features/reports/daily-report.contract.ts'
import type { Locale } from '#shared/i18n/locale.ts'

export type ReportRow = Selectable<Tables['dailyReport']>

export const dailyReportTable = crudTable(dailyReportResource, {
  table: 'dailyReport',
  ofStores: true,
  columns: { sysOrgCode_dictText: 'storeName' },
})

/** A store without stores below it, with its current business day. */
export interface SellingStore {
  orgCode: string
  name: string
  today: string
}

export async function sellingStores(trx: Transaction, now: Date): Promise<SellingStore[]> {
  const { rows } = await sql<SellingStore>`
    select s.org_code, s.name, business_day(s.org_code, ${now}) as today from store s
      where not exists (select from store below where starts_with(below.org_code, s.org_code) and below.org_code <> s.org_code)
      order by s.org_code`.execute(trx)
  return rows
}

/**
 * Drawer differences, cash outside shifts and open differences of a day. A shift counts on the day on which it was closed, when its
 * difference is known: the report of the day on which it began may have been made before.
 */
export async function drawersOf(trx: Transaction, orgCode: string, day: string) {
  const { rows } = await sql<{ difference: number; outside: number; open: number }>`
    select (select coalesce(sum(s.difference), 0)::bigint from shift s
        where s.org_code = ${orgCode} and business_day(s.org_code, s.closed_at) = ${day}) as difference,
      (select coalesce(sum(o.amount), 0)::bigint from cash_outside(${day}, ${day}) o where o.org_code = ${orgCode}) as outside,
      (select count(*)::integer from reconciliation_difference d where d.org_code = ${orgCode} and d.state = 'open') as open`.execute(
    trx,
  )
  return rows[0] ?? { difference: 0, outside: 0, open: 0 }
}

export const findReport = (trx: Transaction, orgCode: string, day: string): Promise<ReportRow | undefined> =>
  trx.selectFrom('dailyReport').selectAll().where('orgCode', '=', orgCode).where('day', '=', day).executeTakeFirst()

/** Stores a report, once per day. */
export async function storeReport(trx: Transaction, row: Insertable<Tables['dailyReport']>): Promise<void> {
  await trx
    .insertInto('dailyReport')
    .values(row)
    .onConflict((conflict) => conflict.constraint('daily_report_once').doNothing())
    .execute()
}

export interface Receiver {
  userId: string
  email: string
  language: Locale
  way: ReportDelivery
}

/** The receivers of the report of a store. */
export async function receiversOf(trx: Transaction, action: string, orgCode: string): Promise<Receiver[]> {
  const { rows } = await sql<Receiver>`
    select u.id as user_id, u.email, u.language, coalesce(r.way, 'message') as way
      from people_with(${action}, ${orgCode}) p (id) join user_account u on u.id = p.id
      left join report_receiver r on r.user_id = u.id`.execute(trx)
  return rows
}

/** Whether a message or mail with this id exists. */
export async function wasSent(trx: Transaction, id: string): Promise<boolean> {
  const { rows } = await sql<{ sent: boolean }>`
    select exists (select from announcement where id = ${id}) or exists (select from message where id = ${id}) as sent`.execute(
    trx,
  )
  return rows[0]?.sent === true
}

/** How a user gets the report; a message by default. */
export async function receiverOf(trx: Transaction, userId: string): Promise<Pick<Receiver, 'email' | 'way'>> {
  const { rows } = await sql<Pick<Receiver, 'email' | 'way'>>`
    select u.email, coalesce(r.way, 'message') as way from user_account u left join report_receiver r on r.user_id = u.id
      where u.id = ${userId}`.execute(trx)
  return rows[0] ?? { email: '', way: 'message' }
}

export async function setReceiver(
  trx: Transaction,
  userId: string,
  way: ReportDelivery,
  updatedAt: Date,
): Promise<void> {
  await trx
    .insertInto('reportReceiver')
    .values({ userId, way, updatedAt })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ way, updatedAt }))
    .execute()
}
