import { describe, expect, it } from 'vitest'
import { createLive } from '#renderer/core/emitter.ts'
import type { HttpTransport } from '#renderer/core/http/http-transport.ts'
import type { Catalogue, Platform } from '#renderer/platform/platform.ts'
import { api } from '#shared/api.ts'
import { createClient, toServerError } from '#shared/core/client.ts'
import { newId } from '#shared/core/id.ts'
import type { Contract } from '#shared/core/route.ts'
import { Snapshot } from '#shared/features/terminals/snapshot.schema.ts'
import { isTextKey, type TextKey, text } from '#shared/i18n/catalogue.ts'
import type { ConnectionState } from '#shared/ipc/contract.ts'
import type { TicketData } from '#shared/ipc/devices.ts'
import { codeOf } from '#tests/support/venue/refusals.ts'
import { practiceCards } from './practice-members.ts'
import { practicePlatform } from './practice-platform.ts'
import { practiceTransport } from './practice-transport.ts'
import { createPracticeVenue } from './practice-venue.ts'
import { type PracticeEvent, type TourTask, taskDoneBy, tourTasks } from './tour.ts'

const rule = {
  id: 'r1',
  sysOrgCode: 'A01A01',
  consumeRoleName: '单人 8 圈',
  consumeTypeRole: 'BALANCE',
  toolType: 'TONGYONG',
  projectType: 'currency',
  priceMode: 'every',
  price: 38,
  deposit: 0,
  integral: 0,
  frequency: 0,
  duration: 10,
  countCycleNumber: 8,
  memberLevel: '',
  indexNumber: 1,
}
const vehicle = (id: string, state: 'idle' | 'inUse') => ({
  id,
  sysOrgCode: 'A01A01',
  name: id,
  cardName: '',
  vehicleType: '',
  deviceType: 'VEHICLE',
  isConnecte: 'YES',
  state,
  indexNumber: 1,
  racer: state === 'inUse' ? '真车手' : null,
  startedAt: null,
  endsAt: null,
})
const catalogue: Catalogue = Snapshot.parse({
  takenAt: '2026-03-01T00:00:00Z',
  store: {
    orgCode: 'A01A01',
    departName: '一号店',
    apps: ['XWHF'],
    acceptsCash: 'YES',
    endTime: null,
    timeZone: 'Asia/Shanghai',
    dayStartHour: 0,
    queuePrefix: 'A',
    hungOrderLimit: 5,
    openHung: 3,
    trialLimit: 5,
    openTrials: 2,
    chargeOrder: 'paidFirst',
    cashierRequired: 'YES',
  },
  rules: [rule],
  vehicles: [vehicle('01', 'idle'), vehicle('02', 'inUse')],
  cashiers: [],
  dicts: {},
})

/** Any call that reaches it fails the test. */
const forbidden = (): never => {
  throw new Error('the real world was asked')
}
const real = {
  kind: 'terminal',
  connection: createLive({ online: false, waiting: 2 } as ConnectionState),
  members: { find: forbidden, search: forbidden },
  cashiers: { list: forbidden, check: forbidden, checkBadge: forbidden },
  catalogue: { read: forbidden, onChange: forbidden },
  start: forbidden,
  recent: forbidden,
  reprint: forbidden,
  onPush: forbidden,
} as unknown as Platform

function begin() {
  const asked: string[] = []
  const tickets: TicketData[] = []
  const events: PracticeEvent[] = []
  const clock = { now: Date.parse('2026-03-01T02:00:00Z') }
  const cards = practiceCards((key: TextKey) => text('zh', key))
  const venue = createPracticeVenue({
    catalogue,
    cards,
    now: () => clock.now,
    onTicket: (ticket) => tickets.push(ticket),
    onChange: () => undefined,
    onEvent: (event) => events.push(event),
  })
  const server: HttpTransport = async ({ method, path }) => {
    asked.push(`${method} ${path.split('?')[0]}`)
    return { status: 200, type: '', disposition: '', body: new TextEncoder().encode('{"success":true}') }
  }
  const send = practiceTransport(venue, server, { id: newId(), name: '李小敏' })
  const client = createClient(api, async ({ method, path, query = {}, body, key }) => {
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
    const answer = await send({ method, path: `${path}?${search}`, language: 'zh', key, body: JSON.stringify(body) })
    const data = JSON.parse(new TextDecoder().decode(answer.body))
    if (!data.success) throw toServerError(answer.status, data)
    return data
  })
  return { venue, send, client, cards, asked, tickets, events, clock, platform: practicePlatform(real, venue) }
}

const fields = {
  consumeVehicleMode: 'timermode',
  ruleId: 'r1',
  remark: '',
  racer: '神秘车手',
  vehicleId: '01',
  userId: '',
  people: 1,
} as const

