import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FaultServer, startFaultServer } from '#tests/support/faults/fault-server.ts'
import { SOON_MS } from '#tests/support/until.ts'
import { venue } from '#tests/support/venue/counter-venue.ts'
import { makeFolder, removeFolders, startTerminal, type TestTerminal } from './harness.ts'

let server: FaultServer
let open: TestTerminal[] = []

async function terminal(dir?: string): Promise<TestTerminal> {
  const made = await startTerminal({ serverUrl: server.url, ...(dir ? { dir } : {}) })
  open.push(made)
  return made
}

/** A terminal whose cashier has signed in and whose server is there. */
async function ready(dir?: string): Promise<TestTerminal> {
  const made = await terminal(dir)
  await made.online()
  await made.signIn()
  return made
}

beforeEach(async () => {
  server = await startFaultServer()
})

afterEach(async () => {
  await Promise.all(open.map((one) => one.close()))
  open = []
  await server.kill()
  await removeFolders()
})

const states = async ({ handlers }: TestTerminal) => (await handlers.starts.list({})).map(({ state }) => state)

describe('a start with the server', () => {
  it('has the number of the server and is in the outbox as sent', async () => {
    const counter = await ready()
    const outcome = await counter.handlers.starts.start(venue.fields())
    expect(outcome).toMatchObject({ state: 'online', ticketNo: 'A001' })
    expect(server.starts).toMatchObject([{ key: outcome.id, body: { offline: false, terminalTicket: 'T1-001' } }])
    expect(await counter.handlers.starts.list({})).toMatchObject([{ id: outcome.id, state: 'sent', ticketNo: 'A001' }])
  })

  it('shows the cashier why the server refuses it, and stores nothing for later', async () => {
    const counter = await ready()
    server.plan = (call) => (call === 'add' ? { code: 'sessions.vehicleTaken', message: '被占用' } : 'ok')
    await expect(counter.handlers.starts.start(venue.fields())).rejects.toMatchObject({ code: 'sessions.vehicleTaken' })
    expect(await counter.handlers.starts.list({})).toEqual([])
  })

  it('is refused locally for an invalid rule or vehicle, in the order of the spec', async () => {
    const counter = await ready()
    const start = (given: Parameters<typeof venue.fields>[0]) => counter.handlers.starts.start(venue.fields(given))
    await expect(start({ ruleId: '', racer: '' })).rejects.toMatchObject({ code: 'sessions.ruleRequired' })
    await expect(start({ racer: '' })).rejects.toMatchObject({ code: 'sessions.racerRequired' })
    await expect(start({ vehicleId: '' })).rejects.toMatchObject({ code: 'sessions.vehicleRequired' })
    await expect(start({ vehicleId: 'nowhere' })).rejects.toMatchObject({ code: 'sessions.vehicleNotFound' })
    const seated = venue.snapshot().vehicles.map((vehicle) => ({ ...vehicle, seats: 2 }))
    server.vehicles = seated
    server.push({ cmd: 'changed', topic: 'vehicles', orgCode: venue.orgCode })
    await counter.until(
      () => counter.handlers.catalogue.read({}),
      (found) => found?.vehicles[0]?.seats === 2,
    )
    await expect(start({ people: 3 })).rejects.toMatchObject({
      code: 'sessions.tooManyPeople',
      details: { field: 'people', vehicle: '1 号车', seats: 2 },
    })
    expect(server.attempts).toEqual([])
  })

  it('whose answer is lost continues offline and arrives once, under the same key', async () => {
    const counter = await ready()
    let lost = 0
    server.plan = (call) => (call === 'add' && lost++ === 0 ? 'lose' : 'ok')
    const outcome = await counter.handlers.starts.start(venue.fields())
    expect(outcome).toMatchObject({ state: 'offline', ticketNo: 'T1-001' })
    await counter.until(
      () => states(counter),
      ([state]) => state === 'sent',
    )
    expect(server.attempts.map(({ key }) => key)).toEqual([outcome.id, outcome.id])
    expect(server.attempts.map(({ body }) => body.offline)).toEqual([false, true])
    expect(server.starts).toHaveLength(1)
  })

  it('keeps no customer waiting for a silent server', async () => {
    const counter = await ready()
    server.plan = (call) => (call === 'add' ? 'hang' : 'ok')
    const before = Date.now()
    const outcome = await counter.handlers.starts.start(venue.fields())
    expect(outcome.state).toBe('offline')
    expect(Date.now() - before).toBeLessThan(SOON_MS)
    server.plan = () => 'ok'
    await counter.until(
      () => states(counter),
      ([state]) => state === 'sent',
    )
    expect(server.starts).toMatchObject([{ key: outcome.id, body: { offline: true } }])
  })
})

