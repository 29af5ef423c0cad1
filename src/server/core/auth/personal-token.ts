import { sql } from 'kysely'
import type { Deps, Registry } from '#server/core/slice.ts'
import { AppError } from '#shared/core/errors.ts'
import type { Route } from '#shared/core/route.ts'

/** The use of a token is written at most so often. */
const USE_INTERVAL_MS = 60_000

/**
 * Whether personal access tokens may make this call: one whose action no person has to stand for, or one of all signed-in users that
 * says so.
 */
export const admitsTokens = (
  { access, byToken }: Pick<Route, 'access' | 'byToken'>,
  personOnly: ReadonlySet<string>,
): boolean => (access === 'signedIn' ? byToken === true : access.includes(':') && !personOnly.has(access))

/** Throws unless the call admits personal access tokens. Whether a token has the action is checked as for every caller. */
export function requireAdmitted(route: Route, { personOnly }: Pick<Registry, 'personOnly'>): void {
  if (!admitsTokens(route, personOnly)) throw new AppError('auth.forbidden')
}

/** Notes when and from where a token was used last, once a minute among all copies of the server. */
export async function noteUse({ db, clock }: Pick<Deps, 'db' | 'clock'>, id: string, address: string): Promise<void> {
  const now = clock()
  const last = uses.get(id) ?? 0
  if (Math.abs(now.getTime() - last) < USE_INTERVAL_MS) return
  if (uses.size >= MAX_TRACKED) uses.clear()
  uses.set(id, now.getTime())
  await sql`update personal_token set used_at = ${now}, used_address = ${address}
    where id = ${id} and (used_at is null or used_at <= ${new Date(now.getTime() - USE_INTERVAL_MS)})`.execute(
    db.kysely,
  )
}

/** Times of the last writes of this process, so that most calls query nothing. */
const uses = new Map<string, number>()
const MAX_TRACKED = 10_000

/** Names of fields that choose how something is paid. */
const PAY_FIELD = /(mode|method|pays|payway|^by)$/i

/** Throws if an input chooses cash: a drawer needs a person. */
export function refuseCash(input: unknown): void {
  if (typeof input !== 'object' || input === null) return
  for (const [name, value] of Object.entries(input)) {
    if (value === 'cash' && PAY_FIELD.test(name)) throw new AppError('accessTokens.noCash', { field: name })
    refuseCash(value)
  }
}
