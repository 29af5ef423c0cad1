import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { withClient } from '#server/db/roles.ts'
import { processPayments } from '#server/features/payments/index.ts'
import { newId } from '#shared/core/id.ts'
import type { ConsumeType } from '#shared/features/rules/consume-rules.contract.ts'
import type { StartFields } from '#shared/features/sessions/play-before-pay.contract.ts'
import { type Cuttable, cuttable } from '#tests/support/faults/cuttable.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'
import type { Place } from '#tests/support/venue/offline-queue.ts'
import { codeEnding } from '#tests/support/venue/paid-orders.ts'
import { removeFolders, startTerminal, type TestTerminal } from './harness.ts'

const STORE = 'A01A01'
const MEMBER = '100001'

let venue: TestServer
let cable: Cuttable
let counter: TestTerminal

beforeEach(async () => {
  venue = await startTestServer()
  const copy = await venue.startCopy()
  cable = await cuttable(copy.url)
  counter = await startTerminal({ serverUrl: cable.url })
  await counter.online()
  await counter.enrol(STORE)
  await counter.signIn()
  await counter.handlers.members.find({ id: MEMBER })
})

afterEach(async () => {
  await counter.close()
  cable.close()
  await venue.stop()
  await removeFolders()
})

const line = () => counter.handlers.offlineQueue.list({})

/** Somebody who was lined up without the server, which is back now. */
async function waiting(given: Partial<StartFields> = {}, type: ConsumeType = 'BALANCE'): Promise<Place> {
  cable.cut()
  await counter.online(false)
  const { rules = [] } = (await counter.handlers.catalogue.read({})) ?? {}
  const rule = rules.find(({ consumeTypeRole, duration }) => consumeTypeRole === type && duration > 0)
  const place = await counter.handlers.offlineQueue.join({
    id: newId(),
    consumeVehicleMode: 'timermode',
    ruleId: rule?.id ?? '',
    remark: '',
    racer: '甲',
    vehicleId: '',
    userId: MEMBER,
    people: 1,
    ...given,
  })
  await cable.mend()
  await counter.online()
  return place
}

async function freeVehicle(): Promise<string> {
  const snapshot = await counter.handlers.catalogue.read({})
  return snapshot?.vehicles.find(({ condition }) => condition === 'ready')?.id ?? ''
}

/** What F5 asks of the server for a place on a vehicle, as the counter's window does; answers the code of a refusal. */
async function charge({ startId, consumeType, fields }: Place, vehicleId: string, payCode = ''): Promise<string> {
  const body = JSON.stringify({
    consumeType,
    consumeVehicleMode: 'timermode',
    usageMode: 'immediate',
    consumePayMode: payCode === '' ? 'cash' : 'wechat',
    sysDepartConsumeRoleId: fields.ruleId,
    vehicleId,
    people: fields.people,
    userId: fields.userId === '' ? null : fields.userId,
    racer: fields.racer,
    payCode: payCode === '' ? null : payCode,
  })
  const path = '/consume/sysConsume/add'
  const json = { type: 'application/json', body }
  const answer = await counter.handlers.server.ask({ method: 'POST', path, key: startId, language: 'zh', ...json })
  const said = JSON.parse(new TextDecoder().decode(answer.body)) as { success: boolean; error?: { code: string } }
  return said.success ? 'charged' : (said.error?.code ?? '')
}

const begin = ({ startId, fields }: Place, vehicleId: string) =>
  counter.handlers.starts.start({ ...(fields as StartFields), vehicleId, id: startId })

/** What the server has under the key of a place: orders and rides. */
const atServer = ({ startId }: Place) =>
  withClient(venue.database.ownerUrl, async (owner) => {
    const orders = await owner.query('select 1 from consume_order where id = $1', [startId])
    const hung = await owner.query("select 1 from play_record where id = $1 and state = 'PENDING'", [startId])
    return { orders: orders.rowCount, hung: hung.rowCount }
  })

const ended = () => counter.until(line, (places) => places.length === 0)

describe('a queue entry whose ride is charged when the server is back', () => {
  it('is charged once under its own key, also for repeated requests, and leaves the queue', async () => {
    const place = await waiting()
    const vehicle = await freeVehicle()
    expect(await Promise.all([charge(place, vehicle), charge(place, vehicle)])).toEqual(['charged', 'charged'])
    await ended()
    expect(await atServer(place)).toEqual({ orders: 1, hung: 0 })
    await expect(begin(place, await freeVehicle())).rejects.toMatchObject({ code: 'line.started' })
    await expect(counter.handlers.offlineQueue.cancel({ id: place.id })).rejects.toMatchObject({ code: 'line.started' })
  })

  it('cannot start while the outcome of its charge is unknown, also after a restart, until the server reports it', async () => {
    const place = await waiting()
    const vehicle = await freeVehicle()
    await withClient(venue.database.ownerUrl, async (owner) => {
      await owner.query('begin')
      await owner.query('lock table consume_order in share row exclusive mode')
      const asked = charge(place, vehicle).catch(() => 'no answer')
      await until(async () => {
        const held = await owner.query(
          "select 1 from pg_locks where not granted and relation = 'consume_order'::regclass",
        )
        expect(held.rowCount).toBe(1)
      })
      cable.cut()
      expect(await asked).toBe('no answer')
      await owner.query('commit')
    })
    await counter.online(false)
    expect(await line()).toMatchObject([{ state: 'paying' }])
    await expect(begin(place, vehicle)).rejects.toMatchObject({ code: 'line.paying' })
    await expect(counter.handlers.offlineQueue.cancel({ id: place.id })).rejects.toMatchObject({ code: 'line.paying' })

    await counter.close()
    counter = await startTerminal({ dir: counter.dir, serverUrl: cable.url })
    expect(await line()).toMatchObject([{ state: 'paying' }])
    await expect(begin(place, vehicle)).rejects.toMatchObject({ code: 'line.paying' })
    await cable.mend()
    await ended()
    expect(await atServer(place)).toEqual({ orders: 1, hung: 0 })
  })

  it('has a new key after a payment by code that failed, and leaves the queue with one that is paid', async () => {
    const place = await waiting({ userId: '' }, 'NOCARDCONSUME')
    const vehicle = await freeVehicle()
    /** What the window asks for when a payment has ended. */
    const settled = async () => {
      await processPayments(venue.deps)
      await counter.handlers.offlineQueue.settle({ id: place.id })
      return line()
    }
    expect(await charge(place, vehicle, codeEnding(4))).toBe('charged')
    const [renewed] = await counter.until(settled, ([one]) => one?.state === 'waiting')
    expect(renewed?.startId).not.toBe(place.startId)
    expect(await charge({ ...place, startId: renewed?.startId ?? '' }, vehicle, codeEnding(0))).toBe('charged')
    await counter.until(settled, (places) => places.length === 0)
  })

  it('stays in the queue when the server refuses the charge, and can be paid later', async () => {
    const place = await waiting()
    const vehicle = await freeVehicle()
    expect(await charge({ ...place, fields: { ...place.fields, ruleId: newId() } }, vehicle)).toMatch(/^\w+\./)
    await counter.until(line, ([one]) => one?.state === 'waiting')
    const started = await begin(place, vehicle)
    expect(started.state).toBe('online')
    await ended()
    expect(await atServer(place)).toEqual({ orders: 0, hung: 1 })
  })
})
