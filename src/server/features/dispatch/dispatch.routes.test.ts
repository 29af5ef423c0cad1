import { describe, expect, it } from 'vitest'
import { newId } from '#shared/core/id.ts'
import type { TestClient } from '#tests/support/server.ts'
import { lineUp } from '#tests/support/venue/queued.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import type { Venue } from '#tests/support/venue/venue.ts'

const { server, venue } = await testVenue()
const [cashier, coach, manager] = await Promise.all([
  server.signIn('cashier'),
  server.signIn('coach'),
  server.signIn('manager', 'A01A01'),
])
await venue.setTrialLimit(-1)
const laps = (await venue.rule({ consumeType: 'NOCARDCONSUME', laps: 3, minutes: 0, price: 0 })).id
const minutes = (await venue.rule({ consumeType: 'NOCARDCONSUME', laps: 0, minutes: 10, price: 0 })).id

/** A vehicle with a running run. */
async function running(mode: 'circlemode' | 'timermode', given: Parameters<Venue['vehicle']>[0] = {}) {
  const vehicle = await venue.vehicle(given)
  const playId = newId()
  const ruleId = mode === 'circlemode' ? laps : minutes
  const body = venue.start({ vehicleId: vehicle.id, consumeVehicleMode: mode, ruleId, userId: '' })
  const { result } = await cashier.playBeforePay.add({ body, key: playId })
  return { vehicle, playId, id: result.gameLogId }
}

const onFloor = async (vehicleId: string) => {
  const { result } = await coach.dispatch.floor()
  return result.vehicles.find(({ id }) => id === vehicleId)
}
const runOf = async (id: string) => (await venue.rows('run').where('id', id))[0]
const entryOf = async (playId: string) => (await venue.rows('queueEntry').where('playId', playId))[0]
const secondsUntil = (wire: string | null | undefined, from: string): number =>
  (Date.parse(`${wire}Z`) - Date.parse(`${from}Z`)) / 1000

describe('the floor', () => {
  it('shows vehicles with their runs to users of the store only', async () => {
    const { vehicle, id, playId } = await running('circlemode')
    expect(await onFloor(vehicle.id)).toMatchObject({
      state: 'inUse',
      run: {
        id,
        playId,
        consumeVehicleMode: 'circlemode',
        countCycleNumber: 3,
        lapsDone: 0,
        extended: 0,
        dueTime: null,
      },
    })
    const { result } = await coach.dispatch.floor()
    expect(result.extensionLimit).toBe(3)
    expect(result.vehicles.every(({ sysOrgCode }) => sysOrgCode === 'A01A01')).toBe(true)
    const partner = await server.signIn('partner')
    await expect(partner.dispatch.floor()).rejects.toMatchObject({ code: 'auth.forbidden' })
    const elsewhere = await server.signIn('manager2')
    await expect(elsewhere.dispatch.extend({ body: { id }, key: newId() })).rejects.toMatchObject({
      code: 'dispatch.runNotFound',
    })
    expect((await elsewhere.dispatch.floor()).result.vehicles.map((one) => one.id)).not.toContain(vehicle.id)
  })

  it('shows the queue in order, and which rides were paid together', async () => {
    const { result: before } = await coach.dispatch.floor()
    const body = { consumeType: 'NOCARDCONSUME', sysDepartConsumeRoleId: minutes, usageMode: 'lineup' as const }
    const order = newId()
    await cashier.consume.add({
      body: {
        ...body,
        consumeVehicleMode: 'timermode',
        consumePayMode: 'cash',
        racer: '排队的人',
        people: 2,
      } as never,
      key: order,
    })
    const { result } = await coach.dispatch.floor()
    expect(result.waiting).toBe(before.waiting + 1)
    expect(result.entries.at(-1)).toMatchObject({
      racer: '排队的人',
      people: 2,
      state: 'WAITING',
      duration: 10,
      countCycleNumber: 0,
      groupId: order,
    })
  })

  it('leaves out queue entries whose time is over', async () => {
    const { plays } = await lineUp(venue, { by: cashier })
    const entry = await entryOf(plays[0]?.id ?? '')
    const shown = async () => (await coach.dispatch.floor()).result
    const before = await shown()
    expect(before.entries.map(({ id }) => id)).toContain(entry?.id)
    await venue.inEveryStore((trx) =>
      trx
        .updateTable('queueEntry')
        .set({ expiresAt: new Date(server.clock.now().getTime() - 1000) })
        .where('id', '=', String(entry?.id))
        .execute(),
    )
    const after = await shown()
    expect(after.entries.map(({ id }) => id)).not.toContain(entry?.id)
    expect(after.waiting).toBe(before.waiting - 1)
  })
})

