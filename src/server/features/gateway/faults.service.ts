import type { Deps } from '#server/core/slice.ts'
import { EVERY_STORE } from '#server/db/database.ts'
import { Fault } from '#shared/features/gateway/vehicle-protocol.schema.ts'
import type { BoxLink } from './box.link.ts'

/** Stores the faults that vehicles report in `vehicle.fault`. */
export function storeFaults({ db, realtime, log }: Pick<Deps, 'db' | 'realtime' | 'log'>, link: BoxLink): void {
  const storeFault = async (vehicleId: string, orgCode: string, fault: Fault): Promise<void> => {
    const text = fault.over ? '' : fault.text || fault.code
    const changed = await db.scoped(EVERY_STORE, (trx) =>
      trx
        .updateTable('vehicle')
        .set({ fault: text })
        .where('id', '=', vehicleId)
        .where('orgCode', '=', orgCode)
        .where('fault', '<>', text)
        .executeTakeFirst(),
    )
    if (changed.numUpdatedRows > 0n) await realtime.publish({ topic: 'vehicles', orgCode })
  }

  link.onMessage(({ vehicleId, orgCode }, { leaf, message }) => {
    if (leaf !== 'fault' || vehicleId === null) return
    const read = Fault.safeParse(message)
    if (!read.success) return
    storeFault(vehicleId, orgCode, read.data).catch((error: unknown) =>
      log.warn({ err: error }, 'a vehicle fault could not be stored'),
    )
  })
}
