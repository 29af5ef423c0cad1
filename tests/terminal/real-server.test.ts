import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hashOf } from '#server/core/secrets/token-hash.ts'
import { withClient } from '#server/db/roles.ts'
import { demoStores, demoUsers } from '#server/db/seed/access.ts'
import { newId } from '#shared/core/id.ts'
import { ruleFor } from '#shared/features/rules/price.calc.ts'
import type { StartFields } from '#shared/features/sessions/play-before-pay.contract.ts'
import { type PrinterSink, type SinkJob, startPrinterSink } from '#tests/support/escpos/index.ts'
import { startTestServer, type TestCopy, type TestServer } from '#tests/support/server.ts'
import { removeFolders, startTerminal, type TestTerminal } from './harness.ts'

const STORE = 'A01A01'

let venue: TestServer
/** The copy of the server that the terminal talks to; the test looks at its data through the other. */
let copy: TestCopy
let sink: PrinterSink
let counter: TestTerminal

beforeEach(async () => {
  venue = await startTestServer()
  copy = await venue.startCopy()
  sink = await startPrinterSink()
  const printer = { transport: 'tcp', address: sink.host, port: sink.port }
  counter = await startTerminal({ serverUrl: copy.url, settings: { printer: printer as never } })
  await counter.online()
})

afterEach(async () => {
  await counter.close()
  await sink.close()
  await venue.stop()
  await removeFolders()
})

async function stopCopy(): Promise<void> {
  await copy.stop()
  await counter.online(false)
}

async function restartCopy(): Promise<void> {
  copy = await venue.startCopy({ port: Number(new URL(copy.url).port) })
}

const text = ({ lines }: SinkJob): string => lines.map((line) => line.text).join('\n')

/** What the cashier enters for the nth free vehicle and a rule that charges a balance. */
async function fields(vehicle: number, given: Partial<StartFields> = {}): Promise<StartFields> {
  const snapshot = await counter.handlers.catalogue.read({})
  const rule = snapshot?.rules.find(({ consumeTypeRole, duration }) => consumeTypeRole === 'BALANCE' && duration > 0)
  const free = snapshot?.vehicles.filter(({ state }) => state === 'idle') ?? []
  return {
    consumeVehicleMode: 'timermode',
    ruleId: rule?.id ?? '',
    remark: '',
    racer: '神秘车手',
    vehicleId: free[vehicle]?.id ?? '',
    userId: '',
    people: 1,
    ...given,
  }
}

async function recordsSince(ids: string[]) {
  const manager = await venue.signIn('manager', STORE)
  const { result } = await manager.playBeforePay.list({ query: { pageSize: 100 } })
  return result.records.filter(({ id }) => ids.includes(id))
}

const allSent = () =>
  counter.until(
    () => counter.handlers.connection.state({}),
    ({ waiting }) => waiting === 0,
  )

/** What most of these are about: a terminal that the store believes. */
async function enrolled(): Promise<void> {
  await counter.enrol(STORE)
  await counter.signIn()
}

