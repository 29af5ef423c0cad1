import { sql } from 'kysely'
import { hashOf } from '#server/core/secrets/token-hash.ts'
import type { Database, Transaction } from '#server/db/database.ts'

/** A long random device id that a client has generated once and sends with each sign-in. */
export type Device = string | null | undefined

/** How many known sign-ins of a user are stored: the latest ones. */
const MOST_PLACES = 20

const DEVICE = 'device '

/** Hashes of the places of a sign-in: first the device, which is more specific than a shared address. */
export const placesOf = (asker: string, device: Device): string[] => {
  const address = `address ${hashOf(asker)}`
  return device ? [`${DEVICE}${hashOf(device)}`, address] : [address]
}

export const isDevice = (place: string): boolean => place.startsWith(DEVICE)

/** The first of these places where the user has signed in before. */
export async function knownAt(db: Database, userId: string, places: readonly string[]): Promise<string | undefined> {
  const rows = await db.kysely
    .selectFrom('knownSignIn')
    .select('place')
    .where('userId', '=', userId)
    .where('place', 'in', places)
    .execute()
  const known = new Set(rows.map(({ place }) => place))
  return places.find((place) => known.has(place))
}

/** Stores the places of a successful sign-in. */
export async function rememberPlaces(
  trx: Transaction,
  userId: string,
  places: readonly string[],
  usedAt: Date,
): Promise<void> {
  await trx
    .insertInto('knownSignIn')
    .values(places.toSorted().map((place) => ({ userId, place, usedAt })))
    .onConflict((conflict) => conflict.columns(['userId', 'place']).doUpdateSet({ usedAt }))
    .execute()
  await sql`
    delete from known_sign_in where user_id = ${userId} and place in (
      select place from known_sign_in where user_id = ${userId}
      order by used_at desc, place offset ${MOST_PLACES} for update skip locked)`.execute(trx)
}
