import type { Deps } from '#server/core/slice.ts'
import { EVERY_STORE, type Transaction } from '#server/db/database.ts'
import { demoCoinMachines, demoVehicles } from '#server/db/seed/venue.data.ts'
import { grantAccess } from '#server/features/gateway/boxes.repository.ts'
import type { Gateway } from '#server/features/gateway/gateway.service.ts'
import { newId } from '#shared/core/id.ts'
import { type BoxKey, type SimulatedBox, startSimulatedBox } from './simulated-box.client.ts'
import { startSimulatedHopper } from './simulated-hopper.client.ts'

/** Lap time on the demo track. */
const LAP_MS = 24_000
/** Average interval of each kind of incident for a driving vehicle. */
const CRASH_EVERY_MS = 15 * 60_000
const DROP_EVERY_MS = 20 * 60_000
const CHECK_MS = 5000
const CRASH_MS = 6000
const DROP_MS = 9000
/** A coin machine with fewer coins is filled up by as many as `FULL`. */
const FEW = 200
const FULL = 1000

/** The simulated device of a vehicle, with a new password; null if the vehicle has a real device, which is never changed. */
async function boxOf(
  trx: Transaction,
  vehicle: { id: string; orgCode: string; name: string },
  at: Date,
): Promise<BoxKey | null> {
  const { id: vehicleId, orgCode, name } = vehicle
  const devices = await trx
    .selectFrom('device as d')
    .leftJoin('deviceAccess as a', (on) => on.onRef('a.deviceId', '=', 'd.id').onRef('a.orgCode', '=', 'd.orgCode'))
    .select(['d.id', 'a.simulated'])
    .where('d.vehicleId', '=', vehicleId)
    .execute()
  const simulatedDevice = devices.find(({ simulated }) => simulated)
  if (!simulatedDevice && devices.length > 0) return null
  const id = simulatedDevice?.id ?? newId()
  if (!simulatedDevice) {
    const device = { id, orgCode, vehicleId, name, deviceType: 'VEHICLE', createdBy: '', createdAt: at }
    await trx
      .insertInto('device')
      .values({ ...device, serialNumber: `DEMO-${id.slice(-12)}`, softwareVersion: 'simulated' })
      .execute()
  }
  return { id, orgCode, secret: await grantAccess(trx, { id, orgCode }, { name: '', at, simulated: true }) }
}

/** The coin machines of the demo venue, with new passwords; those that have been given a real access are left alone. */
async function hoppersOf(trx: Transaction, at: Date): Promise<BoxKey[]> {
  const machines = await trx
    .selectFrom('device as d')
    .leftJoin('deviceAccess as a', (on) => on.onRef('a.deviceId', '=', 'd.id').onRef('a.orgCode', '=', 'd.orgCode'))
    .select(['d.id', 'd.orgCode', 'a.simulated'])
    .where(
      'd.id',
      'in',
      demoCoinMachines.map(({ id }) => id),
    )
    .execute()
  const keys: BoxKey[] = []
  for (const { id, orgCode, simulated } of machines) {
    if (simulated === false) continue
    keys.push({ id, orgCode, secret: await grantAccess(trx, { id, orgCode }, { name: '', at, simulated: true }) })
  }
  return keys
}

/** Starts simulated boxes for the vehicles of the demo venue, and its coin machines. They do what a run or sale asks by the vehicle protocol. */
export async function startDemoFleet({ db, clock }: Deps, gateway: Gateway): Promise<{ stop(): Promise<void> }> {
  if (gateway.port === null) return { stop: async () => undefined }
  const { keys, hopperKeys } = await db.scoped(EVERY_STORE, async (trx) => {
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
    return { keys: found, hopperKeys: await hoppersOf(trx, clock()) }
  })
  await gateway.refresh()
  const url = `mqtt://127.0.0.1:${gateway.port}`
  const boxes = keys.map((key) => startSimulatedBox({ url, key, lapMs: LAP_MS, random: Math.random }))
  const hoppers = hopperKeys.map((key) => startSimulatedHopper({ url, key, coins: FULL }))
  const timer = setInterval(() => {
    for (const box of boxes) causeIncident(box)
    for (const hopper of hoppers) if (hopper.coins() < FEW) hopper.fill(FULL)
  }, CHECK_MS).unref()
  return {
    async stop() {
      clearInterval(timer)
      await Promise.all([...boxes, ...hoppers].map((one) => one.stop()))
    },
  }
}

/** Occasionally causes a collision or a network failure. */
function causeIncident(box: SimulatedBox): void {
  if (box.driver.run() === null) return
  if (Math.random() < CHECK_MS / CRASH_EVERY_MS) box.crash(CRASH_MS)
  else if (Math.random() < CHECK_MS / DROP_EVERY_MS) box.drop(DROP_MS)
}
