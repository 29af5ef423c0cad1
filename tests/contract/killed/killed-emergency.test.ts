import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#shared/core/id.ts'
import { KILLED_PATIENCE, type Killable, startKillable, trailOf } from '#tests/support/faults/killable.ts'
import { nameSampleOnFailure } from '#tests/support/runner/sample.ts'
import { STORE } from '#tests/support/venue/venue.ts'

const EMERGENCY = '/gateway/sysEmergency'
const BOX = '/gateway/sysVehicleBox'

let killable: Killable
let { venue, manager, everywhere, expectRows } = {} as Killable
beforeAll(async () => {
  killable = await startKillable('dispatch', 'gateway')
  ;({ venue, manager, everywhere, expectRows } = killable)
})
nameSampleOnFailure()
afterAll(() => killable.stop())

/** A vehicle with a box. */
async function vehicleWithBox(): Promise<{ vehicle: string; device: string }> {
  const { id: vehicle } = await venue.vehicle()
  const device = newId()
  const row = {
    id: device,
    orgCode: STORE,
    serialNumber: device,
    name: 'box',
    deviceType: 'VEHICLE',
    vehicleId: vehicle,
  }
  await venue.inEveryStore((trx) =>
    trx
      .insertInto('device')
      .values(row as never)
      .execute(),
  )
  return { vehicle, device }
}

describe('a server that is killed between any two statements and called again has', {
  timeout: KILLED_PATIENCE,
}, () => {
  it('an emergency stop in force, which one release ends', async () => {
    const cuts = await everywhere(async () => {
      const { vehicle } = await vehicleWithBox()
      return {
        sent: { method: 'POST', path: `${EMERGENCY}/stop`, body: { vehicleIds: [vehicle] } },
        async expectDone({ reply }) {
          expect(reply.success).toBe(true)
          // Shown once, although the press without an answer may be stored beside it.
          const mine = (await manager.emergency.list()).result.filter(({ vehicleIds }) => vehicleIds?.includes(vehicle))
          expect(mine).toHaveLength(1)
          await manager.emergency.release({ body: { id: mine[0]?.id ?? '' } })
          await expectRows({
            emergency_stop: [`'${vehicle}' = any (vehicle_ids) and released_at is null`, 0],
          })
        },
      }
    })
    expect(cuts).toBeGreaterThan(4)
  })

  it('a release done once, with the lost time added once', async () => {
    const cuts = await everywhere(async () => {
      const { vehicle } = await vehicleWithBox()
      const userId = await venue.member({ balance: 100_000 })
      const { id: ruleId } = await venue.rule({ minutes: 600 })
      const body = venue.start({ ruleId, vehicleId: vehicle, userId, consumeVehicleMode: 'timermode' })
      const { result } = await manager.playBeforePay.add({ key: newId(), body })
      const { result: stops } = await manager.emergency.stop({ body: { vehicleIds: [vehicle] } })
      const id = stops.find(({ vehicleIds }) => vehicleIds?.includes(vehicle))?.id ?? ''
      return {
        sent: { method: 'POST', path: `${EMERGENCY}/release`, body: { id, remark: 'clear' } },
        async expectDone({ reply }) {
          expect(reply.success).toBe(true)
          await expectRows({
            emergency_stop: `id = '${id}' and released_at is not null and remark = 'clear'`,
            audit_entry: trailOf(`${EMERGENCY}/release`, id),
            // The added time is at most the time it was stopped.
            run: `id = '${result.gameLogId}' and ends_at > started_at + interval '600 minutes' and ends_at < now() + interval '600 minutes'`,
          })
        },
      }
    })
    expect(cuts).toBeGreaterThan(4)
  })

  it('a stored speed limit with its audit entry', async () => {
    const cuts = await everywhere(async () => {
      const { vehicle } = await vehicleWithBox()
      return {
        sent: { method: 'POST', path: `${BOX}/limit`, body: { vehicleId: vehicle, speed: 40, gear: 2 } },
        async expectDone({ reply }) {
          expect(reply).toMatchObject({ success: true, result: { speed: 40, gear: 2 } })
          await expectRows({ vehicle: `id = '${vehicle}' and speed_limit = 40 and gear_limit = 2` })
        },
      }
    })
    expect(cuts).toBeGreaterThan(3)
  })

  it('one password for a box, the one in its answer', async () => {
    const cuts = await everywhere(async () => {
      const { device } = await vehicleWithBox()
      return {
        sent: { method: 'POST', path: `${BOX}/access`, body: { deviceId: device } },
        async expectDone({ reply }) {
          const { password } = reply.result as { password: string }
          await expectRows({ device_access: `device_id = '${device}' and secret_hash = sha256('${password}')` })
        },
      }
    })
    expect(cuts).toBeGreaterThan(3)
  })
})
