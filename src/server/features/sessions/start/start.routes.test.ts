import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#shared/core/id.ts'
import type { TestClient } from '#tests/support/server.ts'
import { refusal } from '#tests/support/venue/limited-rules.ts'
import { enrolledTerminal, type TestTerminal } from '#tests/support/venue/terminal-key.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { demoRule, STORE, seen, type Venue } from '#tests/support/venue/venue.ts'

const { server, venue, cashier } = await testVenue(['cashier'])

beforeAll(async () => {
  await venue.setHungLimit(1000)
})

const add = (body: Parameters<Venue['start']>[0], key = newId(), client: Pick<TestClient, 'playBeforePay'> = cashier) =>
  client.playBeforePay.add({ body: venue.start(body), key })

describe('the checks before a start', () => {
  it('are in the order of the specification, with texts in both languages', async () => {
    const english = server.client(cashier.token, 'en')
    const vehicle = await venue.vehicle()
    const lapsOnly = await venue.rule({ name: '只圈', minutes: 0 })
    const timeOnly = await venue.rule({ name: '只时', laps: 0 })
    const broken = { ruleId: '', racer: '', vehicleId: '' }
    const cases = [
      [broken, '请选择规则', 'Please choose a rule'],
      [{ ...broken, ruleId: lapsOnly.id }, '请填写车手昵称', 'Please fill in the driver nickname'],
      [{ ...broken, ruleId: lapsOnly.id, racer: '甲' }, '请选择车辆', 'Please choose a vehicle'],
      [
        { ruleId: newId(), racer: '甲', vehicleId: vehicle.id },
        '该规则已停用或不存在',
        'This rule is withdrawn or does not exist',
      ],
      [
        { ruleId: timeOnly.id, vehicleId: vehicle.id },
        '只时 规则不允许圈数模式，请切换为计时模式',
        '只时 rule does not allow lap mode, switch to timer mode',
      ],
      [
        { ruleId: lapsOnly.id, vehicleId: vehicle.id, consumeVehicleMode: 'timermode' as const },
        '只圈 规则不允许计时模式，请切换为圈数模式',
        '只圈 rule does not allow timer mode, switch to lap mode',
      ],
      [
        { ruleId: lapsOnly.id, vehicleId: 'no-vehicle' },
        '该车辆不存在或不属于本店',
        'This vehicle does not exist in this store',
      ],
    ] as const
    for (const [body, zh, en] of cases) {
      expect((await refusal(add(body))).message).toBe(zh)
      expect((await refusal(add(body, newId(), english))).message).toBe(en)
    }
    expect(await venue.rows('playRecord').where('vehicleId', vehicle.id)).toEqual([])
  })

  it('refuse a deleted rule', async () => {
    const rule = await venue.rule({ active: false })
    const vehicle = await venue.vehicle()
    expect(await refusal(add({ ruleId: rule.id, vehicleId: vehicle.id }))).toMatchObject({
      code: 'sessions.ruleNotFound',
    })
  })

  it('force laps for a lap card and one person for a test drive', async () => {
    const { id: vehicleId } = await venue.vehicle()
    const laps = await venue.rule({ consumeType: 'QUAN' })
    expect(await refusal(add({ vehicleId, ruleId: laps.id, consumeVehicleMode: 'timermode' }))).toMatchObject({
      code: 'sessions.noTimerMode',
    })
    const { result } = await add({ vehicleId, ruleId: demoRule('TESTCARD').id, people: 3 })
    expect(result.ticket.people).toBe(1)
  })

  it('refuse a vehicle in maintenance with the reason', async () => {
    const vehicle = await venue.vehicle({ name: '坏车', condition: 'maintenance' })
    expect((await refusal(add({ vehicleId: vehicle.id }))).message).toBe('坏车 目前不可用（维护）')
  })
})

