import { sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'

interface Tv {
  orgCode: string
  /** What the TV calls itself. */
  serialNumber: string
  at: Date
}

/**
 * The device of a TV that is authorized. The first of a store takes its free authorization by itself, and is added where nobody has; any
 * other has to be authorized by headquarters first.
 */
export async function authorizeTv(
  trx: Transaction,
  { orgCode, serialNumber, at }: Tv,
): Promise<{ id: string; name: string }> {
  // Two that come at once take turns: a store has one free authorization.
  await sql`select pg_advisory_xact_lock(hashtextextended('TVs of ' || ${orgCode}, 0))`.execute(trx)
  const known = await trx
    .selectFrom('device')
    .select(['id', 'name', 'deviceType'])
    .where('orgCode', '=', orgCode)
    .where('serialNumber', '=', serialNumber)
    .executeTakeFirst()
  if (known && known.deviceType !== 'TV') throw new AppError('devices.notTv', { field: 'deviceId' })
  const live = await trx
    .selectFrom('devicePermit')
    .select(['deviceId', 'free', 'validUntil'])
    .where('orgCode', '=', orgCode)
    .where('revokedAt', 'is', null)
    .execute()
  const isGood = ({ validUntil }: (typeof live)[number]) => validUntil === null || validUntil > at
  if (!live.some((permit) => permit.deviceId === known?.id && isGood(permit))) {
    // One of its own that ran out is taken back by whoever gives the next.
    if (live.some((permit) => permit.free || permit.deviceId === known?.id)) {
      throw new AppError('devices.tvNotAuthorized', { field: 'deviceId', device: serialNumber })
    }
  }
  const device = known ?? { id: newId(), name: '' }
  if (!known) {
    const row = { id: device.id, orgCode, serialNumber, deviceType: 'TV', createdBy: serialNumber, createdAt: at }
    await trx.insertInto('device').values(row).execute()
    await note(trx, { orgCode, serialNumber, at }, device.id, 'added')
  }
  if (!live.some(({ deviceId }) => deviceId === device.id)) {
    const row = { id: newId(), orgCode, deviceId: device.id, free: true, createdBy: serialNumber, createdAt: at }
    await trx.insertInto('devicePermit').values(row).execute()
    await note(trx, { orgCode, serialNumber, at }, device.id, 'permitted')
  }
  await trx
    .updateTable('device')
    .set({ heartbeatAt: at })
    .where('id', '=', device.id)
    .where('orgCode', '=', orgCode)
    .execute()
  return device
}

const note = (trx: Transaction, { orgCode, serialNumber, at }: Tv, deviceId: string, kind: 'added' | 'permitted') =>
  trx
    .insertInto('deviceEvent')
    .values({ id: newId(), orgCode, createdAt: at, kind, name: serialNumber, deviceId, operatorName: serialNumber })
    .execute()
