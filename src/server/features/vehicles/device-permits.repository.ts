import { crudTable, type Writer } from '#server/core/lists/crud.ts'
import type { Transaction } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'
import { fromWireTime } from '#shared/core/time.ts'
import { devicePermitResource, type PermitState } from '#shared/features/vehicles/devices.contract.ts'
import { storeEvent } from './device-events.repository.ts'

const table = crudTable(devicePermitResource, {
  table: 'devicePermit',
  ofStores: true,
  columns: { endTime: 'validUntil', revokeTime: 'revokedAt', revokeBy: 'revokedBy' },
})

/** The list of permits with device and state. */
export const permitTable = (now: () => Date) => ({
  ...table,
  async page(...input: Parameters<typeof table.page>) {
    const page = await table.page(...input)
    const ids = page.records.map(({ deviceId }) => deviceId)
    const found =
      ids.length === 0
        ? []
        : await input[0]
            .selectFrom('device')
            .select(['id', 'serialNumber', 'name', 'deviceType'])
            .where('id', 'in', ids)
            .execute()
    const devices = new Map(found.map((device) => [device.id, device]))
    const records = page.records.map((row) => {
      const device = devices.get(row.deviceId)
      return {
        ...row,
        serialNumber: device?.serialNumber ?? null,
        deviceName: device?.name ?? null,
        deviceType: (device?.deviceType ?? null) as typeof row.deviceType,
        state: stateOf(row, now()),
      }
    })
    return { ...page, records }
  },
})

function stateOf(
  { revokeTime, endTime }: { revokeTime: string | null; endTime: string | null },
  now: Date,
): PermitState {
  if (revokeTime !== null) return 'revoked'
  return endTime !== null && fromWireTime(endTime) <= now ? 'expired' : 'valid'
}

interface Permit {
  deviceId: string
  free: boolean
  endTime?: string | undefined
  remark?: string | undefined
}

/**
 * Grants a permit to a device for its store and ends an expired one. The database ensures one permit per device and one free permit per
 * store. Throws `devices.notFound`, `devices.freeForTv` or `devices.permitOver`.
 */
export async function grantPermit(trx: Transaction, permit: Permit, writer: Writer): Promise<string> {
  const { deviceId, free, endTime, remark = '' } = permit
  const device = await trx
    .selectFrom('device')
    .select(['id', 'orgCode', 'deviceType', 'name', 'serialNumber'])
    .where('id', '=', deviceId)
    .forShare()
    .executeTakeFirst()
  if (!device) throw new AppError('devices.notFound', { field: 'deviceId' })
  if (free && device.deviceType !== 'TV') throw new AppError('devices.freeForTv', { field: 'deviceId' })
  const validUntil = endTime ? fromWireTime(endTime) : null
  if (validUntil && validUntil <= writer.at) throw new AppError('devices.permitOver', { field: 'endTime' })
  await trx
    .updateTable('devicePermit')
    .set({ revokedAt: writer.at, revokedBy: writer.user.username })
    .where('deviceId', '=', deviceId)
    .where('revokedAt', 'is', null)
    .where('validUntil', '<=', writer.at)
    .execute()
  const { orgCode } = device
  const id = newId()
  const row = { id, orgCode, deviceId, free, validUntil, remark, createdBy: writer.user.username, createdAt: writer.at }
  await trx.insertInto('devicePermit').values(row).execute()
  const name = device.name || device.serialNumber
  await storeEvent(trx, writer, { kind: 'permitted', deviceId, name, orgCode, detail: endTime ?? '' })
  return id
}

/** Revokes a permit, permanently. Throws `devices.permitNotFound`. */
export async function revokePermit(
  trx: Transaction,
  { id, remark }: { id: string; remark: string },
  writer: Writer,
): Promise<void> {
  const permit = await trx
    .updateTable('devicePermit')
    .set({ revokedAt: writer.at, revokedBy: writer.user.username })
    .where('id', '=', id)
    .where('revokedAt', 'is', null)
    .returning(['deviceId', 'orgCode'])
    .executeTakeFirst()
  if (!permit) throw new AppError('devices.permitNotFound')
  const { deviceId, orgCode } = permit
  const device = await trx
    .selectFrom('device')
    .select(['name', 'serialNumber'])
    .where('id', '=', deviceId)
    .executeTakeFirst()
  const name = device ? device.name || device.serialNumber : ''
  await storeEvent(trx, writer, { kind: 'permitRevoked', deviceId, name, orgCode, detail: remark })
}
