import type { Writer } from '#server/core/crud.ts'
import type { Transaction } from '#server/db/database.ts'
import { newId } from '#shared/core/id.ts'
import type { DeviceEventKind } from '#shared/features/vehicles/device-events.contract.ts'

interface Event {
  kind: DeviceEventKind
  /** What it was called then. */
  name: string
  vehicleId?: string | null
  deviceId?: string | null
  /** Whose it is, where that is not the writer's own store. */
  orgCode?: string
  detail?: string
}

/** Keeps what happened to a vehicle or a device; such entries are never changed or removed. */
export async function storeEvent(trx: Transaction, { user, at }: Writer, event: Event): Promise<void> {
  const { kind, name, vehicleId = null, deviceId = null, orgCode = user.orgCode, detail = '' } = event
  const row = { id: newId(), orgCode, createdAt: at, kind, name, vehicleId, deviceId, detail }
  await trx
    .insertInto('deviceEvent')
    .values({ ...row, operatorName: user.realname || user.username })
    .execute()
}