describe('practice', () => {
  it('starts, shows a ticket, deducts and ends a run as the counter does, with fictional members', async () => {
    const { platform, client, cards, asked, tickets, clock } = begin()
    const [rich, short, frozen] = cards
    const { member } = await platform.members.find({ card: rich?.card ?? '' })
    expect(member).toMatchObject({ availableBalance: 550 })
    const id = newId()
    const outcome = await platform.start({ ...fields, userId: member?.id ?? '' }, id)
    // The same key twice is one start.
    expect(await platform.start({ ...fields, userId: member?.id ?? '' }, id)).toEqual(outcome)
    expect(tickets).toMatchObject([{ ticketNo: 'P001', vehicleName: '01', ruleName: '单人 8 圈' }])
    expect(await platform.members.find({ id: member?.id ?? '' })).toMatchObject({ member: { availableBalance: 512 } })
    expect(await codeOf(platform.start(fields, newId()))).toBe('sessions.vehicleTaken')
    const other = { ...fields, vehicleId: '02' }
    expect(await codeOf(platform.start({ ...other, userId: short?.member.id ?? '' }, newId()))).toBe(
      'members.insufficientBalance',
    )
    expect(await codeOf(platform.start({ ...other, userId: frozen?.member.id ?? '' }, newId()))).toBe('members.frozen')
    expect((await platform.catalogue.read())?.store).toMatchObject({ openHung: 1, cashierRequired: 'NO' })

    const hung = (await client.playBeforePay.list({ query: { playState: 'PENDING' } })).result
    expect(hung).toMatchObject({ total: 1, records: [{ id, price: 38 }] })
    const consume = () =>
      client.playBeforePay.settle({
        key: newId(),
        body: { id, consumeType: 'BALANCE', consumeVehicleMode: 'timermode', userId: member?.id },
      })
    expect((await client.consume.queryById({ query: { id: (await consume()).message } })).result.payState).toBe('paid')
    expect(await codeOf(consume())).toBe('sessions.alreadySettled')
    expect(await platform.members.find({ id: member?.id ?? '' })).toMatchObject({
      member: { balance: 462, give: 50, availableBalance: 512 },
    })
    await platform.reprint(id)
    expect(tickets).toHaveLength(2)
    clock.now += 11 * 60_000
    expect((await platform.catalogue.read())?.vehicles).toMatchObject([{ state: 'idle' }, { state: 'idle' }])
    await platform.start(other, newId())
    expect((await client.vehicles.finish({ body: { id: '02' } })).result.state).toBe('idle')
    expect(asked).toEqual([])
  })

  it('charges immediately and queued by the same rules, after a matching quote', async () => {
    const { platform, client, cards, asked, tickets } = begin()
    const [rich, short] = cards.map(({ member }) => member.id)
    const charge = {
      consumeType: 'BALANCE',
      consumeVehicleMode: 'timermode',
      usageMode: 'immediate',
      consumePayMode: 'wechat',
      sysDepartConsumeRoleId: 'r1',
      vehicleId: '01',
      people: 1,
      userId: rich ?? '',
      racer: '神秘车手',
    } as const
    const query = { sysDepartConsumeRoleId: 'r1', userId: rich ?? '', vehicleId: '01' }
    const taken = { account: 'balance', amount: 38, before: 500, after: 462 }
    expect((await client.consume.quote({ query })).result).toMatchObject({ lines: [taken], refusal: null })
    const id = newId()
    const order = await platform.charge(charge, id)
    expect(order).toMatchObject({ payState: 'paid', lines: [taken], plays: [{ ticketNo: 'P001', vehicleName: '01' }] })
    expect(await platform.charge(charge, id)).toEqual(order)
    expect(tickets).toHaveLength(1)
    expect(await codeOf(platform.charge(charge, newId()))).toBe('sessions.vehicleTaken')
    expect(await codeOf(platform.charge({ ...charge, vehicleId: '02', userId: short ?? '' }, newId()))).toBe(
      'members.insufficientBalance',
    )
    const line = await platform.charge({ ...charge, usageMode: 'lineup', vehicleId: '' }, newId())
    expect(line.plays).toMatchObject([{ ticketNo: 'P002', vehicleName: '' }])
    expect(await platform.members.find({ id: rich ?? '' })).toMatchObject({ member: { balance: 424 } })
    expect((await client.playBeforePay.list({ query: { playState: 'PENDING' } })).result.total).toBe(0)
    expect(asked).toEqual([])
  })

  it('has a drawer, recharges and voids of its own', async () => {
    const { platform, client, cards, asked, clock } = begin()
    const userId = cards[0]?.member.id ?? ''
    const key = newId()
    expect((await client.consume.getDepartInfo()).result).toMatchObject({ acceptsCash: 'YES', departName: '一号店' })
    expect((await client.shifts.current()).result).toBeNull()
    const { result: shift } = await client.shifts.open({ key, body: { floatAmount: 200 } })
    expect(shift).toMatchObject({ id: key, cashierName: '李小敏', floatAmount: 200 })
    expect(await codeOf(client.shifts.open({ key: newId(), body: { floatAmount: 1 } }))).toBe('shifts.openAlready')

    const [rule] = (await client.rechargeRules.listOnSale({ query: {} })).result.records
    const bought = { userId, sysDepartRechargeRoleId: rule?.id ?? '', amount: 100, consumePayMode: 'cash' } as const
    const order = newId()
    expect((await client.rechargeOrders.add({ key: order, body: bought })).result).toMatchObject({
      payState: 'paid',
      consumePayMode: 'cash',
      recharge: 100,
      give: 10,
    })
    // The same key twice is one recharge.
    await client.rechargeOrders.add({ key: order, body: bought })
    expect(await platform.members.find({ id: userId })).toMatchObject({ member: { balance: 600, give: 60 } })

    const { result: sale } = await client.refunds.lastSale()
    expect(sale).toMatchObject({ orderId: order, amount: 100, payWay: 'cash', approval: [], refusal: null })
    const undo = { orderKind: 'recharge', orderId: order, reason: '收错' } as const
    await client.refunds.voidSale({ key: newId(), body: undo })
    expect(await platform.members.find({ id: userId })).toMatchObject({ member: { balance: 500, give: 50 } })
    expect((await client.refunds.lastSale()).result).toBeNull()

    await client.rechargeOrders.add({ key: newId(), body: bought })
    clock.now += 11 * 60_000
    expect((await client.refunds.lastSale()).result).toBeNull()
    const { result: counted } = await client.shifts.close({ key: newId(), body: { id: shift.id, counted: 290 } })
    expect(counted).toMatchObject({ expectedAmount: 300, differenceAmount: -10 })
    expect(asked).toEqual([])
  })

  it('completes each task of the tour by what has happened, and by nothing less', async () => {
    const { platform, client, cards, events } = begin()
    const userId = cards[0]?.member.id ?? ''
    const done = (): (TourTask | null)[] => events.splice(0).map(taskDoneBy)
    const charge = (usageMode: 'immediate' | 'lineup', given: { userId?: string }) =>
      platform.charge(
        {
          consumeType: 'BALANCE',
          consumeVehicleMode: 'timermode',
          usageMode,
          consumePayMode: 'wechat',
          sysDepartConsumeRoleId: 'r1',
          vehicleId: usageMode === 'lineup' ? '' : '01',
          people: 1,
          racer: '神秘车手',
          ...given,
        },
        newId(),
      )
    const reached = new Set<TourTask | null>(['help'])
    const expectDone = (...tasks: (TourTask | null)[]) => {
      expect(done()).toEqual(tasks)
      for (const task of tasks) reached.add(task)
    }
    await client.shifts.open({ key: newId(), body: { floatAmount: 0 } })
    expectDone('shift')
    await platform.members.find({ id: userId })
    expectDone('find')
    const { plays } = await charge('immediate', { userId })
    expectDone('start')
    await platform.reprint(plays[0]?.id ?? '')
    // Only a queue ticket is asked for.
    expectDone(null)
    await client.vehicles.finish({ body: { id: '01' } })
    expectDone('end')
    const pending = newId()
    await platform.start({ ...fields, userId }, pending)
    expectDone('later')
    const settled = { id: pending, consumeType: 'BALANCE', consumeVehicleMode: 'timermode', userId } as const
    await client.playBeforePay.settle({ key: newId(), body: settled })
    expectDone('settle')
    const queued = await charge('lineup', { userId })
    expectDone(null)
    await platform.reprint(queued.plays[0]?.id ?? '')
    expectDone('queue')
    const [rule] = (await client.rechargeRules.listOnSale({ query: {} })).result.records
    const bought = { userId, sysDepartRechargeRoleId: rule?.id ?? '', amount: 100, consumePayMode: 'cash' } as const
    const order = newId()
    await client.rechargeOrders.add({ key: order, body: bought })
    expectDone('recharge')
    await client.refunds.voidSale({ key: newId(), body: { orderKind: 'recharge', orderId: order, reason: '收错' } })
    expectDone('void')
    expect([...reached].filter(Boolean).toSorted()).toEqual([...tourTasks].toSorted())
  })

  it('refuses a real card and shows why', async () => {
    const { platform } = begin()
    expect(await codeOf(platform.members.find({ card: '0004829731' }))).toBe('practice.notReal')
    expect(await codeOf(platform.members.find({ id: '100001' }))).toBe('practice.notReal')
    expect(await platform.members.search('138')).toEqual([])
    expect(await platform.cashiers.list()).toEqual([])
    expect(platform.connection.get()).toMatchObject({ online: true, waiting: 2 })
    expect([platform.recent, platform.prints, platform.sync]).toEqual([null, null, null])
    expect(isTextKey('error.practice.notReal')).toBe(true)
  })

  it('sends no writing call to the server, nor a read of members or records', async () => {
    const { send, asked } = begin()
    const routes = Object.values<Contract>(api).flatMap((contract) => Object.values(contract))
    for (const { method, path } of routes) {
      for (const one of typeof method === 'string' ? [method] : method) {
        const body = one === 'GET' ? undefined : JSON.stringify({ id: newId(), userId: '100001' })
        await send({ method: one, path: path.replace(/:\w+/g, 'x'), language: 'zh', key: newId(), body })
      }
    }
    expect(new Set(asked)).toEqual(
      new Set([
        'GET /sys/dict/getDictItems/x',
        'GET /sys/user/getCurrentUserDeparts',
        'GET /sys/permission/getUserPermissionByToken',
      ]),
    )
  })
})
