import { hash } from '@node-rs/argon2'
import type pg from 'pg'
import { DEMO_PASSWORD } from '#server/db/seed/access.ts'
import { DEMO_MEMBER_PASSWORD } from '#server/db/seed/venue.data.ts'

/** Limits high enough for many guests; tests of the trial limit or of seats set their own. */
export const ROOM = 'update store set trial_limit = -1; update vehicle set seats = 0'

/**
 * Cash without shifts, for tests and benchmarks that are not about shifts; tests of shifts turn the setting on again. Such cash
 * needs no explanation, and neither does the cash of the demo's month, which has no shifts where it comes without its sales.
 */
export const NO_SHIFTS = `update store set cash_needs_shift = 'NO', cash_explained_from = '2999-01-01'`

/** Full prices for members of every level, where a test is not about discounts. */
export const WHOLE_PRICES = 'update member_level set discount = 0'

const LEAST_WORK = { memoryCost: 8, timeCost: 1, parallelism: 1 }

/**
 * Replaces the password hashes of the demo's users and members by hashes of the same passwords that take no time to verify. A hash
 * names its own work, so the server verifies them as all others; 30 ms of a sign-in were a sixth of the time of route tests.
 */
export async function makePasswordsQuick(owner: Pick<pg.Client, 'query'>): Promise<void> {
  const quick = await hash(DEMO_PASSWORD, LEAST_WORK)
  const quickOfMember = await hash(DEMO_MEMBER_PASSWORD, LEAST_WORK)
  await owner.query(
    `update user_account set password_hash = $1, con_password_hash = case when con_password_hash is not null then $1 end`,
    [quick],
  )
  await owner.query(`update member set consume_password = $1 where consume_password is not null`, [quickOfMember])
}
