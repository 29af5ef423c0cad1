import { describe, expect, it } from 'vitest'
import { newId } from '#shared/core/id.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { demoRule } from '#tests/support/venue/venue.ts'

const { venue, cashier } = await testVenue(['cashier'])

const named = async (name: string) => (await cashier.vehicles.listOfStore({ query: { name } })).result.records

describe('vehicles', () => {
  it('are sorted in the order of the store, with their states', async () => {
    const vehicles = await named('号车')
    expect(vehicles.map(({ indexNumber }) => indexNumber)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(vehicles.map(({ state }) => state)).toEqual([...Array(7).fill('idle'), 'maintenance'])
    expect(vehicles[6]?.isConnecte).toBe('NO')
  })

  it('are found by any part of the name, with or without wildcards', async () => {
    expect(await named('*3号*')).toMatchObject([{ name: '3号车' }])
    expect(await named('没有')).toEqual([])
  })

  it('exclude scrapped ones', async () => {
    const vehicle = await venue.vehicle({ condition: 'scrapped' })
    expect(await named(vehicle.name)).toEqual([])
  })

  it('show when a timed run ends', async () => {
    const vehicle = await venue.vehicle()
    const body = venue.start({ vehicleId: vehicle.id, consumeVehicleMode: 'timermode' })
    await cashier.playBeforePay.add({ body, key: newId() })
    const [running] = await named(vehicle.name)
    const minutes = (Date.parse(running?.endsAt ?? '') - Date.parse(running?.startedAt ?? '')) / 60_000
    expect(minutes).toBe(demoRule().minutes)
  })

  it('are idle after their run is finished, and finishing twice changes nothing', async () => {
    const vehicle = await venue.vehicle()
    const key = newId()
    await cashier.playBeforePay.add({ body: venue.start({ vehicleId: vehicle.id }), key })
    const { result } = await cashier.vehicles.finish({ body: { id: vehicle.id } })
    expect(result).toMatchObject({ id: vehicle.id, state: 'idle', racer: null })
    const [run] = await venue.rows('run').where('playId', key)
    await cashier.vehicles.finish({ body: { id: vehicle.id } })
    expect(await venue.rows('run').where('playId', key)).toEqual([run])
    expect(await venue.rows('queueEntry').where('playId', key)).toMatchObject([{ state: 'DONE' }])
    expect(await venue.rows('playRecord').where('id', key)).toMatchObject([{ state: 'PENDING' }])
    await cashier.playBeforePay.add({ body: venue.start({ vehicleId: vehicle.id }), key: newId() })
  })

  it('keep the run of the next guest if the run to finish is over', async () => {
    const vehicle = await venue.vehicle()
    const start = (racer: string) =>
      cashier.playBeforePay.add({ body: venue.start({ vehicleId: vehicle.id, racer }), key: newId() })
    const shown = async () => {
      const { result } = await cashier.vehicles.listOfStore({ query: { pageSize: 500 } })
      return result.records.find(({ id }) => id === vehicle.id)
    }
    const { result: first } = await start('车手甲')
    const runId = (await shown())?.runId ?? ''
    expect(runId).toBe(first.gameLogId)
    await cashier.vehicles.finish({ body: { id: vehicle.id, runId } })
    expect(await shown()).toMatchObject({ state: 'idle', runId: '' })
    await start('车手乙')
    const over = { code: 'dispatch.runOver', details: { vehicle: vehicle.name } }
    await expect(cashier.vehicles.finish({ body: { id: vehicle.id, runId } })).rejects.toMatchObject(over)
    expect(await shown()).toMatchObject({ state: 'inUse', racer: '车手乙' })
  })
})

describe('rules', () => {
  it('are offered only if active, by type, in the order of the store', async () => {
    await venue.rule({ name: '停用', active: false })
    const { result } = await cashier.consumeRules.listActive({ query: {} })
    expect(result.records.map(({ consumeRoleName }) => consumeRoleName)).not.toContain('停用')
    expect(result.records[0]).toMatchObject({
      consumeRoleName: demoRule().name,
      price: 68,
      duration: 10,
      countCycleNumber: 8,
    })
    const guests = await cashier.consumeRules.listActive({ query: { consumeTypeRole: 'NOCARDCONSUME' } })
    expect(guests.result.records).toMatchObject([{ consumeTypeRole: 'NOCARDCONSUME', deposit: 20 }])
    const members = await cashier.consumeRules.listForMember({ query: {} })
    expect(members.result.records.map(({ consumeTypeRole }) => consumeTypeRole)).not.toContain('NOCARDCONSUME')
  })
})

describe('a picker', () => {
  type Query = { pageNo?: number; pageSize?: number; id?: string; order?: 'asc' | 'desc' }

  it.each([
    ['vehicles', (query: Query) => cashier.vehicles.listOfStore({ query })],
    ['rules', (query: Query) => cashier.consumeRules.listActive({ query })],
    ['rules of members', (query: Query) => cashier.consumeRules.listForMember({ query })],
    ['members', (query: Query) => cashier.members.search({ query })],
    ['cashiers', (query: Query) => cashier.consume.listCashiers({ query })],
  ] as const)('reads %s in pages, all of them at once, and what was chosen before', async (_, read) => {
    const idsOf = async (query: Query) => (await read(query)).result.records.map(({ id }) => id)
    const { result: all } = await read({ pageSize: 1000 })
    const ids = all.records.map(({ id }) => id)
    expect(all).toMatchObject({ total: ids.length, size: 1000, current: 1, pages: 1 })
    expect(ids.length).toBeGreaterThan(2)
    expect((await read({ pageSize: 2 })).result).toMatchObject({ size: 2, total: ids.length })
    expect([...(await idsOf({ pageSize: 2 })), ...(await idsOf({ pageNo: 2, pageSize: 2 }))]).toEqual(ids.slice(0, 4))
    expect((await read({ pageNo: 500 })).result).toMatchObject({ records: [], total: ids.length })
    const chosen = [ids[2], ids[0]]
    expect((await idsOf({ id: `${chosen.join(',')},`, pageSize: 2 })).toSorted()).toEqual(chosen.toSorted())
    expect((await read({ id: `${ids[1]},` })).result.total).toBe(1)
    for (const nobody of ['nonsense', "' or 1=1 --,", newId()]) expect(await idsOf({ id: nobody })).toEqual([])
    expect(await idsOf({ id: ',', pageSize: 1000 })).toEqual(ids)
  })

  it('filters rules by tool, level, name and store, and vehicles by type', async () => {
    const rule = await venue.rule({ name: '夜场_五折', toolType: 'ARM', memberLevel: 'gold', indexNumber: 900 })
    const rules = async (query: object) =>
      (await cashier.consumeRules.listActive({ query })).result.records.map(({ id }) => id)
    for (const query of [{ toolType: 'ARM' }, { memberLevel: 'gold' }, { consumeRoleName: '*场_五*' }])
      expect(await rules(query)).toEqual([rule.id])
    expect(await rules({ sysOrgCode: 'A01A01', toolType: 'ARM' })).toEqual([rule.id])
    expect(await rules({ sysOrgCode: 'A01A02' })).toEqual([])
    expect(await rules({ consumeRoleName: '场%五' })).toEqual([])
    const kart = await venue.vehicle({ vehicleType: 'kart' })
    const ofType = async (query: object) =>
      (await cashier.vehicles.listOfStore({ query })).result.records.map(({ id }) => id)
    expect(await ofType({ vehicleType: 'kart', deviceType: 'VEHICLE' })).toEqual([kart.id])
    expect(await ofType({ vehicleType: 'kart', deviceType: 'SWIPER' })).toEqual([])
  })
})
