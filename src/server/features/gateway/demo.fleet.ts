import type { Deps } from '#server/core/slice.ts'
import { EVERY_STORE, type Transaction } from '#server/db/database.ts'
import { demoVehicles } from '#server/db/seed/venue.data.ts'
import { newId } from '#shared/core/id.ts'
import { grantAccess } from './boxes.repository.ts'
import type { Gateway } from './gateway.service.ts'
import { type BoxKey, type SimulatedBox, startSimulatedBox } from './simulated-box.client.ts'

/** A lap of the demo track. */
const LAP_MS = 24_000
/** About as often, for each vehicle that drives, something happens to it. */
const CRASH_EVERY_MS = 15 * 60_000
const DROP_EVERY_MS = 20 * 60_000
const LOOK_MS = 5000
const CRASH_MS = 6000
const DROP_MS = 9000

/** The device that plays a vehicle, with a new password; a device of somebody's own is never touched. */
async function boxOf(
  trx: Transaction,
  vehicle: { id: string; orgCode: string; name: string },
  at: Date,
): Promise<BoxKey | null> {
  const { id: vehicleId, orgCode, name } = vehicle
  const known = await trx
    .selectFrom('device as d')
    .leftJoin('deviceAccess as a', (on) => on.onRef('a.deviceId', '=', 'd.id').onRef('a.orgCode', '=', 'd.orgCode'))
    .select(['d.id', 'a.simulated'])
    .where('d.vehicleId', '=', vehicleId)
    .execute()
  const played = known.find(({ simulated }) => simulated)
  if (!played && known.length > 0) return null
  const id = played?.id ?? newId()
  if (!played) {
    const device = { id, orgCode, vehicleId, name, deviceType: 'VEHICLE', createdBy: '', createdAt: at }
    await trx
      .insertInto('device')
      .values({ ...device, serialNumber: `DEMO-${id.slice(-12)}`, softwareVersion: 'simulated' })
      .execute()
  }
  return { id, orgCode, secret: await grantAccess(trx, { id, orgCode }, { name: '', at, simulated: true }) }
}

/** The vehicles of the demo venue, each of which drives when a run begins on it, and speaks the vehicle protocol as a real one does. */
export async function startDemoFleet({ db, clock }: Deps, gateway: Gateway): Promise<{ stop(): Promise<void> }> {
  if (gateway.port === null) return { stop: async () => undefined }
  const keys = await db.scoped(EVERY_STORE, async (trx) => {
    const vehicles = await trx
      .selectFrom('vehicle')
      .select(['id', 'orgCode', 'name'])
      .where('condition', '<>', 'scrapped')
      .where(
        'id',
        'in',
        demoVehicles.map(({ id }) => id),
      )
      .orderBy('orgCode')
      .orderBy('indexNumber')
      .execute()
    const found: BoxKey[] = []
    for (const vehicle of vehicles) {
      const key = await boxOf(trx, vehicle, clock())
      if (key) found.push(key)
    }
    return found
  })
  await gateway.refresh()
  const url = `mqtt://127.0.0.1:${gateway.port}`
  const boxes = keys.map((key) => startSimulatedBox({ url, key, lapMs: LAP_MS, random: Math.random }))
  const happening = setInterval(() => {
    for (const box of boxes) befall(box)
  }, LOOK_MS).unref()
  return {
    async stop() {
      clearInterval(happening)
      await Promise.all(boxes.map((box) => box.stop()))
    },
  }
}

/** Now and then a vehicle drives into something, or its network is gone. */
function befall(box: SimulatedBox): void {
  if (box.driver.run() === null) return
  if (Math.random() < LOOK_MS / CRASH_EVERY_MS) box.crash(CRASH_MS)
  else if (Math.random() < LOOK_MS / DROP_EVERY_MS) box.drop(DROP_MS)
}
