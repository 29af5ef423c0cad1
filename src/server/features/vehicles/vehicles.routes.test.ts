import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#shared/core/id.ts'
import { startTestServer, type TestClient, type TestServer } from '#tests/support/server.ts'
import { demoRule, type Venue, venueOf } from '#tests/support/venue.ts'

let server: TestServer
let venue: Venue
let cashier: TestClient

beforeAll(async () => {
  server = await startTestServer()
  venue = venueOf(server)
  cashier = await server.signIn('cashier')
})
afterAll(() => server.stop())

const named = async (name: string) => (await cashier.vehicles.listorgcode({ query: { name } })).result

describe('vehicles', () => {
  it('come in the order of the store, with what each is doing', async () => {
    const vehicles = await named('号车')
    expect(vehicles.map(({ indexNumber }) => indexNumber)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(vehicles.map(({ state }) => state)).toEqual([...Array(7).fill('idle'), 'maintenance'])
    expect(vehicles[6]?.isConnecte).toBe('NO')
  })

  it('are found by any part of the name, wildcards or not', async () => {
    expect(await named('*3号*')).toMatchObject([{ name: '3号车' }])
    expect(await named('没有')).toEqual([])
  })

  it('hide scrapped ones', async () => {
    const vehicle = await venue.vehicle({ condition: 'scrapped' })
    expect(await named(vehicle.name)).toEqual([])
  })

  it('tell when a timed run ends', async () => {
    const vehicle = await venue.vehicle()
    const body = venue.start({ vehicleId: vehicle.id, consumeVehicleMode: 'timermode' })
    await cashier.playBeforePay.add({ body, key: newId() })
    const [running] = await named(vehicle.name)
    const minutes = (Date.parse(running?.endsAt ?? '') - Date.parse(running?.startedAt ?? '')) / 60_000
    expect(minutes).toBe(demoRule().minutes)
  })

  it('are idle again when their run is finished, and finishing twice changes nothing', async () => {
    const vehicle = await venue.vehicle()
    const key = newId()
    await cashier.playBeforePay.add({ body: venue.start({ vehicleId: vehicle.id }), key })
    const { result } = await cashier.vehicles.finish({ body: { id: vehicle.id } })
    expect(result).toMatchObject({ id: vehicle.id, state: 'idle', racer: null })
    const [run] = await venue.rows('gameLog').where('playId', key)
    await cashier.vehicles.finish({ body: { id: vehicle.id } })
    expect(await venue.rows('gameLog').where('playId', key)).toEqual([run])
    expect(await venue.rows('queueEntry').where('playId', key)).toMatchObject([{ state: 'DONE' }])
    expect(await venue.rows('playBeforePay').where('id', key)).toMatchObject([{ state: 'GUADAN' }])
    await cashier.playBeforePay.add({ body: venue.start({ vehicleId: vehicle.id }), key: newId() })
  })
})

describe('rules', () => {
  it('are offered active ones only, by type, in the order of the store', async () => {
    await venue.rule({ name: '停用', active: false })
    const { result } = await cashier.consumeRules.consumerolelistpc({ query: {} })
    expect(result.map(({ consumeRoleName }) => consumeRoleName)).not.toContain('停用')
    expect(result[0]).toMatchObject({ consumeRoleName: demoRule().name, price: 68, duration: 10, countCycleNumber: 8 })
    const guests = await cashier.consumeRules.consumerolelistpc({ query: { consumeTypeRole: 'NOCARDCONSUME' } })
    expect(guests.result).toMatchObject([{ consumeTypeRole: 'NOCARDCONSUME', deposit: 20 }])
    const members = await cashier.consumeRules.consumerolelistpcbymember({ query: {} })
    expect(members.result.map(({ consumeTypeRole }) => consumeTypeRole)).not.toContain('NOCARDCONSUME')
  })
})
