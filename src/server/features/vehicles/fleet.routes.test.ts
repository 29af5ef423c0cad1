import { beforeAll, describe, expect, it } from 'vitest'
import { demoVehicleTypes } from '#server/db/seed/venue.data.ts'
import { newId } from '#shared/core/id.ts'
import { until } from '#tests/support/until.ts'
import { codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'

const { server, venue, manager, cashier } = await testVenue(['manager', 'cashier'])

beforeAll(async () => {
  await venue.setTrialLimit(-1)
})

const start = (vehicleId: string) => cashier.playBeforePay.add({ body: venue.start({ vehicleId }), key: newId() })
const remove = (id: string) => manager.vehicles.delete({ query: { id }, reason: '测试' })
const seen = async (id: string) => (await manager.vehicles.queryById({ query: { id } })).result
const maintain = (id: string, condition: 'ready' | 'maintenance' | 'scrapped', reason = '') =>
  manager.vehicles.setCondition({ body: { id, condition, reason } })
const eventsOf = async (vehicleId: string) =>
  (await manager.deviceEvents.list({ query: { vehicleId, pageSize: 50 } })).result.records.map(({ kind }) => kind)

describe('a vehicle', () => {
  it('is stored with all fields, and sorted last', async () => {
    await manager.vehicleTypes.add({ body: { name: '卡丁A' } })
    const input = {
      name: 'V-1',
      cardName: 'RF1',
      vehicleType: '卡丁A',
      seats: 2,
      IMEI: '860000000000001',
      controlAddress: '10.0.0.1',
      controlProtocol: 'TCP',
      rfCard: 'AA01',
      defaultMode: 'timermode' as const,
      defaultLaps: 5,
      defaultMinutes: 8,
      delayStopSeconds: 20,
      photo: 'vehicle/1.png',
      remark: '新车',
    }
    await manager.vehicles.add({ body: input })
    const [row] = (await manager.vehicles.list({ query: { name: 'V-1' } })).result.records
    expect(row).toMatchObject({
      ...input,
      state: 'idle',
      condition: 'ready',
      isConnecte: 'NO',
      upkeep: 'ok',
      createBy: 'manager',
    })
    expect(row).toMatchObject({ condition_dictText: '可用', defaultMode_dictText: '计时', isConnecte_dictText: '否' })
    const last = await manager.vehicles.list({ query: { column: 'indexNumber', order: 'desc', pageSize: 1 } })
    expect(last.result.records[0]?.name).toBe('V-1')
    await manager.vehicles.edit({ body: { id: row?.id ?? '', seats: 1 } })
    expect(await seen(row?.id ?? '')).toMatchObject({ ...input, seats: 1, updateBy: 'manager' })
    expect(await eventsOf(row?.id ?? '')).toEqual(['added'])
  })

  it('has a unique name, IMEI and RF card among active vehicles of the store', async () => {
    await manager.vehicles.add({ body: { name: 'V-2', IMEI: '860000000000002', rfCard: 'AA02' } })
    const clashes = { name: 'V-2', IMEI: '860000000000002', rfCard: 'AA02' } as const
    const codes = { name: 'vehicles.nameTaken', IMEI: 'vehicles.imeiTaken', rfCard: 'vehicles.rfCardTaken' }
    for (const field of ['name', 'IMEI', 'rfCard'] as const) {
      expect(await codeOf(manager.vehicles.add({ body: { name: 'V-3', [field]: clashes[field] } }))).toBe(codes[field])
    }
    const other = await server.signIn('manager', 'A01A02')
    await other.vehicles.add({ body: clashes })
    expect(await codeOf(manager.vehicles.add({ body: { name: 'V-4', vehicleType: '没有' } }))).toBe(
      'vehicleTypes.unknown',
    )
  })

  it('belongs to its store only', async () => {
    const { id } = await venue.vehicle({ orgCode: 'A01A02' })
    expect(await codeOf(seen(id))).toBe('common.recordNotFound')
    const calls = [
      () => remove(id),
      () => maintain(id, 'maintenance', '坏'),
      () => manager.vehicles.sort({ body: { ids: [id] } }),
    ]
    for (const call of calls) expect(await codeOf(call())).toBe('common.recordNotFound')
    const coach = await server.signIn('coach')
    expect((await coach.vehicles.list({ query: {} })).result.total).toBeGreaterThan(0)
    expect(await codeOf(coach.vehicles.add({ body: { name: 'X' } }))).toBe('auth.forbidden')
    expect(await codeOf(cashier.vehicles.list({ query: {} }))).toBe('auth.forbidden')
  })

  it('takes the given sort position', async () => {
    const { result } = await cashier.vehicles.listOfStore({ query: { pageSize: 1000 } })
    const turned = result.records.map(({ id }) => id).toReversed()
    await manager.vehicles.sort({ body: { ids: turned } })
    const { result: sorted } = await cashier.vehicles.listOfStore({ query: { pageSize: 1000 } })
    expect(sorted.records.map(({ id }) => id)).toEqual(turned)
    expect(sorted.records.map(({ indexNumber }) => indexNumber)).toEqual(turned.map((_, at) => at + 1))
    await manager.vehicles.sort({ body: { ids: turned.toReversed() } })
  })

  it('notifies its own store when headquarters sorts it', async () => {
    const there = 'A01A02'
    const { id } = await venue.vehicle({ orgCode: there })
    const notified = new Set<string>()
    server.deps.bus.listen((message) => {
      if (message.kind === 'changed' && message.topic === 'vehicles') notified.add(message.orgCode)
    })
    await (await server.signIn('hq')).vehicles.sort({ body: { ids: [id] } })
    await until(() => expect(notified).toContain(there))
  })
})

describe('a series', () => {
  const series = { prefix: 'S', suffix: '号', from: 1, to: 12, vehicleType: demoVehicleTypes[0]?.name ?? '', seats: 1 }

  it('is added at once, once per key', async () => {
    const key = newId()
    const { result } = await manager.vehicles.addSeries({ body: series, key })
    expect((await manager.vehicles.addSeries({ body: series, key })).result).toEqual(result)
    const rows = await Promise.all(result.map(seen))
    expect(rows.map(({ name }) => name)).toEqual(Array.from({ length: 12 }, (_, at) => `S${at + 1}号`))
    const places = rows.map(({ indexNumber }) => indexNumber)
    expect(places).toEqual(places.map((_, at) => (places[0] ?? 0) + at))
  })

  it('is added completely or not at all, and names existing ones', async () => {
    const overlapping = { ...series, from: 11, to: 14 }
    const failed = manager.vehicles.addSeries({ body: overlapping, key: newId() })
    await expect(failed).rejects.toMatchObject({ code: 'vehicles.namesTaken', details: { names: 'S11号、S12号' } })
    expect((await manager.vehicles.list({ query: { name: 'S13号' } })).result.total).toBe(0)
    const backwards = manager.vehicles.addSeries({ body: { ...series, from: 5, to: 4 }, key: newId() })
    expect(await codeOf(backwards)).toBe('vehicles.seriesBackwards')
    const long = manager.vehicles.addSeries({ body: { ...series, to: 101 }, key: newId() })
    expect(await codeOf(long)).toBe('vehicles.seriesTooLong')
  })

  it('is added once by two concurrent calls', async () => {
    const body = { ...series, prefix: 'T', to: 30 }
    const codes = await Promise.all([1, 2, 3].map(() => codeOf(manager.vehicles.addSeries({ body, key: newId() }))))
    expect(codes.toSorted()).toEqual(['done', 'vehicles.namesTaken', 'vehicles.namesTaken'])
    expect((await manager.vehicles.list({ query: { name: 'T*' } })).result.total).toBe(30)
  })
})

describe('a removal', () => {
  it('is refused during a run, and scraps a vehicle with records', async () => {
    const { id, name } = await venue.vehicle()
    await start(id)
    expect(await codeOf(remove(id))).toBe('vehicles.running')
    expect(await codeOf(maintain(id, 'scrapped'))).toBe('vehicles.running')
    await cashier.vehicles.finish({ body: { id } })
    expect((await remove(id)).message).toContain(name)
    expect(await seen(id)).toMatchObject({ condition: 'scrapped', state: 'scrapped' })
    expect(await codeOf(start(id))).toBe('sessions.vehicleUnavailable')
    const { id: unused } = await venue.vehicle()
    await remove(unused)
    expect(await codeOf(seen(unused))).toBe('common.recordNotFound')
    expect(await codeOf(start(unused))).toBe('sessions.vehicleNotFound')
  })

  it('and a concurrent start never both succeed', async () => {
    const vehicles = await Promise.all(Array.from({ length: 12 }, () => venue.vehicle()))
    const outcomes = await Promise.all(
      vehicles.map(async ({ id }, at) => {
        const calls = [() => codeOf(start(id)), () => codeOf(remove(id))]
        const [one, other] = await Promise.all((at % 2 ? calls : calls.toReversed()).map((call) => call()))
        return at % 2 ? [one, other] : [other, one]
      }),
    )
    for (const outcome of outcomes) {
      expect([
        ['done', 'vehicles.running'],
        ['sessions.vehicleNotFound', 'done'],
      ]).toContainEqual(outcome)
    }
    for (const [at, [started]] of outcomes.entries()) {
      const running = await venue.rows('run').where('vehicleId', vehicles[at]?.id)
      expect(running).toHaveLength(started === 'done' ? 1 : 0)
    }
  })
})

describe('maintenance', () => {
  it('begins after the current run, and prevents starts until it ends', async () => {
    const { id } = await venue.vehicle()
    await start(id)
    expect(await codeOf(maintain(id, 'maintenance'))).toBe('vehicles.reasonRequired')
    const { result, message } = await maintain(id, 'maintenance', '刹车软')
    expect(result).toEqual({ condition: 'maintenance', isRunning: true })
    expect(message).toContain('本次运行结束后')
    expect(await seen(id)).toMatchObject({ state: 'inUse', condition: 'maintenance', conditionReason: '刹车软' })
    expect(await codeOf(start(id))).toBe('sessions.vehicleUnavailable')
    const { result: finished } = await cashier.vehicles.finish({ body: { id } })
    expect(finished).toMatchObject({ state: 'maintenance', condition: 'maintenance' })
    await maintain(id, 'ready')
    expect(await seen(id)).toMatchObject({ state: 'idle', conditionReason: '' })
    await start(id)
    expect((await eventsOf(id)).toSorted()).toEqual(['backInService', 'outOfService'])
  })

  it('and a concurrent start end with a run before it, or with none', async () => {
    const vehicles = await Promise.all(Array.from({ length: 10 }, () => venue.vehicle()))
    await Promise.all(
      vehicles.map(async ({ id }) => {
        const [started, stopped] = await Promise.all([codeOf(start(id)), maintain(id, 'maintenance', '检查')])
        const { isRunning } = stopped.result
        expect(started).toBe(isRunning ? 'done' : 'sessions.vehicleUnavailable')
        expect((await seen(id)).state).toBe(isRunning ? 'inUse' : 'maintenance')
      }),
    )
  })
})

describe('a type', () => {
  it('has a unique name, which its vehicles follow, and cannot be deleted while used', async () => {
    await manager.vehicleTypes.add({ body: { name: '双人' } })
    expect(await codeOf(manager.vehicleTypes.add({ body: { name: '双人' } }))).toBe('vehicleTypes.nameTaken')
    const [type] = (await manager.vehicleTypes.list({ query: { name: '双人' } })).result.records
    const id = type?.id ?? ''
    await manager.vehicles.add({ body: { name: 'D-1', vehicleType: '双人' } })
    const plan = { name: '换胎', vehicleType: '双人', unit: 'laps' as const, every: 500 }
    await manager.upkeepPlans.add({ body: plan })
    await manager.vehicleTypes.edit({ body: { id, name: '双人座' } })
    const { result: list } = await manager.vehicles.list({ query: { vehicleType: '双人座' } })
    expect(list.records.map(({ name }) => name)).toEqual(['D-1'])
    const plans = await manager.upkeepPlans.list({ query: { vehicleType: '双人座' } })
    expect(plans.result.records).toMatchObject([{ name: '换胎' }])
    expect((await manager.vehicleTypes.queryById({ query: { id } })).result.vehicleCount).toBe(1)
    expect(await codeOf(manager.vehicleTypes.delete({ query: { id } }))).toBe('vehicleTypes.inUse')
    await manager.vehicles.edit({ body: { id: list.records[0]?.id ?? '', vehicleType: '' } })
    await manager.vehicleTypes.delete({ query: { id } })
  })
})