describe('the terminal at the real server', () => {
  it('starts online, continues offline, and the server then has everything once and in order', async () => {
    await enrolled()
    const found = await counter.handlers.members.find({ card: '0004829731' })
    expect(found).toMatchObject({ member: { id: '100001' }, cachedAt: null })
    const online = await counter.handlers.starts.start(await fields(0, { userId: '100001' }))
    expect(online).toMatchObject({ state: 'online', result: { hold: 'held' } })
    expect(text(await sink.waitForJob(1))).toContain(online.ticketNo)

    await stopCopy()
    expect((await counter.handlers.members.find({ card: '0004829731' })).member?.id).toBe('100001')
    const first = await counter.handlers.starts.start(await fields(1, { userId: '100001', racer: '甲' }))
    const second = await counter.handlers.starts.start(await fields(2, { racer: '乙' }))
    expect([first.state, second.state]).toEqual(['offline', 'offline'])
    expect(text(await sink.waitForJob(2))).toContain('T1-002')
    expect(text(await sink.waitForJob(3))).toContain('T1-003')

    await restartCopy()
    await allSent()
    const records = await recordsSince([online.id, first.id, second.id])
    expect(records.map(({ id }) => id)).toEqual([second.id, first.id, online.id])
    expect(records).toMatchObject([
      { ticketNo: 'T1-003', offline: true, terminalName: 'T1', racer: '乙', playState: 'PENDING' },
      { ticketNo: 'T1-002', offline: true, userId: '100001' },
      { ticketNo: online.ticketNo, offline: false },
    ])
    expect(sink.jobs).toHaveLength(3)
  })

  it('sells offline for cash and from wallets within the caps, and the server books each sale once', async () => {
    const manager = await venue.signIn('manager', STORE)
    const caps = { offlineMemberCap: 100, offlineTerminalCap: 150 }
    await manager.storeSettings.edit({ body: { orgCode: STORE, ...caps } })
    await enrolled()
    const { rules } = (await counter.handlers.catalogue.read({})) ?? { rules: [] }
    const guests = rules.find(({ consumeTypeRole, duration }) => consumeTypeRole === 'NOCARDCONSUME' && duration > 0)
    const riders = rules.find(({ consumeTypeRole, duration }) => consumeTypeRole === 'BALANCE' && duration > 0)
    const found = await counter.handlers.members.find({ id: '100001' })
    expect(found.member?.offlineValue?.amount).toBe(100)
    const guest = await fields(0, { ruleId: guests?.id ?? '', racer: '甲' })
    const sell = (given: StartFields, pays: 'cash' | 'wallets') => counter.handlers.starts.start({ ...given, pays })
    await expect(sell(guest, 'cash')).rejects.toMatchObject({ code: 'sessions.serverIsBack' })

    await stopCopy()
    const cash = await sell(guest, 'cash')
    expect(text(await sink.waitForJob(1))).toContain('已付现金')
    const member = await fields(1, { ruleId: riders?.id ?? '', userId: '100001', racer: '乙' })
    const spent = await sell(member, 'wallets')
    // The cap of a member, the type of the rule, and somebody of whom nothing was told.
    await expect(sell({ ...member, people: 9 }, 'wallets')).rejects.toMatchObject({
      code: 'sessions.offlineValueSpent',
    })
    await expect(sell(member, 'cash')).rejects.toMatchObject({ code: 'sessions.cashRefused' })
    await expect(sell({ ...member, userId: '100002' }, 'wallets')).rejects.toMatchObject({
      code: 'sessions.offlineValueSpent',
    })
    // With the discount of the member's level, as the server takes it.
    const { levelDiscounts = [] } = riders ?? {}
    const price = riders ? ruleFor({ ...riders, levelDiscounts }, found.member).price : 0
    expect(price).toBeLessThan(riders?.price ?? 0)
    const now = await counter.handlers.members.find({ id: '100001' })
    expect(now.member?.offlineValue?.amount).toBe(100 - price)
    expect((await counter.handlers.catalogue.read({}))?.store.offlineTerminalCap).toBe(150 - price)
    expect(await counter.handlers.starts.list({})).toMatchObject([
      { paid: { by: 'wallets', amount: price, deposit: 0 } },
      { paid: { by: 'cash', amount: guests?.price, deposit: guests?.deposit } },
    ])

    await restartCopy()
    await allSent()
    const records = await recordsSince([cash.id, spent.id])
    expect(records).toMatchObject([
      { id: spent.id, playState: 'CONSUMED', userId: '100001', ruleConflict: '' },
      { id: cash.id, playState: 'CONSUMED', offline: true, ruleConflict: '' },
    ])
    const { result: orders } = await manager.consumeOrders.list({ query: { pageSize: 100 } })
    const booked = records.map(({ consumeId }) => orders.records.find(({ id }) => id === consumeId))
    expect(booked).toMatchObject([
      { payState: 'paid', payMode: 'balance', amount: price, terminalName: 'T1' },
      { payState: 'paid', payMode: 'cash', amount: guests?.price, deposit: guests?.deposit, terminalName: 'T1' },
    ])
    expect((await counter.handlers.catalogue.read({}))?.store.offlineTerminalCap).toBe(150)
  })

  it('signs with its key once an authorised user has enrolled it, also after a restart', async () => {
    await counter.signIn()
    await expect(counter.handlers.enrolment.enrol({})).rejects.toMatchObject({ code: 'auth.forbidden' })
    await counter.handlers.session.signOut({})
    await counter.handlers.session.signIn({ username: 'manager', password: 'pitlane-demo' })
    await counter.handlers.session.selectStore({ orgCode: STORE })
    expect(await counter.handlers.enrolment.enrol({})).toEqual({ enrolled: true })
    const { terminalId } = await counter.handlers.app.info({})
    const manager = await venue.signIn('manager', STORE)
    const { result } = await manager.terminals.list({ query: { id: terminalId } })
    expect(result.records).toMatchObject([{ id: terminalId, state: 'enrolled' }])
    // A stranger who takes the terminal's name is refused, and the terminal itself goes on.
    await expect(manager.terminals.claimPrintJobs({ body: { terminalId } })).rejects.toMatchObject({
      code: 'terminals.signatureInvalid',
    })
    const { dir } = counter
    await counter.close()
    counter = await startTerminal({ dir, serverUrl: copy.url })
    await counter.online()
    await counter.signIn()
    const { id, state } = await counter.handlers.starts.start(await fields(0))
    expect(state).toBe('online')
    expect(text(await sink.waitForJob(1))).toContain('T1')
    expect(await recordsSince([id])).toMatchObject([{ terminalName: 'T1' }])
  })

  it('prints a copy that the store requests, also after a copy of its own', async () => {
    await enrolled()
    const { id } = await counter.handlers.starts.start(await fields(0))
    await sink.waitForJob(1)
    await counter.until(
      () => counter.handlers.prints.list({}),
      ([job]) => job?.state === 'printed',
    )
    await counter.handlers.prints.reprint({ orderId: id })
    expect(text(await sink.waitForJob(2))).toContain('COPY 2')
    const manager = await venue.signIn('manager', STORE)
    await manager.consume.reprintTicket({ query: { id } })
    expect(text(await sink.waitForJob(3))).toContain('COPY')
  })

  it('shows which order holds a vehicle that was taken meanwhile', async () => {
    await enrolled()
    const taken = await fields(0)
    const cashier = await venue.signIn('cashier')
    await cashier.playBeforePay.add({ body: taken })
    await expect(counter.handlers.starts.start(taken)).rejects.toMatchObject({ code: 'sessions.vehicleTaken' })
    expect(await counter.handlers.starts.list({})).toEqual([])
    await counter.until(
      () => counter.handlers.catalogue.read({}),
      (now) => now?.vehicles.find(({ id }) => id === taken.vehicleId)?.state === 'inUse',
    )
  })

  it('keeps a refused start, which the manager sees until it is dismissed with a remark', async () => {
    await enrolled()
    await stopCopy()
    // Elsewhere in the store an order of a member is opened, of which this counter cannot know.
    const elsewhere = await venue.signIn('cashier')
    await elsewhere.playBeforePay.add({ body: await fields(6, { userId: '100005' }) })
    const ids: string[] = []
    for (let number = 0; number < 5; number++) {
      const started = await counter.handlers.starts.start(await fields(0, { userId: '100002', racer: `第${number}位` }))
      ids.push(started.id)
    }
    await restartCopy()
    await allSent()
    const [refused] = (await counter.handlers.starts.list({})).filter(({ state }) => state === 'refused')
    expect(refused).toMatchObject({ id: ids[4], code: 'sessions.hungLimit', racer: '第4位', memberNo: '100002' })
    expect(refused?.details).toEqual({ limit: 5 })
    expect(await recordsSince(ids)).toHaveLength(4)
    const manager = await venue.signIn('manager', STORE)
    const open = await manager.terminals.refusals({ query: { state: 'open' } })
    expect(open.result.records).toMatchObject([{ id: ids[4], terminalName: 'T1', code: 'sessions.hungLimit' }])

    await counter.handlers.starts.dismiss({ id: ids[4] ?? '', remark: '顾客没有上车' })
    const state = { query: { state: 'dismissed' as const } }
    const closed = await counter.until(
      () => manager.terminals.refusals(state),
      ({ result }) => result.records.length === 1,
    )
    expect(closed.result.records).toMatchObject([{ id: ids[4], remark: '顾客没有上车' }])
  })

  it('sends a page’s request with the user’s token and its own signature, and shows the page no token', async () => {
    await enrolled()
    await counter.handlers.session.signOut({})
    await counter.handlers.session.signIn({ username: 'manager', password: 'pitlane-demo' })
    await counter.handlers.session.selectStore({ orgCode: STORE })
    await counter.handlers.enrolment.enrol({})
    const start = await counter.handlers.starts.start(await fields(0, { userId: '100001' }))
    const body = { id: start.id, consumeType: 'BALANCE', consumeVehicleMode: 'timermode', userId: '100001' }
    const json = { type: 'application/json', body: JSON.stringify(body) }
    const key = newId()
    const path = '/playbeforepay/sysPlayBeforePay/doconsume'
    const answer = await counter.handlers.server.ask({ method: 'POST', path, key, language: 'zh', ...json })
    expect(answer).toMatchObject({ status: 200, type: expect.stringContaining('json') })
    const { terminalId } = await counter.handlers.app.info({})
    const orders = await withClient(venue.database.ownerUrl, async (owner) => {
      const tokens = await owner.query('select token_hash from access_token')
      const paid = await owner.query('select terminal_id, operator_id from consume_order where id = $1', [key])
      return { paid: paid.rows, tokens: tokens.rows.map(({ token_hash }) => token_hash as string) }
    })
    expect(orders.paid).toEqual([{ terminal_id: terminalId, operator_id: demoUsers.manager.id }])
    // Whatever the page was told: none of it is a token that the server knows.
    const told = JSON.stringify([await counter.handlers.session.current({}), counter.events])
    for (const [word] of told.matchAll(/[A-Za-z0-9_-]{20,}/g)) expect(orders.tokens).not.toContain(hashOf(word))
  })

  it('does not sign a page’s claim that something happened offline', async () => {
    await enrolled()
    const body = JSON.stringify({ ...(await fields(0, { userId: '100001' })), offline: true })
    const path = '/playbeforepay/sysPlayBeforePay/add'
    const json = { type: 'application/json', body }
    const { body: answer } = await counter.handlers.server.ask({
      method: 'POST',
      path,
      key: newId(),
      language: 'zh',
      ...json,
    })
    expect(JSON.parse(new TextDecoder().decode(answer))).toMatchObject({ error: { code: 'terminals.offlineUnproven' } })
  })

  it('asks for a new sign-in when its token is revoked, and loses nothing', async () => {
    await enrolled()
    await stopCopy()
    const { id } = await counter.handlers.starts.start(await fields(0))
    // Whoever is frozen loses every sign-in, also when it is for a moment only.
    await withClient(venue.database.ownerUrl, async (owner) => {
      for (const status of [2, 1])
        await owner.query("update user_account set status = $1 where username = 'cashier'", [status])
    })
    await restartCopy()
    await counter.until(
      () => counter.handlers.session.current({}),
      (now) => now === null,
    )
    expect(await counter.handlers.connection.state({})).toMatchObject({ online: true, waiting: 1 })
    await counter.handlers.session.signIn({ username: 'cashier', password: 'pitlane-demo' })
    await allSent()
    expect(await recordsSince([id])).toHaveLength(1)
  })

  it('keeps its offline starts until it is enrolled, and shows why', async () => {
    await counter.signIn()
    await stopCopy()
    const { id } = await counter.handlers.starts.start(await fields(0))
    await restartCopy()
    const [kept] = await counter.until(
      () => counter.handlers.starts.list({}),
      ([item]) => item?.code === 'terminals.offlineUnproven',
    )
    expect(kept).toMatchObject({ id, state: expect.stringMatching(/waiting|sending/) })
    expect(await counter.handlers.connection.state({})).toMatchObject({ enrolled: false, waiting: 1, refused: 0 })
    await counter.handlers.session.signOut({})
    await counter.handlers.session.signIn({ username: 'manager', password: 'pitlane-demo' })
    await counter.handlers.session.selectStore({ orgCode: STORE })
    await counter.handlers.enrolment.enrol({})
    await allSent()
    expect(await counter.handlers.connection.state({})).toMatchObject({ enrolled: true, waiting: 0, refused: 0 })
    expect(await recordsSince([id])).toMatchObject([{ offline: true, terminalName: 'T1' }])
  })

  it('keeps its starts for a store that was disabled meanwhile, and sends them when it is enabled again', async () => {
    await enrolled()
    await stopCopy()
    const { id } = await counter.handlers.starts.start(await fields(0, { userId: '100001' }))
    const admin = await venue.signIn('admin')
    const turn = (status: '0' | '1') => admin.departs.edit({ body: { id: demoStores[STORE].id, status } })
    await turn('0')
    await restartCopy()
    await counter.until(
      () => counter.handlers.starts.list({}),
      ([item]) => item?.code === 'auth.storeClosed',
    )
    // Whoever stands at the counter is told, before a ticket exists.
    const refused = counter.handlers.starts.start(await fields(1))
    await expect(refused).rejects.toMatchObject({ code: 'auth.storeClosed' })
    expect(await counter.handlers.connection.state({})).toMatchObject({ waiting: 1, refused: 0 })
    expect(sink.jobs).toHaveLength(1)
    await turn('1')
    await allSent()
    expect(await recordsSince([id])).toMatchObject([{ offline: true, userId: '100001', playState: 'PENDING' }])
  })
})