describe('the consumption password of a member', () => {
  const secret = '975310'
  const fields = () => ({ ...venue.fields({ userId: venue.member.id }), password: secret })
  const stored = (dir: string) =>
    readdirSync(dir, { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile())
      .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'))
      .join()

  it('is sent to the server once, and is stored nowhere', async () => {
    const counter = await ready()
    expect(await counter.handlers.starts.start(fields())).toMatchObject({ state: 'online' })
    expect(server.attempts).toMatchObject([{ body: { offline: false, password: secret } }])
    expect(JSON.stringify([counter.log, counter.events])).not.toContain(secret)
    await counter.close()
    open = []
    expect(stored(counter.dir)).not.toContain(secret)
  })

  it('that is wrong is shown to the cashier, and the next attempt is another start', async () => {
    const counter = await ready()
    const wrong = { code: 'members.passwordWrong', message: '消费密码错误' }
    server.plan = (call, body) => (call === 'add' && body.password === '000000' ? wrong : 'ok')
    await expect(counter.handlers.starts.start({ ...fields(), password: '000000' })).rejects.toMatchObject({
      code: 'members.passwordWrong',
    })
    expect(await counter.handlers.starts.start(fields())).toMatchObject({ state: 'online' })
    expect(await states(counter)).toEqual(['sent'])
  })

  it('is not sent again when no answer came: the start continues offline', async () => {
    const counter = await ready()
    let lost = 0
    server.plan = (call) => (call === 'add' && lost++ === 0 ? 'drop' : 'ok')
    expect(await counter.handlers.starts.start(fields())).toMatchObject({ state: 'offline' })
    await counter.until(
      () => states(counter),
      ([state]) => state === 'sent',
    )
    expect(server.attempts.map(({ body }) => [body.offline, body.password])).toEqual([
      [false, secret],
      [true, undefined],
    ])
  })
})

it('occupies its vehicle at once, also before the server has reported its vehicles', async () => {
  const counter = await ready()
  server.plan = (call) => (call === 'snapshotChanges' || call === 'listorgcode' ? 'fail' : 'ok')
  expect((await counter.handlers.starts.start(venue.fields({ vehicleId: 'vehicle-2' }))).state).toBe('online')
  const found = await counter.handlers.catalogue.read({})
  expect(found?.vehicles.find(({ id }) => id === 'vehicle-2')?.state).toBe('inUse')
})

describe('a start without the server', () => {
  it('is stored, uses its own ticket numbers, and arrives in order when the server is back', async () => {
    const counter = await ready()
    await server.kill()
    await counter.online(false)
    const racers = ['甲', '乙', '丙', '丁']
    for (const racer of racers) await counter.handlers.starts.start(venue.fields({ racer }))
    expect(await counter.handlers.connection.state({})).toMatchObject({ waiting: 4, refused: 0 })
    expect((await counter.handlers.starts.list({})).map(({ ticketNo }) => ticketNo)).toEqual([
      'T1-004',
      'T1-003',
      'T1-002',
      'T1-001',
    ])
    await server.revive()
    await server.until(() => server.starts.length === 4)
    expect(server.starts.map(({ body }) => body.racer)).toEqual(racers)
    const [rule] = venue.snapshot().rules
    const known = { laps: rule?.countCycleNumber, minutes: rule?.duration, operatorId: venue.login.userInfo.id }
    expect(server.starts.map(({ body }) => body)).toMatchObject(racers.map(() => ({ offline: true, ...known })))
    await counter.until(
      () => counter.handlers.connection.state({}),
      ({ waiting }) => waiting === 0,
    )
  })

  it('shows its vehicle in use until the server reports otherwise', async () => {
    const counter = await ready()
    await server.kill()
    await counter.online(false)
    await counter.handlers.starts.start(venue.fields({ vehicleId: 'vehicle-3', racer: '丙' }))
    const found = await counter.handlers.catalogue.read({})
    expect(found?.vehicles.filter(({ state }) => state === 'inUse')).toMatchObject([{ id: 'vehicle-3', racer: '丙' }])
  })

  it('shows its vehicle in use also after it was sent, until the server has reported its vehicles since', async () => {
    const counter = await ready()
    await server.kill()
    await counter.online(false)
    await counter.handlers.starts.start(venue.fields({ vehicleId: 'vehicle-3', userId: '100001' }))
    server.plan = (call) => (call === 'snapshotChanges' || call === 'listorgcode' ? 'fail' : 'ok')
    await server.revive()
    await counter.until(
      () => states(counter),
      ([state]) => state === 'sent',
    )
    const known = await counter.handlers.catalogue.read({})
    expect(known?.vehicles.find(({ id }) => id === 'vehicle-3')?.state).toBe('inUse')
    expect(known?.store.openHung).toBe(1)
    server.plan = () => 'ok'
    server.push({ cmd: 'changed', topic: 'vehicles', orgCode: venue.orgCode })
    await counter.until(
      () => counter.handlers.catalogue.read({}),
      (found) => found?.vehicles.every(({ state }) => state !== 'inUse') === true && found.store.openHung === 0,
    )
  })

  it('does not take a vehicle under maintenance', async () => {
    const counter = await ready()
    await server.kill()
    await counter.online(false)
    await expect(counter.handlers.starts.start(venue.fields({ vehicleId: 'vehicle-8' }))).rejects.toMatchObject({
      code: 'sessions.vehicleUnavailable',
    })
  })

  it('does not overtake one of the same vehicle at which the server fails, while other vehicles continue', async () => {
    const counter = await ready()
    await server.kill()
    await counter.online(false)
    const first = await counter.handlers.starts.start(venue.fields({ racer: '甲' }))
    const second = await counter.handlers.starts.start(venue.fields({ racer: '乙' }))
    const other = await counter.handlers.starts.start(venue.fields({ racer: '丙', vehicleId: 'vehicle-2' }))
    let failures = 0
    server.plan = (_call, body) => (body.racer === '甲' && failures++ < 2 ? 'fail' : 'ok')
    await server.revive()
    counter.resume()
    await server.until(() => server.starts.length === 3)
    const order = server.starts.map(({ key }) => key)
    expect(order.indexOf(other.id)).toBe(0)
    expect(order.slice(1)).toEqual([first.id, second.id])
  })

  it('waits behind an earlier one of the same member on another vehicle', async () => {
    const counter = await ready()
    await server.kill()
    await counter.online(false)
    const first = await counter.handlers.starts.start(venue.fields({ userId: '100001' }))
    const second = await counter.handlers.starts.start(venue.fields({ userId: '100001', vehicleId: 'vehicle-2' }))
    let failures = 0
    server.plan = (_call, body) => (body.vehicleId === 'vehicle-1' && failures++ < 2 ? 'drop' : 'ok')
    await server.revive()
    counter.resume()
    await server.until(() => server.starts.length === 2)
    expect(server.starts.map(({ key }) => key)).toEqual([first.id, second.id])
  })
})

describe('a start that the server refuses later', () => {
  async function refused(): Promise<{ counter: TestTerminal; id: string; later: string }> {
    const counter = await ready()
    await server.kill()
    await counter.online(false)
    const { id } = await counter.handlers.starts.start(venue.fields({ racer: '甲' }))
    const later = await counter.handlers.starts.start(venue.fields({ racer: '乙' }))
    server.plan = (_call, body) => (body.racer === '甲' ? { code: 'sessions.hungLimit', message: '挂单太多' } : 'ok')
    await server.revive()
    counter.resume()
    await counter.until(
      () => counter.handlers.connection.state({}),
      (now) => now.refused === 1 && now.waiting === 0,
    )
    return { counter, id, later: later.id }
  }

  it('stays with its reason, does not block later ones, and is sent on retry', async () => {
    const { counter, id, later } = await refused()
    const items = await counter.handlers.starts.list({})
    expect(items.find((item) => item.id === id)).toMatchObject({
      state: 'refused',
      code: 'sessions.hungLimit',
      reason: '挂单太多',
    })
    expect(items.find((item) => item.id === later)).toMatchObject({ state: 'sent' })
    server.plan = () => 'ok'
    await counter.handlers.starts.retry({ id })
    await server.until(() => server.starts.length === 2)
    await counter.until(
      () => states(counter),
      (all) => all.every((state) => state === 'sent'),
    )
  })

  it('is dismissed with a remark that the server gets, also when it was away at the time', async () => {
    const { counter, id } = await refused()
    await server.kill()
    await counter.online(false)
    const item = await counter.handlers.starts.dismiss({ id, remark: '顾客已离开' })
    expect(item).toMatchObject({ state: 'dismissed', remark: '顾客已离开' })
    await expect(counter.handlers.starts.retry({ id })).rejects.toMatchObject({ code: 'common.recordNotFound' })
    await server.revive()
    counter.resume()
    await server.until(() => server.dismissals.length === 1)
    expect(server.dismissals).toEqual([{ id, remark: '顾客已离开' }])
  })
})

describe('a terminal that is started again', () => {
  it('still has its starts, and sends them without a new sign-in', async () => {
    const dir = await makeFolder()
    const first = await ready(dir)
    await server.kill()
    await first.online(false)
    const { id } = await first.handlers.starts.start(venue.fields())
    await first.close()
    open = []
    const second = await terminal(dir)
    expect(await second.handlers.starts.list({})).toMatchObject([{ id, state: 'waiting' }])
    expect(await second.handlers.session.current({})).toMatchObject({
      offline: false,
      userInfo: { username: 'cashier' },
    })
    await server.revive()
    second.resume()
    await server.until(() => server.starts.length === 1)
    await second.until(
      () => states(second),
      ([state]) => state === 'sent',
    )
    expect((await second.handlers.starts.start(venue.fields({ vehicleId: 'vehicle-2' }))).state).toBe('online')
  })

  it('keeps waiting starts when the token is no longer valid, and sends them after the next sign-in', async () => {
    const counter = await ready()
    await server.kill()
    await counter.online(false)
    await counter.handlers.starts.start(venue.fields())
    server.validTokens.clear()
    await server.revive()
    counter.resume()
    await counter.event('session.changed', (session) => session === null)
    expect(await states(counter)).toEqual(['waiting'])
    server.validTokens.add('token-1')
    await counter.signIn()
    await server.until(() => server.starts.length === 1)
  })
})
