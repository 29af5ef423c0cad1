import { sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import type { WalletKind } from '#server/db/tables/ledger.ts'

/** A member's number and those of members merged into it. */
export interface Numbers {
  orgCode: string
  ids: readonly string[]
}

export const mergedInto = async (trx: Transaction, id: string, orgCode: string): Promise<string[]> => {
  const rows = await trx
    .selectFrom('member')
    .select('id')
    .where('mergedInto', '=', id)
    .where('orgCode', '=', orgCode)
    .orderBy('id')
    .execute()
  return rows.map((row) => row.id)
}

export const lastPlays = (trx: Transaction, { ids, orgCode }: Numbers) =>
  trx
    .selectFrom('playRecord')
    .select(['id', 'createdAt', 'ticketNo', 'memberId', 'ruleName', 'vehicleName', 'racer', 'consumeType', 'state'])
    .where('memberId', 'in', ids)
    .where('orgCode', '=', orgCode)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(10)
    .execute()

export async function countPlays(trx: Transaction, { ids, orgCode }: Numbers): Promise<number> {
  const { visits } = await trx
    .selectFrom('playRecord')
    .select(({ fn }) => fn.countAll<number>().as('visits'))
    .where('memberId', 'in', ids)
    .where('orgCode', '=', orgCode)
    .where('state', '<>', 'CANCELLED')
    .executeTakeFirstOrThrow()
  return Number(visits)
}

/** What a hold reserves in wallets of these kinds, or of cards. */
const heldOf = <Name extends string>(name: Name, ...kinds: (WalletKind | 'unlimited')[]) =>
  sql<number>`coalesce(sum(l.amount) filter (where l.kind = any(${kinds}::text[])), 0)::bigint`.as(name)

export const openHolds = (trx: Transaction, { ids, orgCode }: Numbers) =>
  trx
    .selectFrom('hold as h')
    .innerJoin('playRecord as p', (join) => join.onRef('p.id', '=', 'h.id').onRef('p.orgCode', '=', 'h.orgCode'))
    .innerJoin('holdLine as l', (join) => join.onRef('l.holdId', '=', 'h.id').onRef('l.orgCode', '=', 'h.orgCode'))
    .select(['h.id', 'p.ticketNo', 'p.createdAt', heldOf('money', 'balance', 'give')])
    .select([heldOf('integral', 'integral'), heldOf('laps', 'laps'), heldOf('coins', 'coins')])
    .select([heldOf('visits', 'frequency'), heldOf('cardUses', 'unlimited')])
    .where('h.memberId', 'in', ids)
    .where('h.orgCode', '=', orgCode)
    .where('h.state', '=', 'held')
    .groupBy(['h.id', 'p.ticketNo', 'p.createdAt'])
    .orderBy('p.createdAt', 'desc')
    .execute()

/**
 * Money spent on rides by business month, for the last twelve months including the current one, net of refunds. Computed from the ledger,
 * so that it matches all other ledger figures. Amounts in minor units.
 */
export async function spendByMonth(
  trx: Transaction,
  { ids, orgCode }: Numbers,
  store: { timeZone: string; dayStartHour: number },
  now: Date,
): Promise<{ month: string; amount: number; give: number }[]> {
  const { rows } = await sql<{ month: string; amount: number; give: number }>`
    with clock as (
      select date_trunc('month', (${now}::timestamptz at time zone ${store.timeZone}) - make_interval(hours => ${store.dayStartHour})) as this_month
    ), months as (
      select this_month - make_interval(months => back) as month from clock, generate_series(11, 0, -1) back
    ), spent as (
      select date_trunc('month', (l.created_at at time zone ${store.timeZone}) - make_interval(hours => ${store.dayStartHour})) as month,
          -sum(l.delta) as amount, -coalesce(sum(l.delta) filter (where l.account = 'give'), 0) as give
        from ledger_line l
        where l.member_id in (${sql.join(ids)}) and l.org_code = ${orgCode}
          -- A refund with a negative delta is one of a recharge.
          and (l.cause_kind = 'consume' or l.cause_kind = 'refund' and l.delta > 0)
          and l.account in ('balance', 'give') and l.created_at >= ${now}::timestamptz - interval '13 months'
        group by 1
    )
    select to_char(m.month, 'YYYY-MM') as month, coalesce(s.amount, 0)::bigint as amount, coalesce(s.give, 0)::bigint as give
      from months m left join spent s using (month) order by m.month`.execute(trx)
  return rows
}
