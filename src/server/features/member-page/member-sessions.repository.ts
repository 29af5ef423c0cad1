import { sql } from 'kysely'
import type { Deps } from '#server/core/slice.ts'
import { EVERY_STORE, type Transaction } from '#server/db/database.ts'
import { currentMember, type MemberRow } from '#server/features/members/index.ts'
import { AppError } from '#shared/core/errors.ts'

/** Older sessions of a member end when a new one begins. */
const MAX_SESSIONS = 10

export interface PageStore {
  orgCode: string
  name: string
  isChain: boolean
}

/** An open store or chain by its code or id. Throws `memberPage.storeUnknown`. */
export async function findStore({ db }: Pick<Deps, 'db'>, key: string): Promise<PageStore> {
  const read = async (trx: Transaction) => {
    const { rows } = await sql<PageStore>`
      select s.org_code as "orgCode", s.name, s.kind <> 'store' as "isChain" from store s
      where (s.org_code = ${key} or s.id::text = lower(${key})) and not exists (
        select from store above where above.status = '0' and starts_with(s.org_code, above.org_code))`.execute(trx)
    const [store] = rows
    if (!store) throw new AppError('memberPage.storeUnknown', { field: 'store' })
    return store
  }
  return db.scoped(EVERY_STORE, read, 'reads')
}

/** The open stores of a chain. */
export const storesOfChain = async ({ db }: Pick<Deps, 'db'>, chain: string) =>
  db.scoped(
    EVERY_STORE,
    async (trx) => {
      const { rows } = await sql<{ orgCode: string; name: string }>`
        select s.org_code as "orgCode", s.name from store s
        where starts_with(s.org_code, ${chain}) and s.kind = 'store' and s.status <> '0'
        order by s.sort_order, s.org_code limit 500`.execute(trx)
      return rows
    },
    'reads',
  )

/** The member with a phone at a store. The phone of a merged one proves nothing: the remaining member may have another. */
const ofPhone = (trx: Transaction, orgCode: string, phone: string) =>
  trx.selectFrom('member').where('phone', '=', phone).where('orgCode', '=', orgCode).where('mergedInto', 'is', null)

export const hasMember = async (trx: Transaction, orgCode: string, phone: string): Promise<boolean> =>
  (await ofPhone(trx, orgCode, phone).select('id').executeTakeFirst()) !== undefined

/** The member with a phone at a store, locked for a sign-in: a change of the phone waits, or is seen here. */
export async function memberOfPhone(trx: Transaction, orgCode: string, phone: string): Promise<MemberRow | null> {
  return (await ofPhone(trx, orgCode, phone).selectAll().forShare().executeTakeFirst()) ?? null
}

/** A member, or of a merged one the remaining member, locked for a sign-in. */
export async function lockedMember(trx: Transaction, orgCode: string, id: string): Promise<MemberRow | null> {
  const current = await currentMember(trx, id)
  // What ends sessions (another phone, freezing) waits until this one is stored, and then ends it too.
  if (current)
    await trx
      .selectFrom('member')
      .select('id')
      .where('id', '=', current.id)
      .where('orgCode', '=', orgCode)
      .forShare()
      .execute()
  return current && currentMember(trx, current.id)
}

/** The id under which a member acts. */
export async function callerIdOf(trx: Transaction, { orgCode, id }: { orgCode: string; id: string }): Promise<string> {
  const { rows } = await sql<{ id: string }>`select member_caller_id(${orgCode}, ${id}) as id`.execute(trx)
  return rows[0]?.id ?? ''
}

interface NewSession {
  tokenHash: string
  orgCode: string
  memberId: string
  createdAt: Date
  expiresAt: Date
  address: string
  agent: string
}

export async function addSession(trx: Transaction, session: NewSession): Promise<void> {
  const { memberId, orgCode } = session
  await trx.insertInto('memberSession').values(session).execute()
  await sql`
    delete from member_session where member_id = ${memberId} and org_code = ${orgCode} and token_hash in (
      select token_hash from member_session where member_id = ${memberId} and org_code = ${orgCode}
      order by created_at desc offset ${MAX_SESSIONS})`.execute(trx)
}

interface Owner {
  memberId: string
  orgCode: string
}

export const sessionsOf = (trx: Transaction, { memberId, orgCode }: Owner, now: Date) =>
  trx
    .selectFrom('memberSession')
    .selectAll()
    .where('memberId', '=', memberId)
    .where('orgCode', '=', orgCode)
    .where('expiresAt', '>', now)
    .orderBy('createdAt', 'desc')
    .execute()

/** Ends all sessions of a member, only one, or all but one; returns their number. */
export async function endSessions(
  trx: Transaction,
  { memberId, orgCode }: Owner,
  { only, except }: { only?: string; except?: string },
): Promise<number> {
  let ended = trx.deleteFrom('memberSession').where('memberId', '=', memberId).where('orgCode', '=', orgCode)
  if (only !== undefined) ended = ended.where('tokenHash', '=', only)
  if (except !== undefined) ended = ended.where('tokenHash', '<>', except)
  return Number((await ended.executeTakeFirstOrThrow()).numDeletedRows)
}
