import { sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'

interface Tv {
  orgCode: string
  /** The id that the TV reports. */
  serialNumber: string
  at: Date
}

/**
 * The device of a TV with a valid permit. The first TV of a store is added if needed and gets the free permit; others need a permit from
 * headquarters. Throws `devices.notTv` or `devices.tvNotAuthorized`.
 */
export async function authorizeTv(
  trx: Transaction,
  { orgCode, serialNumber, at }: Tv,
): Promise<{ id: string; name: string }> {
  // Serialized, because a store has one free permit.
  await sql`select pg_advisory_xact_lock(hashtextextended('TVs of ' || ${orgCode}, 0))`.execute(trx)
  const existing = await trx
    .selectFrom('device')
    .select(['id', 'name', 'deviceType'])
    .where('orgCode', '=', orgCode)
    .where('serialNumber', '=', serialNumber)
    .executeTakeFirst()
  if (existing && existing.deviceType !== 'TV') throw new AppError('devices.notTv', { field: 'deviceId' })
  const permits = await trx
    .selectFrom('devicePermit')
    .select(['deviceId', 'free', 'validUntil'])
    .where('orgCode', '=', orgCode)
    .where('revokedAt', 'is', null)
    .execute()
  const isValid = ({ validUntil }: (typeof permits)[number]) => validUntil === null || validUntil > at
  if (!permits.some((permit) => permit.deviceId === existing?.id && isValid(permit))) {
    // An expired permit is ended when the next is granted.
    if (permits.some((permit) => permit.free || permit.deviceId === existing?.id)) {
      throw new AppError('devices.tvNotAuthorized', { field: 'deviceId', device: serialNumber })
    }
  }
  const device = existing ?? { id: newId(), name: '' }
  if (!existing) {
    const row = { id: device.id, orgCode, serialNumber, deviceType: 'TV', createdBy: serialNumber, createdAt: at }
    await trx.insertInto('device').values(row).execute()
    await storeTvEvent(trx, { orgCode, serialNumber, at }, device.id, 'added')
  }
  if (!permits.some(({ deviceId }) => deviceId === device.id)) {
    const row = { id: newId(), orgCode, deviceId: device.id, free: true, createdBy: serialNumber, createdAt: at }
    await trx.insertInto('devicePermit').values(row).execute()
    await storeTvEvent(trx, { orgCode, serialNumber, at }, device.id, 'permitted')
  }
  await trx
    .updateTable('device')
    .set({ heartbeatAt: at })
    .where('id', '=', device.id)
    .where('orgCode', '=', orgCode)
    .execute()
  return device
}

const storeTvEvent = (
  trx: Transaction,
  { orgCode, serialNumber, at }: Tv,
  deviceId: string,
  kind: 'added' | 'permitted',
) =>
  trx
    .insertInto('deviceEvent')
    .values({ id: newId(), orgCode, createdAt: at, kind, name: serialNumber, deviceId, operatorName: serialNumber })
    .execute()