describe('a start', () => {
  it('creates ride, run, queue number and ticket, and occupies the vehicle', async () => {
    const vehicle = await venue.vehicle()
    const key = newId()
    const { result } = await add({ vehicleId: vehicle.id, racer: '小李', remark: '第一次', people: 2 }, key)
    expect(result).toMatchObject({ id: key, playState: 'PENDING', vehicleName: vehicle.name, hold: 'none' })
    expect(result.ticketNo).toBe(`A${String(result.paiduiNumber).padStart(3, '0')}`)
    expect(result.ticket).toMatchObject({
      orderId: key,
      ticketNo: result.ticketNo,
      racer: '小李',
      people: 2,
      remark: '第一次',
      mode: 'circlemode',
      amount: demoRule().laps,
      cashier: '李小敏',
      offline: false,
      locale: 'zh',
    })
    const { result: vehicles } = await cashier.vehicles.listOfStore({ query: { name: vehicle.name } })
    expect(vehicles.records).toMatchObject([{ id: vehicle.id, state: 'inUse', racer: '小李', endsAt: null }])
    expect(await venue.rows('printJob').where('orderId', key)).toMatchObject([{ state: 'waiting', copyNo: 0 }])
    expect(await venue.rows('queueEntry').where('playId', key)).toMatchObject([{ state: 'STARTED' }])
    expect((await add({ vehicleId: (await venue.vehicle()).id })).result.paiduiNumber).toBe(result.paiduiNumber + 1)
  })

  it('reserves the price in the wallet of a known member', async () => {
    const member = await venue.member({ balance: 10_000, give: 5000 })
    const vehicle = await venue.vehicle()
    const rule = await venue.rule({ price: 3500 })
    const { result } = await add({ vehicleId: vehicle.id, ruleId: rule.id, userId: member, people: 2 })
    expect(result.hold).toBe('held')
    expect(await seen(cashier, member)).toMatchObject({ balance: 100, give: 50, availableBalance: 80 })
  })

  it('charges once for all people if the rule says so', async () => {
    const member = await venue.member({ balance: 10_000 })
    const rule = await venue.rule({ price: 3500, priceMode: 'one' })
    await add({ vehicleId: (await venue.vehicle()).id, ruleId: rule.id, userId: member, people: 4 })
    expect((await seen(cashier, member)).availableBalance).toBe(65)
  })

  it('is refused if the free value of the wallet does not cover it', async () => {
    const member = await venue.member({ balance: 5000 })
    const rule = await venue.rule({ price: 3000 })
    await add({ vehicleId: (await venue.vehicle()).id, ruleId: rule.id, userId: member })
    const vehicle = await venue.vehicle()
    expect(await refusal(add({ vehicleId: vehicle.id, ruleId: rule.id, userId: member }))).toMatchObject({
      code: 'members.insufficientBalance',
      message: '余额不足：需要 30.00，可用 20.00',
    })
    const { result } = await cashier.vehicles.listOfStore({ query: { name: vehicle.name } })
    expect(result.records[0]?.state).toBe('idle')
  })

  it('reserves points and laps too', async () => {
    const member = await venue.member({ integral: 120, laps: 12 })
    const points = await venue.rule({ consumeType: 'INTEGRAL', price: 0, integral: 100 })
    const laps = await venue.rule({ consumeType: 'QUAN', price: 0, laps: 5 })
    await add({ vehicleId: (await venue.vehicle()).id, ruleId: points.id, userId: member })
    await add({ vehicleId: (await venue.vehicle()).id, ruleId: laps.id, userId: member })
    expect(await seen(cashier, member)).toMatchObject({ availableIntegral: 20, availableQuan: 7, integral: 120 })
    const again = add({ vehicleId: (await venue.vehicle()).id, ruleId: points.id, userId: member })
    expect(await refusal(again)).toMatchObject({ code: 'members.insufficientIntegral' })
  })

  it('refuses a frozen and an unknown member', async () => {
    const frozen = await venue.member({ balance: 10_000, frozen: true })
    const { id: vehicleId } = await venue.vehicle()
    expect(await refusal(add({ vehicleId, userId: frozen }))).toMatchObject({ code: 'members.frozen' })
    expect(await refusal(add({ vehicleId, userId: '999999' }))).toMatchObject({ code: 'members.notFound' })
  })

  it('accepts a vehicle whose timed run has passed its end', async () => {
    const vehicle = await venue.vehicle()
    const timed = { vehicleId: vehicle.id, consumeVehicleMode: 'timermode' as const }
    const { result: first } = await add(timed)
    expect(await refusal(add(timed))).toMatchObject({ code: 'sessions.vehicleTaken' })
    server.clock.advance(demoRule().minutes * 60_000 + 1000)
    const idle = await cashier.vehicles.listOfStore({ query: { name: vehicle.name } })
    expect(idle.result.records).toMatchObject([{ state: 'idle', racer: null }])
    await add(timed)
    expect(await venue.rows('run').where('playId', first.id)).toMatchObject([{ state: 'ENDED' }])
  })
})

