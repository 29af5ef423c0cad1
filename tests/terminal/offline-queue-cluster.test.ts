import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '#shared/core/id.ts'
import { until } from '#tests/support/until.ts'
import type { Place } from '#tests/support/venue/offline-queue.ts'
import { removeFolders, type TestTerminal } from './harness.ts'
import { allSent, fieldsOf, type HubStore, lose, openHubStore, regain, role } from './hub-store.ts'
import { limitedDisk, type SmallDisk } from './small-disk.ts'

let store: HubStore
let hub: TestTerminal
let second: TestTerminal
let third: TestTerminal
let disk: SmallDisk | null = null

beforeEach(async () => {
  store = await openHubStore(3)
  ;[hub, second, third] = store.counters.map(({ terminal }) => terminal) as [TestTerminal, TestTerminal, TestTerminal]
  await lose(store.counters)
})

afterEach(async () => {
  disk?.remove()
  disk = null
  await store.close()
  await removeFolders()
})

const line = ({ handlers }: TestTerminal): Promise<Place[]> => handlers.offlineQueue.list({})
/** Who waits as a terminal shows it: number, where, and how. */
const seen = async (terminal: TestTerminal): Promise<string[]> =>
  (await line(terminal)).map(({ ticketNo, at, state }) => `${ticketNo} ${at?.name ?? 'here'} ${state}`)
const join = async (terminal: TestTerminal): Promise<Place> =>
  terminal.handlers.offlineQueue.join({ ...(await fieldsOf(terminal, 0)), vehicleId: '', id: newId() })
/** Asked again where the other end of the hall took too long for whoever waits. */
const patiently = <T>(work: () => Promise<T>): Promise<T> =>
  until(async () => {
    try {
      return { value: await work() }
    } catch (error) {
      const { code } = error as { code?: string }
      if (code === 'line.noAnswer' || code === 'line.notGiven') throw error
      return { error }
    }
  }).then((outcome) => {
    if ('error' in outcome) throw outcome.error
    return outcome.value
  })
const take = ({ handlers }: TestTerminal, { id }: Place): Promise<Place> =>
  patiently(() => handlers.offlineQueue.take({ id }))
const begin = async (terminal: TestTerminal, place: Place, vehicle: number) =>
  terminal.handlers.starts.start({ ...(await fieldsOf(terminal, vehicle)), id: place.startId })
const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    ({ code }: { code: string }) => code,
  )
const sees = (terminal: TestTerminal, wanted: string[]) =>
  until(async () => expect(await seen(terminal)).toEqual(wanted))

/** The third counter's disk takes nothing any more, once it shows who waits. */
async function thirdWritesNothing(wanted: string[]): Promise<void> {
  disk = limitedDisk(store.counters[2]?.dir ?? '')
  await third.close()
  third = await store.reopen(2)
  await sees(third, wanted)
  disk.setReadOnly(true)
}

