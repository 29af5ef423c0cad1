import { sql } from 'kysely'
import { newDeviceKey } from '#server/core/auth/device-key.ts'
import { hashOf } from '#server/core/secrets/token-hash.ts'
import type { Deps } from '#server/core/slice.ts'
import { EVERY_STORE, type Transaction } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'
import { defaultLayout, type ScreenLayout } from '#shared/features/display/screens.schema.ts'

const PURPOSE = 'key of a screen'

/** A new key: its hash for look-ups, and sealed for display. */
export function makeKey({ sealer }: Pick<Deps, 'sealer'>) {
  const { key, keyHash } = newDeviceKey()
  return { keyHash, keySealed: sealer.seal(key, PURPOSE) }
}

export interface AuthorizedScreen {
  id: string
  orgCode: string
  layout: ScreenLayout
}

/** The screen of a key; a TV's key is valid only while the TV has a permit. Throws `display.keyUnknown`. */
export async function findScreen({ db, clock }: Pick<Deps, 'db' | 'clock'>, key: string): Promise<AuthorizedScreen> {
  const now = clock()
  const found = await db.scoped(
    EVERY_STORE,
    async (trx) => {
      const { rows } = await sql<{ id: string; orgCode: string; layout: Partial<ScreenLayout> }>`
        select d.id, d.org_code, d.layout from display_screen d
        where d.key_hash = ${hashOf(key)}
          and not exists (select from store s where s.status = '0' and starts_with(d.org_code, s.org_code))
          and (d.device_id is null or exists (
          select from device_permit p where p.device_id = d.device_id and p.org_code = d.org_code
            and p.revoked_at is null and (p.valid_until is null or p.valid_until > ${now})))`.execute(trx)
      return rows[0]
    },
    'lists',
  )
  if (!found) throw new AppError('display.keyUnknown', { field: 'key' })
  return { ...found, layout: { ...defaultLayout, ...found.layout } }
}

/** Records that screens are connected. */
export const recordSeen = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, ids: readonly string[]): Promise<unknown> =>
  db.scoped(
    EVERY_STORE,
    (trx) => trx.updateTable('displayScreen').set({ seenAt: clock() }).where('id', 'in', ids).execute(),
    'lists',
  )

interface Sealed {
  id: string
  orgCode: string
  keySealed: string
}

export const revealKey = ({ sealer }: Pick<Deps, 'sealer'>, { id, orgCode, keySealed }: Sealed) => ({
  id,
  orgCode,
  key: sealer.open(keySealed, PURPOSE),
})

/** Returns the store's own screen, or the one of a TV, and creates it if missing; safe under concurrency. */
export async function ensureStoreScreen(
  deps: Pick<Deps, 'sealer' | 'clock'>,
  trx: Transaction,
  input: { id: string; orgCode: string; name: string; by: string; deviceId?: string },
): Promise<Sealed> {
  const { id, orgCode, name, by, deviceId = null } = input
  const isHouse = deviceId === null
  const row = { id, orgCode, name, isHouse, deviceId, ...makeKey(deps), createdBy: by, createdAt: deps.clock() }
  await trx
    .insertInto('displayScreen')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  let query = trx.selectFrom('displayScreen').select(['id', 'orgCode', 'keySealed']).where('orgCode', '=', orgCode)
  query = isHouse ? query.where('isHouse', '=', true) : query.where('deviceId', '=', deviceId)
  return query.executeTakeFirstOrThrow()
}
