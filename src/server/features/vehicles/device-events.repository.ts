import type { Writer } from '#server/core/lists/crud.ts'
import type { Transaction } from '#server/db/database.ts'
import { newId } from '#shared/core/id.ts'
import type { DeviceEventKind } from '#shared/features/vehicles/device-events.contract.ts'

interface Event {
  kind: DeviceEventKind
  /** Its name at that time. */
  name: string
  vehicleId?: string | null
  deviceId?: string | null
  /** Its store, if that is not the caller's. */
  orgCode?: string
  detail?: string
}

/** Stores an event of a vehicle or device; events are never changed or deleted. */
export async function storeEvent(trx: Transaction, { user, at }: Writer, event: Event): Promise<void> {
  const { kind, name, vehicleId = null, deviceId = null, orgCode = user.orgCode, detail = '' } = event
  const row = { id: newId(), orgCode, createdAt: at, kind, name, vehicleId, deviceId, detail }
  await trx
    .insertInto('deviceEvent')
    .values({ ...row, operatorName: user.realname || user.username })
    .execute()
}
