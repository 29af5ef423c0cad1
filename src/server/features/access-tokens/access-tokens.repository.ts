import { type Selectable, sql } from 'kysely'
import type { SignedIn } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { escapeLike, pageOfTable } from '#server/db/store-list.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Page } from '#shared/core/envelope.ts'

export type TokenRow = Selectable<Tables['personalToken']>

/** Stores that a user reaches: the own ones and what is below them; all for the platform. Needs the scope of all stores. */
export async function reachableStores(trx: Transaction, userId: string): Promise<{ orgCode: string; name: string }[]> {
  const { rows } = await sql<{ orgCode: string; name: string }>`
    select s.org_code, s.name from store s
    where exists (select from user_account u where u.id = ${userId} and u.identity = '-1')
      or exists (select from user_store us join store d on d.id = us.store_id
        where us.user_id = ${userId} and starts_with(s.org_code, d.org_code))
    order by s.org_code`.execute(trx)
  return rows
}

/**
 * Tokens of users whom the caller may change: all of the user's stores are in scope, and the user's identity is not above the caller's.
 */
const isWithinReach = (user: SignedIn) =>
  user.identity === '-1'
    ? sql`true`
    : sql`exists (select from user_account u where u.id = t.user_id and u.identity::integer >= ${Number(user.identity)})
        and exists (select from user_store us where us.user_id = t.user_id)
        and not exists (select from user_store us where us.user_id = t.user_id
          and not exists (select from store s where s.id = us.store_id))`

interface Search {
  username?: string | undefined
  name?: string | undefined
  column: 'createdAt' | 'expiresAt' | 'usedAt'
  order: 'asc' | 'desc'
  pageNo: number
  pageSize: number
}

const columns = { createdAt: 'created_at', expiresAt: 'expires_at', usedAt: 'used_at' } as const

export const pageOfTokens = (
  trx: Transaction,
  user: SignedIn,
  { username, name, column, ...page }: Search,
): Promise<Page<TokenRow & { username: string; realname: string }>> =>
  pageOfTable(trx, {
    ...page,
    table: 'personal_token',
    column: columns[column],
    columns: sql`(select u.username from user_account u where u.id = t.user_id) as username,
      (select u.realname from user_account u where u.id = t.user_id) as realname`,
    where: [
      isWithinReach(user),
      ...(username
        ? [
            sql`exists (select from user_account u where u.id = t.user_id
            and u.username like ${`${escapeLike(username.toLowerCase())}%`})`,
          ]
        : []),
      ...(name ? [sql`t.name like ${`%${escapeLike(name)}%`}`] : []),
    ],
  })

/** Revokes a token that is in force, of the user or else within the caller's reach. Returns undefined where there is none. */
export async function revokeToken(
  trx: Transaction,
  { id, user, whose, now }: { id: string; user: SignedIn; whose: 'own' | 'others'; now: Date },
): Promise<Pick<TokenRow, 'id' | 'name' | 'userId'> | undefined> {
  const condition = whose === 'own' ? sql`t.user_id = ${user.id}` : isWithinReach(user)
  const { rows } = await sql<Pick<TokenRow, 'id' | 'name' | 'userId'>>`
    update personal_token t set revoked_at = coalesce(t.revoked_at, ${now}),
      revoked_by = case when t.revoked_at is null then ${user.username} else t.revoked_by end
    where t.id = ${id} and ${condition} returning t.id, t.name, t.user_id`.execute(trx)
  return rows[0]
}

/** Locks the account, so that tokens made at the same time are counted one after another, and counts those in force. */
export async function lockTokens(trx: Transaction, userId: string, now: Date): Promise<{ name: string }[]> {
  await sql`select from user_account where id = ${userId} for no key update`.execute(trx)
  return trx
    .selectFrom('personalToken')
    .select('name')
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', now)
    .execute()
}

/** Whether a sign-in is in force; it stays so until the end of the transaction. */
export async function isSignedIn(trx: Transaction, tokenHash: string, now: Date): Promise<boolean> {
  const { rows } = await sql`select from access_token
    where token_hash = ${tokenHash} and revoked_at is null and expires_at > ${now} for share`.execute(trx)
  return rows.length > 0
}
