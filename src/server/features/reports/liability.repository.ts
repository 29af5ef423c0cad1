import { sql } from 'kysely'
import type { Scope, Transaction } from '#server/db/database.ts'
import type { ages, ends } from '#shared/features/reports/liability.contract.ts'
import { inStores, type ReportDays } from './report-days.service.ts'

/** Open value of lots by store, kind, age and end. */
export interface OwedPart {
  orgCode: string
  kind: 'balance' | 'give' | 'integral' | 'laps' | 'coins' | 'frequency'
  age: (typeof ages)[number]
  end: (typeof ends)[number]
  value: number
}

export async function owedParts(trx: Transaction, now: Date, stores: Scope | undefined): Promise<OwedPart[]> {
  const { rows } = await sql<OwedPart>`
    select l.org_code, l.kind, part.age, part."end", sum(l.value_left)::bigint as value
      from wallet_lot l cross join lateral (select
        case when l.created_at > ${now}::timestamptz - interval '30 days' then 'days30'
          when l.created_at > ${now}::timestamptz - interval '90 days' then 'days90'
          when l.created_at > ${now}::timestamptz - interval '180 days' then 'days180'
          when l.created_at > ${now}::timestamptz - interval '365 days' then 'year' else 'older' end as age,
        case when l.valid_until is null then 'never' when l.valid_until <= ${now} then 'ended'
          when l.valid_until <= ${now}::timestamptz + interval '30 days' then 'days30'
          when l.valid_until <= ${now}::timestamptz + interval '90 days' then 'days90'
          when l.valid_until <= ${now}::timestamptz + interval '365 days' then 'year' else 'later' end as "end") part
      where l.is_open and ${inStores('l', stores)}
      group by l.org_code, l.kind, part.age, part."end"`.execute(trx)
  return rows
}

export interface OwedStore {
  orgCode: string
  name: string
  held: number
  cards: number
}

/** Stores with the held money of pending rides and the number of usable unlimited cards. */
export async function owedStores(trx: Transaction, now: Date, stores: Scope | undefined): Promise<OwedStore[]> {
  const { rows } = await sql<OwedStore>`
    select s.org_code, s.name, coalesce(w.held, 0) as held, coalesce(p.cards, 0) as cards
      from store s
      left join (
        select org_code, sum(held)::bigint as held from wallet where kind in ('balance', 'give') and held > 0 group by org_code
      ) w on w.org_code = s.org_code
      left join (
        select org_code, count(*)::integer as cards from member_project
          where unlimited_name <> '' and unlimited_uses <> 0 and (unlimited_until > ${now}) is not false group by org_code
      ) p on p.org_code = s.org_code
      where ${inStores('s', stores)} order by s.org_code`.execute(trx)
  return rows
}

export interface BalanceMovement {
  account: 'balance' | 'give'
  causeKind: string
  /** Within the requested days. */
  inPeriod: number
  /** After the requested days. */
  later: number
}

/** Changes of paid and gift balance within these days, and after them. */
export async function balanceMovements(
  trx: Transaction,
  { from, until }: ReportDays,
  stores: Scope | undefined,
): Promise<BalanceMovement[]> {
  const { rows } = await sql<BalanceMovement>`
    select l.account, l.cause_kind, coalesce(sum(l.delta) filter (where l.business_day <= ${until}::date), 0)::bigint as in_period,
        coalesce(sum(l.delta) filter (where l.business_day > ${until}::date), 0)::bigint as later
      from ledger_line l
      where l.account in ('balance', 'give') and l.business_day >= ${from}::date and ${inStores('l', stores)}
      group by l.account, l.cause_kind order by l.cause_kind`.execute(trx)
  return rows
}