describe('extending a run', () => {
  it('adds a lap or a minute per press, nothing for a repeated call, up to the limit of the roles', async () => {
    const byLaps = await running('circlemode')
    const key = newId()
    await coach.dispatch.extend({ body: { id: byLaps.id }, key })
    await coach.dispatch.extend({ body: { id: byLaps.id }, key })
    expect((await onFloor(byLaps.vehicle.id))?.run).toMatchObject({ countCycleNumber: 4, extended: 1 })
    const byTime = await running('timermode')
    const first = (await onFloor(byTime.vehicle.id))?.run?.endTime ?? ''
    const press = () => coach.dispatch.extend({ body: { id: byTime.id }, key: newId() })
    // Concurrently: the limit holds.
    const pressed = await Promise.allSettled([1, 2, 3, 4, 5].map(press))
    expect(pressed.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    for (const one of pressed)
      if (one.status === 'rejected')
        expect(one.reason).toMatchObject({ code: 'dispatch.extendedEnough', details: { most: 3 } })
    expect(secondsUntil((await onFloor(byTime.vehicle.id))?.run?.endTime, first)).toBe(180)
    // A user whose role allows more may continue.
    const admin = await server.signIn('admin')
    const setLimit = (extensionLimit: number) => admin.roles.edit({ body: { id: 'manager', extensionLimit } })
    await expect(setLimit(-2)).rejects.toMatchObject({ code: 'common.invalidInput' })
    await setLimit(4)
    const { result } = await manager.dispatch.extend({ body: { id: byTime.id }, key: newId() })
    expect(result.run?.extended).toBe(4)
    await setLimit(-1)
    expect((await manager.dispatch.floor()).result.extensionLimit).toBe(-1)
    await manager.dispatch.extend({ body: { id: byTime.id }, key: newId() })
    await setLimit(3)
  })

  it('is refused after the run has ended, and never extends the next run', async () => {
    const { vehicle, id } = await running('timermode')
    await cashier.vehicles.finish({ body: { id: vehicle.id } })
    const body = venue.start({ vehicleId: vehicle.id, consumeVehicleMode: 'timermode', ruleId: minutes, userId: '' })
    await cashier.playBeforePay.add({ body, key: newId() })
    const over = { code: 'dispatch.runOver', details: { vehicle: vehicle.name } }
    await expect(coach.dispatch.extend({ body: { id }, key: newId() })).rejects.toMatchObject(over)
    await expect(coach.dispatch.slow({ body: { id, slowed: true } })).rejects.toMatchObject(over)
    await coach.dispatch.stop({ body: { id, now: true } })
    expect((await onFloor(vehicle.id))?.run).toMatchObject({ extended: 0, stoppedBy: '' })
  })
})

describe('stopping a run', () => {
  it('gives the vehicle its delay to come back, shows who stopped it, and ends by itself', async () => {
    const { vehicle, id, playId } = await running('circlemode', { delayStopSeconds: 20 })
    const { result } = await coach.dispatch.stop({ body: { id } })
    expect(result.run).toMatchObject({ stoppedBy: coach.user.realname })
    expect(secondsUntil(result.run?.endTime, result.run?.dueTime ?? '')).toBe(20)
    await expect(coach.dispatch.extend({ body: { id }, key: newId() })).rejects.toMatchObject({
      code: 'dispatch.stopping',
    })
    // Pressed again, it does not extend the delay.
    expect((await manager.dispatch.stop({ body: { id } })).result.run).toEqual(result.run)
    server.clock.advance(21_000)
    expect(await onFloor(vehicle.id)).toMatchObject({ state: 'idle', run: null })
    const body = venue.start({ vehicleId: vehicle.id, consumeVehicleMode: 'circlemode', ruleId: laps, userId: '' })
    await cashier.playBeforePay.add({ body, key: newId() })
    expect(await runOf(id)).toMatchObject({ state: 'ENDED', endedHow: 'stopped', stoppedBy: coach.user.realname })
    expect(await entryOf(playId)).toMatchObject({ state: 'DONE' })
  })

  it('stops at once if requested, or if there is no delay', async () => {
    const slow = await running('timermode', { delayStopSeconds: 20 })
    await coach.dispatch.stop({ body: { id: slow.id } })
    expect((await coach.dispatch.stop({ body: { id: slow.id, now: true } })).result).toMatchObject({ state: 'idle' })
    const { id } = await running('timermode')
    expect((await coach.dispatch.stop({ body: { id } })).result).toMatchObject({ state: 'idle', run: null })
    expect((await coach.dispatch.stop({ body: { id } })).result).toMatchObject({ state: 'idle', run: null })
  })
})

describe('laps', () => {
  it('are counted once by their number, and the last one calls the vehicle back', async () => {
    const { vehicle, id, playId } = await running('circlemode', { delayStopSeconds: 5 })
    await Promise.all([1, 1, 1].map((number) => coach.dispatch.lap({ body: { id, number } })))
    expect((await onFloor(vehicle.id))?.run).toMatchObject({ lapsDone: 1, dueTime: null })
    await coach.dispatch.lap({ body: { id, number: 3 } })
    await expect(coach.dispatch.lap({ body: { id, number: 4 } })).rejects.toMatchObject({
      code: 'dispatch.tooManyLaps',
    })
    expect((await onFloor(vehicle.id))?.run).toMatchObject({ lapsDone: 3, stoppedBy: '' })
    // One lap more, and it continues.
    await coach.dispatch.extend({ body: { id }, key: newId() })
    expect((await onFloor(vehicle.id))?.run).toMatchObject({ countCycleNumber: 4, dueTime: null })
    await coach.dispatch.lap({ body: { id, number: 4 } })
    server.clock.advance(6_000)
    expect((await onFloor(vehicle.id))?.run).toBeNull()
    await cashier.vehicles.finish({ body: { id: vehicle.id } })
    expect(await runOf(id)).toMatchObject({ endedHow: 'laps', stoppedBy: '', lapsDone: 4 })
    expect(await entryOf(playId)).toMatchObject({ state: 'DONE' })
    const { result } = await manager.gameLogs.list({ query: { playId, endedHow: 'laps' } as never })
    expect(result.records).toMatchObject([{ lapsDone: 4, extended: 1, endedHow_dictText: '圈数跑完' }])
  })
})

describe('a swap', () => {
  it('continues the rest of the run on a free vehicle, and takes a broken one out of service', async () => {
    const { vehicle, id, playId } = await running('circlemode')
    await coach.dispatch.extend({ body: { id }, key: newId() })
    await coach.dispatch.lap({ body: { id, number: 1 } })
    const other = await venue.vehicle()
    const body = { id, vehicleId: other.id, maintain: true, reason: '链条断' }
    const key = newId()
    const { result } = await coach.dispatch.swap({ body, key })
    expect(result).toMatchObject({ id: other.id, run: { playId, countCycleNumber: 3, lapsDone: 0, extended: 1 } })
    expect((await coach.dispatch.swap({ body, key })).result).toEqual(result)
    expect(await onFloor(vehicle.id)).toMatchObject({ state: 'maintenance', conditionReason: '链条断', run: null })
    expect(await runOf(id)).toMatchObject({ endedHow: 'swapped', stoppedBy: coach.user.realname })
    expect(await runOf(result.run?.id ?? '')).toMatchObject({ continues: id, vehicleId: other.id })
    expect(await entryOf(playId)).toMatchObject({ state: 'STARTED' })
    expect(await venue.rows('playRecord').where('id', playId)).toMatchObject([
      { vehicleId: other.id, vehicleName: other.name, runId: result.run?.id },
    ])
    await cashier.vehicles.finish({ body: { id: other.id } })
    expect(await entryOf(playId)).toMatchObject({ state: 'DONE' })
  })

  it('keeps the time at which the run is due', async () => {
    const { vehicle, id } = await running('timermode')
    const due = (await onFloor(vehicle.id))?.run?.dueTime
    const other = await venue.vehicle({ delayStopSeconds: 15 })
    const { result } = await coach.dispatch.swap({ body: { id, vehicleId: other.id }, key: newId() })
    expect(result.run?.dueTime).toBe(due)
    expect(secondsUntil(result.run?.endTime, due ?? '')).toBe(15)
  })

  it('of two runs to one vehicle succeeds once, and the other user sees who has it', async () => {
    const [one, two] = [await running('timermode'), await running('timermode')]
    const free = await venue.vehicle()
    const swap = (by: TestClient, id: string) => by.dispatch.swap({ body: { id, vehicleId: free.id }, key: newId() })
    const done = await Promise.allSettled([swap(coach, one.id), swap(manager, two.id)])
    const [failed] = done.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[]
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(failed?.reason).toMatchObject({ code: 'sessions.vehicleTaken', details: { vehicle: free.name } })
    expect([coach.user.realname, manager.user.realname]).toContain(failed?.reason.details.by)
    // Swapped with each other: no deadlock, and neither vehicle is free.
    const [three, four] = [await running('timermode'), await running('timermode')]
    const crossed = await Promise.allSettled([
      coach.dispatch.swap({ body: { id: three.id, vehicleId: four.vehicle.id }, key: newId() }),
      manager.dispatch.swap({ body: { id: four.id, vehicleId: three.vehicle.id }, key: newId() }),
    ])
    expect(crossed.filter(({ status }) => status === 'fulfilled')).toHaveLength(0)
  })

  it('is refused to the same vehicle, to one with too few seats, and without a reason for maintenance', async () => {
    const { vehicle, id } = await running('timermode')
    const [free, small] = [await venue.vehicle(), await venue.vehicle({ condition: 'maintenance' })]
    const swap = (body: object) => coach.dispatch.swap({ body: { id, vehicleId: free.id, ...body }, key: newId() })
    await expect(swap({ vehicleId: vehicle.id })).rejects.toMatchObject({ code: 'dispatch.sameVehicle' })
    await expect(swap({ vehicleId: small.id })).rejects.toMatchObject({
      code: 'sessions.vehicleUnavailable',
      details: { state: '维护' },
    })
    await expect(swap({ vehicleId: newId() })).rejects.toMatchObject({ code: 'sessions.vehicleNotFound' })
    await expect(swap({ maintain: true })).rejects.toMatchObject({ code: 'vehicles.reasonRequired' })
  })
})

describe('an emergency stop of all', () => {
  it('holds every vehicle of the floor, driving or not, until it is released', async () => {
    const [{ vehicle: riding }, idle] = [await running('timermode'), await venue.vehicle()]
    const held = async () => {
      const { result } = await coach.dispatch.floor()
      return result.vehicles.filter(({ isStopped }) => isStopped).length / result.vehicles.length
    }
    expect(await held()).toBe(0)
    const { result: stops } = await cashier.emergency.stop({ body: {} })
    expect(await held()).toBe(1)
    expect(await onFloor(riding.id)).toMatchObject({ isStopped: true, state: 'inUse' })
    expect(await onFloor(idle.id)).toMatchObject({ isStopped: true })
    await manager.emergency.release({ body: { id: stops[0]?.id ?? '' } })
    expect(await held()).toBe(0)
  })
})
