import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { EVERY_STORE } from '#server/db/database.ts'
import { newId } from '#shared/core/id.ts'
import { ShiftAct } from '#shared/ipc/shifts.ts'
import { until } from '#tests/support/until.ts'
import { makeFolder, removeFolders, startTerminal, type TestTerminal } from './harness.ts'
import {
  allSent,
  type HubStore,
  hubOf,
  lose,
  openHubStore,
  regain,
  role,
  sell,
  start,
  stateOf,
  tryStart,
} from './hub-store.ts'

let store: HubStore
let hub: TestTerminal
let second: TestTerminal
let third: TestTerminal

beforeEach(async () => {
  store = await openHubStore(3)
  ;[hub, second, third] = store.counters.map(({ terminal }) => terminal) as [TestTerminal, TestTerminal, TestTerminal]
})

afterEach(async () => {
  await store.close()
  await removeFolders()
})

const all = () => [hub, second, third]

describe('terminals of a store without the server', () => {
  it('share one sequence of numbers, show each other’s vehicles in use, and cannot take the same one', async () => {
    await lose(store.counters)
    expect([await tryStart(second, 0), await tryStart(hub, 1), await tryStart(third, 2)]).toEqual([
      'T1-001',
      'T1-002',
      'T1-003',
    ])
    await until(async () => {
      expect(await Promise.all(all().map((one) => stateOf(one, 0)))).toEqual(['inUse', 'inUse', 'inUse'])
    })
    expect(await tryStart(third, 0)).toBe('sessions.vehicleTaken T2')
    expect(await tryStart(hub, 0)).toBe('sessions.vehicleTaken T2')
    // All want the same one at once: one has it, and the others hear who.
    const outcomes = await Promise.all(all().map((one) => tryStart(one, 3)))
    expect(outcomes.filter((outcome) => outcome.startsWith('T1-'))).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome.startsWith('sessions.vehicleTaken'))).toHaveLength(2)
    // What was refused has used no number up and is nowhere stored.
    expect(await tryStart(second, 4)).toBe('T1-005')
    await regain(store.counters)
    await Promise.all(all().map(allSent))
    const tickets = (await store.records()).map(({ ticketNo }) => ticketNo)
    expect(tickets.filter((ticket) => ticket.startsWith('T')).toSorted()).toEqual(
      [1, 2, 3, 4, 5].map((n) => `T1-00${n}`),
    )
  })

  it('make one start of two concurrent requests with the same id', async () => {
    await lose(store.counters)
    const id = newId()
    const [one, other] = await Promise.all([start(second, 0, id), start(second, 0, id)])
    const again = await start(second, 0, id)
    expect([one, other, again].map(({ ticketNo }) => ticketNo)).toEqual(['T1-001', 'T1-001', 'T1-001'])
    expect(await tryStart(third, 1)).toBe('T1-002')
  })

  it('send waiting starts once, directly or through a terminal that reaches the server', async () => {
    await lose(store.counters)
    const first = await start(second, 0)
    await regain(store.counters.slice(0, 1))
    await allSent(second)
    expect(await second.handlers.connection.state({})).toMatchObject({
      online: false,
      hub: { role: 'member', hub: 'T1', passesOn: true },
    })
    const next = await start(second, 1)
    await allSent(second)
    await regain(store.counters.slice(1))
    await allSent(second)
    const found = (await store.records()).filter(({ id }) => [first.id, next.id].includes(id))
    expect(found.map(({ ticketNo, terminalName }) => [ticketNo, terminalName])).toEqual([
      ['T1-001', 'T2'],
      ['T1-002', 'T2'],
    ])
  })

  it('send deferred shift actions the same way, once, in order with the cash sales', async () => {
    const here = () => second.handlers.shifts.here({})
    const act = (given: Pick<ShiftAct, 'act' | 'amount'> & Partial<ShiftAct>) =>
      second.handlers.shifts.act(ShiftAct.parse({ id: newId(), ...given }))
    await second.until(here, ({ isKnown }) => isKnown)
    await lose(store.counters)
    const id = newId()
    await act({ id, act: 'open', amount: 100 })
    const price = await sell(second)
    await act({ act: 'cashOut', shiftId: id, amount: 30, remark: '买水' })
    await act({ act: 'close', shiftId: id, amount: 70 + price - 1 })
    await regain(store.counters.slice(0, 1))
    await allSent(second)
    expect((await second.handlers.connection.state({})).online).toBe(false)
    expect((await second.handlers.shifts.list({})).map(({ state }) => state)).toEqual(['sent', 'sent', 'sent'])
    // What the count came to is known here before the server is.
    expect((await second.handlers.shifts.list({}))[0]).toMatchObject({ counted: { differenceAmount: -1 } })
    expect((await here()).shift).toBeNull()
    await regain(store.counters.slice(1))
    await allSent(second)
    const { deps } = store.venue
    const rows = await deps.db.scoped(EVERY_STORE, (trx) =>
      trx.selectFrom('shift').select(['id', 'terminalName', 'expected', 'counted']).where('id', '=', id).execute(),
    )
    const expected = Math.round((70 + price) * 100)
    expect(rows).toMatchObject([{ id, terminalName: 'T2', expected, counted: expected - 100 }])
  })

  it('also publish starts that were made with the server', async () => {
    await lose(store.counters.slice(1))
    const [mine] = [await start(hub, 0)]
    expect(mine.state).toBe('online')
    await until(async () => expect(await stateOf(second, 0)).toBe('inUse'))
    expect(await tryStart(second, 0)).toBe('sessions.vehicleTaken T1')
  })
})

describe('a terminal', () => {
  it('works alone and opens no port until the cluster is enabled', async () => {
    const alone = await startTerminal({ dir: await makeFolder(), serverUrl: store.copy.url })
    try {
      expect(await hubOf(alone)).toEqual({
        role: 'off',
        hub: '',
        members: 0,
        passesOn: false,
        problem: 'none',
        addresses: [],
      })
    } finally {
      await alone.close()
    }
  })

  it('that is revoked leaves the cluster', async () => {
    const manager = await store.venue.signIn('manager', 'A01A01')
    const { terminalId } = await third.handlers.app.info({})
    await manager.terminals.revoke({ body: { id: terminalId, sysOrgCode: 'A01A01' } })
    await Promise.all([role(third, 'alone'), role(second, 'member')])
    await until(async () => expect((await hubOf(hub)).members).toBe(1))
    // It hears of it from the server: the hub may have left it out before that.
    await until(async () => expect(await hubOf(third)).toMatchObject({ role: 'alone', problem: 'noSecret' }))
  })
})
