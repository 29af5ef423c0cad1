import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import { toMinor } from '#shared/core/money.ts'
import { MAX_STORES, type MassAudience } from '#shared/features/guest-messages/mass-messages.contract.ts'

/** Why a member of the audience gets no SMS; empty: gets it. Of the table `member`, aliased `m`. */
const leftOut = sql<'' | 'noPhone' | 'optedOut' | 'noConsent'>`case when m.phone !~ '^[0-9]{5,15}$' then 'noPhone'
  when m.message_consent = 'NO' then 'optedOut' when m.message_consent = '' then 'noConsent' else '' end`

/** Whether a member of the table `member`, aliased `m`, meets all conditions of an audience. */
function inAudience(audience: Omit<MassAudience, 'stores'>): RawBuilder<boolean> {
  const { levels, visitedFrom, visitedTo, birthdayMonth, balanceFrom, balanceTo } = audience
  const balance = sql`coalesce((select w.value from wallet w
    where w.member_id = m.id and w.org_code = m.org_code and w.kind = 'balance' and w.project = ''), 0)`
  const where = [sql`m.merged_into is null and not m.frozen`]
  if (levels.length > 0)
    where.push(sql`exists (select from member_level l
      where l.org_code = m.org_code and l.code = m.member_level and l.name = any(${levels}))`)
  if (visitedFrom) where.push(sql`m.last_visit_on >= ${visitedFrom}::date`)
  if (visitedTo) where.push(sql`(m.last_visit_on is null or m.last_visit_on <= ${visitedTo}::date)`)
  if (birthdayMonth) where.push(sql`extract(month from m.birthday) = ${birthdayMonth}`)
  if (balanceFrom !== null && balanceFrom !== undefined) where.push(sql`${balance} >= ${toMinor(balanceFrom)}`)
  if (balanceTo !== null && balanceTo !== undefined) where.push(sql`${balance} <= ${toMinor(balanceTo)}`)
  return sql`(${sql.join(where, sql` and `)})`
}

export interface StoreAudience {
  orgCode: string
  storeName: string
  people: number
  noPhone: number
  optedOut: number
  noConsent: number
  left: number
  quietUntil: Date | null
  /** Amount and SMS of the last package that the store bought. */
  lastAmount: number | null
  lastTexts: number | null
}

/** The audience in each of these stores in scope; if none is named, in all where anybody is reached or left out. */
export async function audienceByStore(
  trx: Transaction,
  { stores, ...audience }: MassAudience,
  now: Date,
): Promise<StoreAudience[]> {
  const named = stores.length > 0 ? sql`s.org_code = any(${stores})` : sql`c.everybody > 0`
  const { rows } = await sql<StoreAudience>`
    select s.org_code, s.name as store_name, c.*, s.sms_count as left, sms_quiet_end(s, ${now}) as quiet_until,
        p.amount as last_amount, p.texts as last_texts
      from store s
      cross join lateral (
        select count(*)::int as everybody, count(*) filter (where reason = '')::int as people, count(*) filter (where reason = 'noPhone')::int as no_phone,
            count(*) filter (where reason = 'optedOut')::int as opted_out,
            count(*) filter (where reason = 'noConsent')::int as no_consent
          from (select ${leftOut} as reason from member m where m.org_code = s.org_code and ${inAudience(audience)}) found
      ) c
      left join lateral (
        select amount, texts from sms_purchase b where b.org_code = s.org_code and b.state = 'paid'
          order by b.created_at desc, b.id desc limit 1
      ) p on true
      where s.kind = 'store' and ${named}
      order by s.org_code limit ${MAX_STORES + 1}`.execute(trx)
  return rows
}

export interface MassReceiver {
  id: string
  phone: string
  leftOut: '' | 'noPhone' | 'optedOut' | 'noConsent'
}

/** The members of an audience among the next `size` members of a store, and where reading continues; null at the end. */
export async function nextReceivers(
  trx: Transaction,
  { orgCode, position, audience }: { orgCode: string; position: string; audience: Omit<MassAudience, 'stores'> },
  size: number,
): Promise<{ receivers: MassReceiver[]; next: string | null }> {
  const { rows } = await sql<MassReceiver & { matches: boolean }>`
    select m.id, m.phone, ${leftOut} as left_out, ${inAudience(audience)} as matches
      from member m where m.org_code = ${orgCode} and m.id > ${position} order by m.id limit ${size}`.execute(trx)
  return {
    receivers: rows.filter(({ matches }) => matches),
    next: rows.length < size ? null : (rows.at(-1)?.id ?? null),
  }
}
