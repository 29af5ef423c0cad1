import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#shared/core/id.ts'
import { toWireTime } from '#shared/core/time.ts'
import { until } from '#tests/support/until.ts'
import { codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { demoRule, STORE } from '#tests/support/venue/venue.ts'

const { server, venue, hq, manager, cashier } = await testVenue(['hq', 'manager', 'cashier'])

beforeAll(async () => {
  await venue.setTrialLimit(-1)
})

const HOUR = 3_600_000

async function device(serialNumber: string, deviceType: 'TV' | 'VEHICLE' = 'TV', more = {}): Promise<string> {
  await manager.devices.add({ body: { serialNumber, deviceType, ...more } })
  const [row] = (await manager.devices.list({ query: { serialNumber } })).result.records
  return row?.id ?? ''
}

describe('a device', () => {
  it('has a unique serial number, a vehicle, and a log', async () => {
    const { id: vehicleId, name } = await venue.vehicle()
    const id = await device('SN-1', 'VEHICLE', { vehicleId, softwareVersion: '1.2', iotCard: '8986' })
    expect((await manager.devices.queryById({ query: { id } })).result).toMatchObject({
      vehicleName: name,
      softwareVersion: '1.2',
      deviceType_dictText: '车载',
    })
    expect(await codeOf(device('SN-1'))).toBe('devices.serialNumberTaken')
    const { id: foreign } = await venue.vehicle({ orgCode: 'A01A02' })
    expect(await codeOf(manager.devices.edit({ body: { id, vehicleId: foreign } }))).toBe('sessions.vehicleNotFound')
    await manager.devices.edit({ body: { id, vehicleId: '' } })
    const log = (await manager.deviceEvents.list({ query: { deviceId: id } })).result.records
    expect(log.map(({ kind, detail }) => [kind, detail]).toSorted()).toEqual([
      ['added', ''],
      ['bound', name],
      ['unbound', name],
    ])
    await manager.devices.delete({ query: { id }, reason: '坏了' })
    expect((await manager.deviceEvents.list({ query: { deviceId: id } })).result.total).toBe(3)
  })

  it('gets one permit at a time from headquarters, until a day or until revoked', async () => {
    const deviceId = await device('TV-1')
    expect(await codeOf(manager.devicePermits.add({ body: { deviceId } }))).toBe('auth.forbidden')
    const over = toWireTime(new Date(server.clock.now().getTime() - HOUR))
    expect(await codeOf(hq.devicePermits.add({ body: { deviceId, endTime: over } }))).toBe('devices.permitOver')
    const endTime = toWireTime(new Date(server.clock.now().getTime() + HOUR))
    const given = await Promise.all([1, 2, 3].map(() => codeOf(hq.devicePermits.add({ body: { deviceId, endTime } }))))
    expect(given.toSorted()).toEqual(['devices.permitExists', 'devices.permitExists', 'done'])
    const [permit] = (await manager.devicePermits.list({ query: { deviceId } })).result.records
    expect(permit).toMatchObject({ state: 'valid', endTime, free: false, sysOrgCode: STORE, createBy: 'hq' })
    expect(await codeOf(manager.devicePermits.revoke({ body: { id: permit?.id ?? '' } }))).toBe('auth.forbidden')
    await hq.devicePermits.revoke({ body: { id: permit?.id ?? '' } })
    expect(await codeOf(hq.devicePermits.revoke({ body: { id: permit?.id ?? '' } }))).toBe('devices.permitNotFound')
    await hq.devicePermits.add({ body: { deviceId } })
    const states = (await manager.devicePermits.list({ query: { deviceId } })).result.records.map(({ state }) => state)
    expect(states).toEqual(['valid', 'revoked'])
  })

  it('is the one free TV of its store, also under concurrency', async () => {
    const devices = await Promise.all(Array.from({ length: 20 }, (_, at) => device(`FREE-${at}`)))
    const free = (deviceId: string) => codeOf(manager.devicePermits.free({ body: { deviceId } }))
    const codes = await Promise.all(devices.map(free))
    expect(codes.filter((code) => code === 'done')).toHaveLength(1)
    expect(new Set(codes)).toEqual(new Set(['done', 'devices.freeTaken']))
    const { result } = await manager.devicePermits.list({ query: { free: 'true' } })
    expect(result.total).toBe(1)
    expect(await free(await device('BOX', 'VEHICLE'))).toBe('devices.freeForTv')
    const other = await server.signIn('manager', 'A01A02')
    expect(await codeOf(other.devicePermits.free({ body: { deviceId: devices[0] ?? '' } }))).toBe('devices.notFound')
    await hq.devicePermits.revoke({ body: { id: result.records[0]?.id ?? '' } })
    expect(await free(devices[3] ?? '')).toBe('done')
  })
})

describe('the log of runs', () => {
  const runOf = async (vehicleId: string) => (await manager.gameLogs.list({ query: { vehicleId } })).result.records

  it('shows the data of the ride, and who started and stopped it', async () => {
    const { id: vehicleId, name } = await venue.vehicle()
    const member = await venue.member({ balance: 100_000, phone: '13912345678', nickname: '飞车' })
    const key = newId()
    const body = venue.start({ vehicleId, userId: member, people: 1, racer: '小明' })
    await cashier.playBeforePay.add({ body, key })
    const [record] = (await manager.playBeforePay.list({ query: { id: key } })).result.records
    const [running] = await runOf(vehicleId)
    expect(running).toMatchObject({
      id: record?.gameLogId,
      playId: key,
      state: 'RUNNING',
      state_dictText: '运行中',
      endTime: null,
      stoppedBy: '',
      vehicleName: name,
      racer: '小明',
      userId: member,
      userNickname: '飞车',
      roleName: demoRule().name,
      price: record?.price,
      ticketNo: record?.ticketNo,
      countCycleNumber: record?.countCycleNumber,
      operatorName: cashier.user.realname,
    })
    const coach = await server.signIn('coach')
    await coach.vehicles.finish({ body: { id: vehicleId } })
    const [ended] = await runOf(vehicleId)
    expect(ended).toMatchObject({ state: 'ENDED', stoppedBy: coach.user.realname })
    expect((await manager.gameLogs.queryById({ query: { id: ended?.id ?? '' } })).result).toEqual(ended)
    const asCoach = (await coach.gameLogs.list({ query: { vehicleId } })).result.records[0]
    expect(asCoach?.userPhone).toBe('139****5678')
    expect(await codeOf(cashier.gameLogs.list({ query: {} }))).toBe('auth.forbidden')
    const other = await server.signIn('manager', 'A01A02')
    expect(await codeOf(other.gameLogs.queryById({ query: { id: ended?.id ?? '' } }))).toBe('common.recordNotFound')
    expect((await other.gameLogs.list({ query: { vehicleId } })).result.total).toBe(0)
  })

  it('finds runs by every field, and counts them correctly', async () => {
    const { id: vehicleId } = await venue.vehicle()
    const member = await venue.member({ balance: 100_000 })
    await cashier.playBeforePay.add({ body: venue.start({ vehicleId, userId: member, racer: '找我' }), key: newId() })
    const [run] = await runOf(vehicleId)
    const today = run?.startTime.slice(0, 10) ?? ''
    const searches = [
      { userId: member },
      { racer: '*找我*' },
      { ticketNo: run?.ticketNo, startTime_begin: today },
      { ruleId: run?.ruleId ?? '', vehicleId, startTime_begin: today, startTime_end: today },
      { terminalName: run?.terminalName, state: 'RUNNING', userId: member },
    ]
    for (const query of searches) {
      expect((await manager.gameLogs.list({ query })).result.records.map(({ id }) => id)).toEqual([run?.id])
    }
    expect((await manager.gameLogs.list({ query: { userId: member, state: 'ENDED' } })).result.total).toBe(0)
    const { result: all } = await manager.gameLogs.list({ query: {} })
    const { result: records } = await manager.playBeforePay.list({ query: {} })
    expect(all.total).toBe(records.total)
    const file = await server.request(`/api/gamelog/sysGameLog/exportXls?vehicleId=${vehicleId}`, {
      token: manager.token,
    })
    expect(file.headers.get('content-type')).toContain('spreadsheetml')
  })
})

describe('upkeep', () => {
  const plan = { name: '换油', unit: 'hours' as const, every: 2, blocks: true }
  const dueOf = async (vehicleId: string) =>
    (await manager.upkeep.listDue({ query: { vehicleId, pageSize: 50 } })).result.records
  const seen = async (id: string) => (await manager.vehicles.queryById({ query: { id } })).result

  async function driven(vehicleId: string, minutes: number, laps = 0): Promise<void> {
    const { result } = await cashier.playBeforePay.add({ body: venue.start({ vehicleId }), key: newId() })
    if (laps > 0) await cashier.dispatch.lap({ body: { id: result.gameLogId, number: laps } })
    server.clock.advance(minutes * 60_000)
    await cashier.vehicles.finish({ body: { id: vehicleId } })
  }
  const check = async () => {
    const { checkUpkeep } = await import('./upkeep.service.ts')
    await checkUpkeep(server.deps)
  }

  it('is computed from the runs, marks the vehicle, stops it when overdue, and restarts with an entry', async () => {
    const { id } = await venue.vehicle({ vehicleType: '保养车' })
    await manager.upkeepPlans.add({ body: { ...plan, vehicleType: '保养车' } })
    await manager.upkeepPlans.add({ body: { name: '擦车', unit: 'days', every: 30, vehicleId: id } })
    await manager.upkeepPlans.add({ body: { name: '胎', unit: 'laps', every: 100, vehicleType: '保养车' } })
    await driven(id, 60, 2)
    const of = async (name: string) => (await dueOf(id)).find(({ planName }) => planName === name)
    expect(await of('换油')).toMatchObject({ used: 1, left: 1, state: 'ok' })
    expect(await of('胎')).toMatchObject({ used: 2, state: 'ok' })
    expect(await of('擦车')).toMatchObject({ used: 0, state: 'ok' })
    await driven(id, 50)
    await check()
    expect(await seen(id)).toMatchObject({ upkeep: 'due', condition: 'ready' })
    const { result } = await cashier.vehicles.listOfStore({ query: { id: `${id},` } })
    expect(result.records).toMatchObject([{ upkeep: 'due', state: 'idle' }])
    await driven(id, 30)
    await check()
    expect(await seen(id)).toMatchObject({ upkeep: 'overdue', condition: 'maintenance', conditionReason: '换油' })
    expect(await codeOf(cashier.playBeforePay.add({ body: venue.start({ vehicleId: id }), key: newId() }))).toBe(
      'sessions.vehicleUnavailable',
    )
    const back = () => manager.vehicles.setCondition({ body: { id, condition: 'ready' } })
    expect(await codeOf(back())).toBe('vehicles.upkeepOverdue')
    const planId = (await of('换油'))?.planId ?? ''
    await manager.upkeep.add({ body: { vehicleId: id, planId, work: '换机油', cost: '80', odometer: '120h' } })
    expect(await of('换油')).toMatchObject({ used: 0, left: 2, state: 'ok' })
    expect(await seen(id)).toMatchObject({ upkeep: 'ok', condition: 'maintenance' })
    await back()
    const [entry] = (await manager.upkeep.list({ query: { vehicleId: id } })).result.records
    expect(entry).toMatchObject({ planName: '换油', work: '换机油', doneBy: manager.user.realname })
    const kinds = (await manager.deviceEvents.list({ query: { vehicleId: id } })).result.records.map(({ kind }) => kind)
    expect(kinds.toSorted()).toEqual(['backInService', 'upkeepDone', 'upkeepOverdue'])
    await manager.upkeepPlans.delete({ query: { id: planId } })
    expect((await manager.upkeep.list({ query: { vehicleId: id } })).result.records[0]?.planName).toBe('换油')
  })

  it('notifies the store of the vehicle when headquarters changes a plan or records upkeep', async () => {
    const orgCode = 'A01A02'
    const { id: vehicleId } = await venue.vehicle({ orgCode })
    const id = newId()
    const stamps = { createdBy: 'hq', createdAt: server.clock.now() }
    await venue.inEveryStore((trx) =>
      trx
        .insertInto('upkeepPlan')
        .values({ id, orgCode, name: '换油', unit: 'hours', every: 2, vehicleId, ...stamps })
        .execute(),
    )
    const notified = new Set<string>()
    server.deps.bus.listen((message) => {
      if (message.kind === 'changed' && message.topic === 'vehicles') notified.add(message.orgCode)
    })
    const calls = [
      () => hq.upkeepPlans.edit({ body: { id, every: 5 } }),
      () => hq.upkeep.add({ body: { vehicleId, work: '查' } }),
    ]
    for (const call of calls) {
      notified.clear()
      await call()
      await until(() => expect(notified).toContain(orgCode))
    }
  })

  it('is planned for a vehicle or a type of the store, and never recorded in the future', async () => {
    const { id: vehicleId } = await venue.vehicle()
    const { id: foreign } = await venue.vehicle({ orgCode: 'A01A02' })
    const both = { ...plan, vehicleId, vehicleType: '单人卡丁' }
    expect(await codeOf(manager.upkeepPlans.add({ body: both }))).toBe('upkeep.forOne')
    const theirs = { ...plan, vehicleId: foreign }
    expect(await codeOf(manager.upkeepPlans.add({ body: theirs }))).toBe('sessions.vehicleNotFound')
    const ahead = toWireTime(new Date(server.clock.now().getTime() + HOUR))
    const entry = { vehicleId, work: '查', doneTime: ahead }
    expect(await codeOf(manager.upkeep.add({ body: entry }))).toBe('upkeep.inFuture')
    expect(await codeOf(manager.upkeep.add({ body: { ...entry, vehicleId: foreign } }))).toBe(
      'sessions.vehicleNotFound',
    )
    expect(await codeOf(manager.upkeep.add({ body: { vehicleId, work: '查', planId: newId() } }))).toBe(
      'upkeep.planNotFound',
    )
  })
})