describe('the offline queues of a store’s counters', () => {
  it('are shown as one queue at each counter, and a ticket counts the guests of all', async () => {
    await join(second)
    await sees(third, ['T2-001 T2 waiting'])
    await join(hub)
    await sees(third, ['T2-001 T2 waiting', 'T1-001 T1 waiting'])
    await join(third)
    await sees(hub, ['T2-001 T2 waiting', 'T1-001 here waiting', 'T3-001 T3 waiting'])
    await sees(second, ['T2-001 here waiting', 'T1-001 T1 waiting', 'T3-001 T3 waiting'])
    await sees(third, ['T2-001 T2 waiting', 'T1-001 T1 waiting', 'T3-001 here waiting'])
    // A terminal that returns after a crash gets it, and so do the others.
    await second.close()
    await sees(third, ['T1-001 T1 waiting', 'T3-001 here waiting'])
    await store.reopen(1)
    await sees(third, ['T2-001 T2 waiting', 'T1-001 T1 waiting', 'T3-001 here waiting'])
  })

  it('remove an entry whose ride has started at any counter, once, under its number', async () => {
    const place = await join(second)
    await sees(third, ['T2-001 T2 waiting'])
    const here = await take(third, place)
    expect(here).toMatchObject({ at: null, ticketNo: 'T2-001', startId: place.startId, fields: place.fields })
    await sees(second, ['T2-001 T3 waiting'])
    // The counter that gave the number can begin nothing any more, also where it has not heard of it on its screen.
    expect(await codeOf(begin(second, place, 1))).toBe('line.elsewhere')
    const { ticketNo } = await begin(third, here, 2)
    expect(ticketNo).toBe('T2-001')
    await Promise.all([hub, second, third].map((one) => sees(one, [])))
    expect(await codeOf(take(second, place))).toBe('line.elsewhere')
    await regain(store.counters)
    await Promise.all([hub, second, third].map(allSent))
    const found = (await store.records()).filter(({ id }) => id === place.startId)
    expect(found).toMatchObject([{ ticketNo: 'T2-001', terminalName: 'T3' }])
  })

  it('transfer an entry to one of two counters that request it at once, and back again', async () => {
    const place = await join(hub)
    await Promise.all([second, third].map((one) => sees(one, ['T1-001 T1 waiting'])))
    const [one, other] = await Promise.all([second, third].map((counter) => codeOf(take(counter, place))))
    expect([one, other].toSorted()).toEqual(['done', 'line.elsewhere'])
    const [winner, loser] = one === 'done' ? [second, third] : [third, second]
    const name = one === 'done' ? 'T2' : 'T3'
    await sees(loser, [`T1-001 ${name} waiting`])
    // On and on, also to where it has been before.
    for (const counter of [loser, hub, winner, hub]) {
      await until(async () => expect(await line(counter)).toHaveLength(1))
      // Who has it now may not have been heard of yet.
      await until(() => take(counter, place))
      expect(await seen(counter)).toEqual(['T1-001 here waiting'])
    }
    const outcomes = await Promise.all(
      [hub, second, third].map((counter, index) => codeOf(begin(counter, place, index))),
    )
    expect(outcomes).toEqual(['done', 'line.elsewhere', 'line.elsewhere'])
  })

  it('transfer an entry to the counter that calls, renames, prints or cancels it', async () => {
    const place = await join(second)
    await sees(hub, ['T2-001 T2 waiting'])
    await patiently(() => hub.handlers.offlineQueue.call({ id: place.id }))
    await sees(third, ['T2-001 T1 called'])
    await patiently(() => third.handlers.offlineQueue.rename({ id: place.id, racer: '新名字' }))
    await until(async () => expect((await line(second))[0]?.fields.racer).toBe('新名字'))
    // It has come, though there is no printer here for its paper.
    expect(await codeOf(patiently(() => second.handlers.prints.reprint({ orderId: place.id })))).toBe(
      'devices.notConfigured',
    )
    await sees(hub, ['T2-001 T2 called'])
    await patiently(() => hub.handlers.offlineQueue.cancel({ id: place.id }))
    await Promise.all([hub, second, third].map((one) => sees(one, [])))
    expect(await codeOf(begin(third, place, 0))).toBe('line.elsewhere')
    expect(await codeOf(begin(hub, place, 0))).toBe('line.gone')
  })

  it('keep an entry that the receiving counter could not store, until it can', async () => {
    const place = await join(second)
    await sees(third, ['T2-001 T2 waiting'])
    await thirdWritesNothing(['T2-001 T2 waiting'])
    expect(await codeOf(take(third, place))).toMatch(/^storage\./)
    // Nobody can begin it, and everybody sees where it is.
    await sees(second, ['T2-001 here moving'])
    await sees(hub, ['T2-001 T2 moving'])
    expect(await codeOf(begin(second, place, 0))).toBe('line.elsewhere')
    expect(await codeOf(take(hub, place))).toBe('line.elsewhere')
    disk?.setReadOnly(false)
    await sees(third, ['T2-001 here waiting'])
    await sees(second, ['T2-001 T3 waiting'])
    expect(await codeOf(begin(third, (await line(third))[0] as Place, 0))).toBe('done')
  })

  it('allow to cancel an entry that was transferred to a counter that never returns', async () => {
    const place = await join(second)
    await sees(third, ['T2-001 T2 waiting'])
    await thirdWritesNothing(['T2-001 T2 waiting'])
    await codeOf(take(third, place))
    await sees(second, ['T2-001 here moving'])
    await third.close()
    expect(await codeOf(second.handlers.offlineQueue.cancel({ id: place.id }))).toBe('done')
    disk?.setReadOnly(false)
    third = await store.reopen(2)
    await role(third, 'member')
    expect(await codeOf(take(third, place))).toBe('line.notFound')
    await Promise.all([hub, second, third].map((one) => sees(one, [])))
  })

  it('name the counter that does not answer, and change nothing', async () => {
    const place = await join(second)
    await sees(third, ['T2-001 T2 waiting'])
    // The way to the counter that has it says nothing, and nobody has noticed yet.
    store.counters[1]?.lan.silence()
    expect(await codeOf(third.handlers.offlineQueue.take({ id: place.id }))).toMatch(
      /^line\.(noAnswer|notGiven|notFound)$/,
    )
    expect(await codeOf(begin(second, place, 0))).toBe('done')
  })
})
