import { type Selectable, sql, type Updateable } from 'kysely'
import { crudTable } from '#server/core/lists/crud.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import { massMessageResource } from '#shared/features/guest-messages/mass-messages.contract.ts'

export type MassMessageRow = Selectable<Tables['massMessage']>

export const massMessageTable = crudTable(massMessageResource, {
  table: 'massMessage',
  ofStores: true,
  columns: { massState: 'state', endTime: 'endedAt', nextTime: 'nextAt' },
})

/** Locks a mass message; with `skips`, undefined if another copy of the server has locked it. */
export function lockMassMessage(
  trx: Transaction,
  { id, orgCode }: { id: string; orgCode?: string },
  skips = false,
): Promise<MassMessageRow | undefined> {
  let query = trx.selectFrom('massMessage').selectAll().where('id', '=', id).forUpdate()
  if (orgCode !== undefined) query = query.where('orgCode', '=', orgCode)
  return (skips ? query.skipLocked() : query).executeTakeFirst()
}

export type MassMessageChange = Omit<Updateable<Tables['massMessage']>, 'id' | 'orgCode'>

export async function updateMassMessage(
  trx: Transaction,
  { id, orgCode }: Pick<MassMessageRow, 'id' | 'orgCode'>,
  set: MassMessageChange,
): Promise<void> {
  await trx.updateTable('massMessage').set(set).where('id', '=', id).where('orgCode', '=', orgCode).execute()
}

type OutboxState = 'waiting' | 'withdrawn' | 'sent' | 'failed' | 'unknown'

/** How many SMS of a mass message have each of these states. */
export async function outboxStates<S extends OutboxState>(
  trx: Transaction,
  id: string,
  wanted: readonly S[],
): Promise<Record<S, number>> {
  const { rows } = await sql<{ state: S; count: number }>`
    select state, count(*)::int as count from sms_outbox
      where mass_message_id = ${id} and state = any(${wanted}) group by state`.execute(trx)
  const counted = rows.map(({ state, count }) => [state, count] as const)
  // Each wanted state has an entry.
  return Object.fromEntries([...wanted.map((state) => [state, 0] as const), ...counted]) as Record<S, number>
}

/** The most frequent reasons of SMS that were not sent. */
export async function outboxReasons(trx: Transaction, id: string): Promise<{ reason: string; count: number }[]> {
  const { rows } = await sql<{ reason: string; count: number }>`
    select left(result, 200) as reason, count(*)::int as count from sms_outbox
      where mass_message_id = ${id} and state in ('failed', 'unknown') group by 1 order by 2 desc, 1 limit 20`.execute(
    trx,
  )
  return rows
}

/** Withdraws the SMS of a mass message that were not handed to the provider; returns how many. */
export async function withdrawTexts(trx: Transaction, id: string): Promise<number> {
  const { numAffectedRows } = await sql`update sms_outbox set state = 'withdrawn', claim_until = null
    where mass_message_id = ${id} and state = 'waiting' and tries = 0`.execute(trx)
  return Number(numAffectedRows ?? 0)
}

/** Mass messages that a person has stopped, with SMS that were being handed over then and were not taken. */
export async function stoppedWithTexts(
  trx: Transaction,
  since: Date,
): Promise<Pick<MassMessageRow, 'id' | 'orgCode'>[]> {
  const { rows } = await sql<Pick<MassMessageRow, 'id' | 'orgCode'>>`
    select m.id, m.org_code from mass_message m where m.state = 'stopped' and m.stop_reason = 'person' and m.updated_at > ${since}
      and exists (select from sms_outbox o where o.mass_message_id = m.id and o.state = 'waiting' and o.tries = 0)`.execute(
    trx,
  )
  return rows
}

interface Withdrawn {
  id: string
  /** The consent of the member now, also of one who was merged since. */
  messageConsent: string
}

/** The next withdrawn SMS of a mass message, locked. */
export async function withdrawnTexts(
  trx: Transaction,
  { id, orgCode }: MassMessageRow,
  size: number,
): Promise<Withdrawn[]> {
  const { rows } = await sql<Withdrawn>`
    select o.id, coalesce(m.message_consent, 'NO') as message_consent
      from sms_outbox o
      left join message g on g.id = o.id and g.org_code = ${orgCode}
      left join member k on k.id = g.member_id and k.org_code = g.org_code
      left join member m on m.id = coalesce(k.merged_into, k.id) and m.org_code = k.org_code
      where o.mass_message_id = ${id} and o.state = 'withdrawn' order by o.id limit ${size} for update of o`.execute(
    trx,
  )
  return rows
}

/** Puts withdrawn SMS back into the outbox, as new ones. */
export async function requeueTexts(trx: Transaction, ids: readonly string[], now: Date): Promise<void> {
  await sql`update sms_outbox set state = 'waiting', created_at = ${now}, give_up_at = null
    where id = any(${ids}::uuid[])`.execute(trx)
}

/** Removes withdrawn SMS of members who have opted out since, with their messages. */
export async function dropTexts(trx: Transaction, ids: readonly string[]): Promise<void> {
  await sql`delete from sms_outbox where id = any(${ids}::uuid[])`.execute(trx)
  await sql`delete from message where id = any(${ids}::uuid[])`.execute(trx)
}

export interface MassText {
  id: string
  memberId: string
  phone: string
}

/**
 * Puts SMS into the outbox, and into the delivery log of their members. SMS that the outbox has already, such as those to the same phone
 * by another store of the campaign, are left out. Returns how many were new.
 */
export async function insertMassTexts(
  trx: Transaction,
  row: MassMessageRow,
  texts: readonly MassText[],
  { text, params, templateCode, now }: { text: string; params: string; templateCode: string; now: Date },
): Promise<number> {
  const list = JSON.stringify(texts)
  const { rows } = await sql<{ count: number }>`
    with given as (select * from jsonb_to_recordset(${list}::jsonb) as g (id uuid, "memberId" text, phone text)),
    added as (
      insert into sms_outbox (id, phone, text, store_code, template_code, params, quiet, once, mass_message_id, created_at)
        select id, phone, ${text}, ${row.orgCode}, ${templateCode}, ${params}, true, true, ${row.id}, ${now} from given order by id
        on conflict (id) do nothing returning id
    ),
    logged as (
      insert into message (id, org_code, title, content, params, receiver, member_id, type, send_status, send_count, send_time,
          template_code, occasion, created_by, created_at)
        select g.id, ${row.orgCode}, ${row.title}, ${text}, ${params}, g.phone, g."memberId", '1', '1', 1, ${now}, ${templateCode},
            'mass', ${row.createdBy}, ${now}
          from given g join added a on a.id = g.id returning 1
    )
    select count(*)::int as count from logged`.execute(trx)
  return rows[0]?.count ?? 0
}
