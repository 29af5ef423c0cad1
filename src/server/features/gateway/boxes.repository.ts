import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Deps } from '#server/core/slice.ts'
import { EVERY_STORE, type Transaction } from '#server/db/database.ts'
import type { Box } from './box.transport.ts'

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** Whether a box's password is right, in the time that it always takes. */
export const isBoxSecret = (box: Box, secret: string): boolean => timingSafeEqual(hashOf(secret), box.secretHash)

/** Gives a device a password to sign in by, in the place of any that it had; it is shown once and kept nowhere. */
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
    .onConflict((known) => known.constraint('device_access_pkey').doUpdateSet(values))
    .execute()
  return secret
}

/** Takes a device's access back; false where it had none. */
export async function revokeAccess(trx: Transaction, deviceId: string): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom('deviceAccess').where('deviceId', '=', deviceId).executeTakeFirst()
  return numDeletedRows > 0n
}

/** All boxes that may sign in. */
function readBoxes({ db }: Pick<Deps, 'db'>): Promise<Box[]> {
  return db.scoped(EVERY_STORE, (trx) =>
    trx
      .selectFrom('deviceAccess as a')
      .innerJoin('device as d', (on) => on.onRef('d.id', '=', 'a.deviceId').onRef('d.orgCode', '=', 'a.orgCode'))
      .leftJoin('vehicle as v', (on) => on.onRef('v.id', '=', 'd.vehicleId').onRef('v.orgCode', '=', 'd.orgCode'))
      .leftJoin('vehicleType as t', (on) => on.onRef('t.name', '=', 'v.knownType').onRef('t.orgCode', '=', 'v.orgCode'))
      .select(['d.id', 'd.orgCode', 'd.vehicleId', 'a.secretHash', 'a.simulated'])
      .select((eb) => [
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

/** Whether a run goes on, on the vehicle of this box. */
export async function isRunActive(trx: Transaction, runId: string, { vehicleId, orgCode }: Box): Promise<boolean> {
  const run = trx.selectFrom('run').select('id').where('id', '=', runId).where('orgCode', '=', orgCode)
  const found = await run.where('vehicleId', '=', vehicleId).where('state', '=', 'RUNNING').executeTakeFirst()
  return found !== undefined
}

/** The boxes that may sign in, from memory: a thousand may come at once, and while the database is away as well. */
export interface BoxDirectory {
  find(id: string): Box | undefined
  findByImei(imei: string): Box | undefined
  /** Of a vehicle: the box built into it that was given access. */
  ofVehicle(vehicleId: string): Box | undefined
  all(): Iterable<Box>
  /** Reads again what may have changed, and tells who listens. */
  refresh(): Promise<void>
  onChange(work: (gone: readonly string[]) => void): void
}

/** Keeps the directory, which triggers on its tables keep fresh on every copy of the server. */
export function createBoxDirectory(deps: Pick<Deps, 'db' | 'bus' | 'log'>): BoxDirectory {
  const { bus, log } = deps
  let boxes = new Map<string, Box>()
  let byVehicle = new Map<string, Box>()
  let byImei = new Map<string, Box>()
  const listeners: ((gone: readonly string[]) => void)[] = []
  let reading: Promise<void> = Promise.resolve()

  const read = async (): Promise<void> => {
    const rows = await readBoxes(deps)
    const before = boxes
    boxes = new Map(rows.map((box) => [box.id, box]))
    byVehicle = new Map(rows.flatMap((box) => (box.vehicleId === null ? [] : [[box.vehicleId, box]])))
    byImei = new Map(rows.flatMap((box) => (box.imei === '' ? [] : [[box.imei, box]])))
    // Who has another password now, or is in another vehicle, signs in again.
    const isSame = (one: Box, other?: Box): boolean =>
      other !== undefined && one.vehicleId === other.vehicleId && one.secretHash.equals(other.secretHash)
    const gone = [...before.values()].filter((box) => !isSame(box, boxes.get(box.id))).map(({ id }) => id)
    for (const work of listeners) work(gone)
  }

  /** One after the other, so that what was read earlier is never kept over what was read later. */
  const refresh = (): Promise<void> => {
    const done = reading.then(read)
    reading = done.catch(() => undefined)
    return done
  }
  const refreshAlone = (): void =>
    void refresh().catch((error: unknown) => log.warn({ err: error }, 'the boxes in vehicles could not be read'))

  bus.listen(({ kind }) => {
    if (kind === 'devices') refreshAlone()
  })
  bus.onReconnect(refreshAlone)

  return {
    find: (id) => boxes.get(id),
    findByImei: (imei) => byImei.get(imei),
    ofVehicle: (vehicleId) => byVehicle.get(vehicleId),
    all: () => boxes.values(),
    refresh,
    onChange: (work) => void listeners.push(work),
  }
}
