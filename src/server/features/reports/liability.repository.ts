import { type RawBuilder, sql } from 'kysely'
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

const partsQuery = (now: Date, stores: Scope | undefined): RawBuilder<OwedPart> => sql`
  select l.org_code as "orgCode", l.kind, part.age, part."end", sum(l.value_left)::bigint as value
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
    group by l.org_code, l.kind, part.age, part."end"`

export const owedParts = async (trx: Transaction, now: Date, stores: Scope | undefined): Promise<OwedPart[]> =>
  (await partsQuery(now, stores).execute(trx)).rows

export interface OwedStore {
  orgCode: string
  name: string
  held: number
  cards: number
}

/** Stores with the held money of pending rides and the number of usable unlimited cards. */
const storesQuery = (now: Date, stores: Scope | undefined): RawBuilder<OwedStore> => sql`
  select s.org_code as "orgCode", s.name, coalesce(w.held, 0) as held, coalesce(p.cards, 0) as cards
    from store s
    left join (
      select org_code, sum(held)::bigint as held from wallet where kind in ('balance', 'give') and held > 0 group by org_code
    ) w on w.org_code = s.org_code
    left join (
      select org_code, count(*)::integer as cards from member_project
        where unlimited_name <> '' and unlimited_uses <> 0 and (unlimited_until > ${now}) is not false group by org_code
    ) p on p.org_code = s.org_code
    where ${inStores('s', stores)} order by s.org_code`

export interface BalanceMovement {
  account: 'balance' | 'give'
  causeKind: string
  /** Within the requested days. */
  inPeriod: number
  /** After the requested days. */
  later: number
}

/** Changes of paid and gift balance within these days, and after them. */
const movementsQuery = ({ from, until }: ReportDays, stores: Scope | undefined): RawBuilder<BalanceMovement> => sql`
  select l.account, l.cause_kind as "causeKind", coalesce(sum(l.delta) filter (where l.business_day <= ${until}::date), 0)::bigint as "inPeriod",
      coalesce(sum(l.delta) filter (where l.business_day > ${until}::date), 0)::bigint as later
    from ledger_line l
    where l.account in ('balance', 'give') and l.business_day >= ${from}::date and ${inStores('l', stores)}
    group by l.account, l.cause_kind order by l.cause_kind`

export interface OwedNow {
  parts: OwedPart[]
  stores: OwedStore[]
  moved: BalanceMovement[]
}

/** Lots, held money and ledger in one statement: what is charged between two would be in only one of them. */
export async function owedNow(
  trx: Transaction,
  now: Date,
  days: ReportDays,
  stores: Scope | undefined,
): Promise<OwedNow> {
  const all = (query: RawBuilder<unknown>) => sql`(select coalesce(json_agg(row_to_json(q)), '[]') from (${query}) q)`
  const { rows } = await sql<OwedNow>`
    select ${all(partsQuery(now, stores))} as parts, ${all(storesQuery(now, stores))} as stores,
      ${all(movementsQuery(days, stores))} as moved`.execute(trx)
  const [found] = rows
  if (!found) throw new Error('a select without from returned no row')
  return found
}
