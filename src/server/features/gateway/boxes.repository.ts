import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Deps } from '#server/core/slice.ts'
import { EVERY_STORE, type Transaction } from '#server/db/database.ts'
import type { Box } from '#server/features/gateway/transports/box.transport.ts'

declare module '#server/core/realtime/bus.ts' {
  interface BusMessages {
    /** A device or its access has changed. */
    devices: object
  }
}

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** Whether the password of a box is right, compared in constant time. */
export const isBoxSecret = (box: Box, secret: string): boolean => timingSafeEqual(hashOf(secret), box.secretHash)

/** Grants a device access with a new password, which replaces any earlier one. Only its hash is stored. */
export async function grantAccess(
  trx: Transaction,
  device: { id: string; orgCode: string },
  by: { name: string; at: Date; simulated?: boolean },
): Promise<string> {
  const secret = randomBytes(32).toString('base64url')
  const { name: createdBy, at: createdAt, simulated = false } = by
  const values = { secretHash: hashOf(secret), simulated, createdBy, createdAt }
  await trx
    .insertInto('deviceAccess')
    .values({ deviceId: device.id, orgCode: device.orgCode, ...values })
    .onConflict((conflict) => conflict.constraint('device_access_pkey').doUpdateSet(values))
    .execute()
  return secret
}

/** Revokes the access of a device; returns false if it had none. */
export async function revokeAccess(trx: Transaction, deviceId: string): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom('deviceAccess').where('deviceId', '=', deviceId).executeTakeFirst()
  return numDeletedRows > 0n
}

/** All boxes with credentials. */
function readBoxes({ db }: Pick<Deps, 'db'>): Promise<Box[]> {
  return db.scoped(EVERY_STORE, (trx) =>
    trx
      .selectFrom('deviceAccess as a')
      .innerJoin('device as d', (on) => on.onRef('d.id', '=', 'a.deviceId').onRef('d.orgCode', '=', 'a.orgCode'))
      .leftJoin('vehicle as v', (on) => on.onRef('v.id', '=', 'd.vehicleId').onRef('v.orgCode', '=', 'd.orgCode'))
      .leftJoin('vehicleType as t', (on) => on.onRef('t.name', '=', 'v.knownType').onRef('t.orgCode', '=', 'v.orgCode'))
      .select(['d.id', 'd.orgCode', 'd.vehicleId', 'a.secretHash', 'a.simulated'])
      .select((eb) => [
        sql<boolean>`d.device_type = 'COIN'`.as('isCoinMachine'),
        eb.fn.coalesce('v.imei', eb.val('')).as('imei'),
        eb.fn.coalesce('v.vehicleType', eb.val('')).as('vehicleType'),
        eb.fn.coalesce('v.gearLimit', eb.val(4)).as('gearLimit'),
        eb.fn.coalesce('v.speedLimit', eb.val(100)).as('speedLimit'),
        eb.fn.coalesce('v.rfCard', eb.val('')).as('limitCard'),
        eb.fn.coalesce('v.controlAddress', eb.val('')).as('controlAddress'),
        eb.fn.coalesce('v.controlProtocol', eb.val('')).as('controlProtocol'),
        eb.fn.coalesce('t.trajectoryMs', eb.val(0)).as('trajectory'),
      ])
      .execute(),
  )
}

/** Whether a run is active on the vehicle of this box. */
export async function isRunActive(trx: Transaction, runId: string, { vehicleId, orgCode }: Box): Promise<boolean> {
  const run = trx.selectFrom('run').select('id').where('id', '=', runId).where('orgCode', '=', orgCode)
  const found = await run.where('vehicleId', '=', vehicleId).where('state', '=', 'RUNNING').executeTakeFirst()
  return found !== undefined
}

/** An in-memory directory of the boxes with credentials. A thousand may connect at once, also while the database is unavailable. */
export interface BoxDirectory {
  find(id: string): Box | undefined
  findByImei(imei: string): Box | undefined
  /** The box with credentials that is installed in a vehicle. */
  ofVehicle(vehicleId: string): Box | undefined
  all(): Iterable<Box>
  /** Reads the boxes again and notifies the listeners. */
  refresh(): Promise<void>
  onChange(listener: (removedIds: readonly string[]) => void): void
}

/** Creates the directory. Notifications of database triggers keep it current on every copy of the server. */
export function createBoxDirectory(deps: Pick<Deps, 'db' | 'bus' | 'log'>): BoxDirectory {
  const { bus, log } = deps
  let boxes = new Map<string, Box>()
  let byVehicle = new Map<string, Box>()
  let byImei = new Map<string, Box>()
  const listeners: ((removedIds: readonly string[]) => void)[] = []
  let lastRefresh: Promise<void> = Promise.resolve()

  const read = async (): Promise<void> => {
    const rows = await readBoxes(deps)
    const before = boxes
    boxes = new Map(rows.map((box) => [box.id, box]))
    byVehicle = new Map(rows.flatMap((box) => (box.vehicleId === null ? [] : [[box.vehicleId, box]])))
    byImei = new Map(rows.flatMap((box) => (box.imei === '' ? [] : [[box.imei, box]])))
    // A box with a new password or in another vehicle must connect again.
    const isSame = (one: Box, other?: Box): boolean =>
      other !== undefined && one.vehicleId === other.vehicleId && one.secretHash.equals(other.secretHash)
    const removedIds = [...before.values()].filter((box) => !isSame(box, boxes.get(box.id))).map(({ id }) => id)
    for (const work of listeners) work(removedIds)
  }

  /** Sequential, so that an older result never replaces a newer one. */
  const refresh = (): Promise<void> => {
    const done = lastRefresh.then(read)
    lastRefresh = done.catch(() => undefined)
    return done
  }
  const refreshInBackground = (): void =>
    void refresh().catch((error: unknown) => log.warn({ err: error }, 'the boxes in vehicles could not be read'))

  bus.listen(({ kind }) => {
    if (kind === 'devices') refreshInBackground()
  })
  bus.onReconnect(refreshInBackground)

  return {
    find: (id) => boxes.get(id),
    findByImei: (imei) => byImei.get(imei),
    ofVehicle: (vehicleId) => byVehicle.get(vehicleId),
    all: () => boxes.values(),
    refresh,
    onChange: (work) => void listeners.push(work),
  }
}
