import { sql } from 'kysely'
import { hashOf } from '#server/core/secrets/token-hash.ts'
import type { Database, Transaction } from '#server/db/database.ts'

/** A long random device id that a client has generated once and sends with each sign-in. */
export type Device = string | null | undefined

/** How many known sign-ins of a user are stored: the latest ones. */
const MAX_KNOWN_SIGN_INS = 20

const DEVICE = 'device '

/**
 * What identifies where a sign-in comes from: hashes of the device, if it sends an id, and of the address. The device is first, because an
 * address may be shared.
 */
export const fingerprintsOf = (asker: string, device: Device): string[] => {
  const address = `address ${hashOf(asker)}`
  return device ? [`${DEVICE}${hashOf(device)}`, address] : [address]
}

/** Whether a fingerprint is that of a device. */
export const isDevice = (fingerprint: string): boolean => fingerprint.startsWith(DEVICE)

/** The first of these fingerprints from which the user has signed in before. */
export async function findKnownSignIn(
  db: Database,
  userId: string,
  fingerprints: readonly string[],
): Promise<string | undefined> {
  const rows = await db.kysely
    .selectFrom('knownSignIn')
    .select('place')
    .where('userId', '=', userId)
    .where('place', 'in', fingerprints)
    .execute()
  const known = new Set(rows.map(({ place }) => place))
  return fingerprints.find((fingerprint) => known.has(fingerprint))
}

/** Stores the fingerprints of a successful sign-in; the oldest above `MAX_KNOWN_SIGN_INS` are deleted. */
export async function storeKnownSignIn(
  trx: Transaction,
  userId: string,
  fingerprints: readonly string[],
  usedAt: Date,
): Promise<void> {
  await trx
    .insertInto('knownSignIn')
    .values(fingerprints.toSorted().map((fingerprint) => ({ userId, place: fingerprint, usedAt })))
    .onConflict((conflict) => conflict.columns(['userId', 'place']).doUpdateSet({ usedAt }))
    .execute()
  await sql`
    delete from known_sign_in where user_id = ${userId} and place in (
      select place from known_sign_in where user_id = ${userId}
      order by used_at desc, place offset ${MAX_KNOWN_SIGN_INS} for update skip locked)`.execute(trx)
}
