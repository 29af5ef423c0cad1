import { beforeEach, describe, expect, it } from 'vitest'
import { demoStores } from '#server/db/seed/access.ts'
import { newId } from '#shared/core/id.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'

const { server, venue, admin } = await testVenue(['admin'])

const { A01, A01A01, A01A02 } = demoStores
const turn = (id: string, status: '0' | '1', by = admin) => by.departs.edit({ body: { id, status } })

beforeEach(async () => {
  for (const { id } of [A01, A01A01, A01A02]) await turn(id, '1')
})

describe('a store that is switched off', () => {
  it('refuses starts and all other calls of its users at once, until it is switched on again', async () => {
    const cashier = await server.signIn('cashier')
    const start = async () =>
      cashier.playBeforePay.add({ body: venue.start({ vehicleId: (await venue.vehicle()).id }), key: newId() })
    await start()
    await turn(A01A01.id, '0')
    await expect(start()).rejects.toMatchObject({ code: 'auth.storeClosed' })
    await expect(cashier.playBeforePay.list({ query: {} })).rejects.toMatchObject({
      code: expect.stringMatching(/^auth\./),
    })
    await turn(A01A01.id, '1')
    await start()
  })

  it('cannot be chosen, and users who work only there cannot sign in', async () => {
    const manager = await server.signIn('manager', 'A01A02')
    await turn(A01A01.id, '0')
    await expect(server.signIn('cashier')).rejects.toMatchObject({ code: 'auth.storeClosed' })
    await expect(manager.signIn.selectDepart({ body: { orgCode: 'A01A01' } })).rejects.toMatchObject({
      code: 'auth.storeClosed',
    })
    const { result } = await manager.signIn.currentDeparts()
    expect(result.list.map(({ orgCode }) => orgCode)).toEqual(['A01A02'])
  })

  it('closes the stores below it too, and still shows its records to headquarters', async () => {
    const hq = await server.signIn('hq')
    await turn(A01A02.id, '0', hq)
    expect((await hq.playBeforePay.list({ query: { sysOrgCode: 'A01A02' } })).result.total).toBeGreaterThan(0)
    await turn(A01.id, '0')
    await expect(server.signIn('coach')).rejects.toMatchObject({ code: 'auth.storeClosed' })
    expect((await server.signIn('admin')).user.username).toBe('admin')
  })

  it('cannot be the current store of the user who switches it off, nor one above', async () => {
    const hq = await server.signIn('hq')
    await expect(turn(A01.id, '0', hq)).rejects.toMatchObject({ code: 'departs.ownClosed' })
    await turn(A01.id, '1', hq)
  })
})