describe('an offline start', () => {
  let terminal: TestTerminal
  beforeAll(async () => {
    const now = () => server.clock.now().getTime()
    terminal = await enrolledTerminal(server, await server.signIn('manager', STORE), { now })
  })
  /** Sent by an enrolled terminal. */
  const late = (body: Parameters<Venue['start']>[0], key = newId()) =>
    add({ ...body, offline: true }, key, terminal.with(cashier))
  const at = (minutesAgo: number) => new Date(server.clock.now().getTime() - minutesAgo * 60_000).toISOString()

  it('is accepted with the terminal’s time and ticket, and prints nothing', async () => {
    const key = newId()
    const startedAt = at(3)
    const vehicle = await venue.vehicle()
    const { result } = await late({ vehicleId: vehicle.id, startedAt, terminalTicket: 'T1-007' }, key)
    expect(result).toMatchObject({ ticketNo: 'T1-007', startedAt })
    expect(await venue.rows('printJob').where('orderId', key)).toEqual([])
    const { result: page } = await cashier.playBeforePay.list({ query: { id: key } })
    expect(page.records).toMatchObject([{ offline: true, ticketNo: 'T1-007', playState: 'PENDING' }])
  })

  it('is not refused by a busy vehicle or an empty wallet', async () => {
    const vehicle = await venue.vehicle()
    const running = await add({ vehicleId: vehicle.id })
    const member = await venue.member()
    const { result } = await late({ vehicleId: vehicle.id, userId: member, startedAt: at(1) })
    expect(result.hold).toBe('none')
    expect(await venue.rows('run').where('playId', result.id)).toMatchObject([{ state: 'ENDED' }])
    expect(await venue.rows('playRecord').where('id', result.id)).toMatchObject([{ vehicleConflict: true }])
    expect(await venue.rows('run').where('playId', running.result.id)).toMatchObject([{ state: 'RUNNING' }])
  })

  it('is over if its time has passed before it was sent', async () => {
    const vehicle = await venue.vehicle()
    await late({ vehicleId: vehicle.id, consumeVehicleMode: 'timermode', startedAt: at(120) })
    const { result } = await cashier.vehicles.listOfStore({ query: { name: vehicle.name } })
    expect(result.records[0]?.state).toBe('idle')
  })

  it('that is refused is stored until it succeeds', async () => {
    const rule = await venue.rule({ name: '停用', active: false })
    const vehicle = await venue.vehicle()
    const key = newId()
    const body = { vehicleId: vehicle.id, ruleId: rule.id, startedAt: at(5), terminalTicket: 'T1-009' }
    expect(await refusal(late(body, key))).toMatchObject({ code: 'sessions.ruleNotFound' })
    await refusal(late(body, key))
    const manager = await server.signIn('manager', STORE)
    const { result: open } = await manager.terminals.refusals({ query: { state: 'open' } })
    expect(open.records.filter(({ id }) => id === key)).toMatchObject([
      { code: 'sessions.ruleNotFound', reason: '该规则已停用或不存在', payload: { racer: '神秘车手' } },
    ])
    await venue.inEveryStore((trx) =>
      trx.updateTable('consumeRule').set({ active: true }).where('id', '=', rule.id).execute(),
    )
    await late(body, key)
    expect(await venue.rows('syncRefusal').where('id', key)).toMatchObject([{ state: 'settled' }])
    expect(await venue.rows('playRecord').where('id', key)).toHaveLength(1)
  })

  it('can be dismissed with a remark, and nothing is deleted', async () => {
    const key = newId()
    await refusal(late({ vehicleId: newId(), startedAt: at(5) }, key))
    await cashier.terminals.dismissRefusal({ body: { id: key, remark: '已手工处理' } })
    expect(await venue.rows('syncRefusal').where('id', key)).toMatchObject([
      { state: 'dismissed', remark: '已手工处理', code: 'sessions.vehicleNotFound' },
    ])
  })

  it('whose first response was lost gets it again, and the server does not print it', async () => {
    const key = newId()
    const body = { vehicleId: (await venue.vehicle()).id, startedAt: at(0) }
    const first = await add(body, key)
    const again = await late({ ...body, terminalTicket: 'T1-010' }, key)
    expect(again.result).toEqual(first.result)
    expect(await venue.rows('printJob').where('orderId', key)).toMatchObject([{ state: 'printed' }])
    for (const ticketNo of [first.result.ticketNo, 'T1-010']) {
      const { result } = await cashier.playBeforePay.list({ query: { ticketNo } })
      const both = { id: key, ticketNo: first.result.ticketNo, terminalTicket: 'T1-010' }
      expect(result.records).toContainEqual(expect.objectContaining(both))
    }
  })
})

describe('pushes', () => {
  it('notify the store of a start after the commit', async () => {
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/websocket/${cashier.user.id}`, [
      'pitlane',
      cashier.token,
    ])
    const topics = new Set<string>()
    await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }))
    const heard = new Promise<void>((resolve) =>
      socket.addEventListener('message', ({ data }) => {
        const { cmd, topic } = JSON.parse(String(data))
        if (cmd === 'changed') topics.add(topic)
        if (['playRecords', 'vehicles', 'printJobs'].every((wanted) => topics.has(wanted))) resolve()
      }),
    )
    await add({ vehicleId: (await venue.vehicle()).id })
    await heard
    socket.close()
  })
})
