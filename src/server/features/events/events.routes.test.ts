import { afterAll, describe, expect, it } from 'vitest'
import { NOTIFY_CHANNEL } from '#server/core/realtime/bus.ts'
import { withClient } from '#server/db/roles.ts'
import { replayLedger } from '#server/features/ledger/index.ts'
import { newId } from '#shared/core/id.ts'
import { toWireTime } from '#shared/core/time.ts'
import { findBroken } from '#tests/support/invariants/index.ts'
import { until } from '#tests/support/until.ts'
import { codeAndFieldOf, codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE } from '#tests/support/venue/venue.ts'
import { advanceEvents } from './events.service.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const { server, venue, manager, cashier } = await testVenue(['manager', 'cashier'])
afterAll(async () => {
  expect(await venue.inEveryStore((trx) => findBroken(trx))).toEqual([])
})

let count = 0
const inHours = (hours: number): string => toWireTime(new Date(server.clock.now().getTime() + hours * HOUR))
/** Registration until in two hours, the event from three hours to four. */
const times = () => ({
  registrationStart: inHours(-1),
  registrationEnd: inHours(2),
  startTime: inHours(3),
  endTime: inHours(4),
})

/** An event of 30.00 whose registration is open; returns its id. */
async function event(given: object = {}): Promise<string> {
  const eventName = `赛事${++count}`
  await manager.events.add({ body: { eventName, registrationFee: 30, lateRefund: 50, ...times(), ...given } })
  return (await manager.events.list({ query: { eventName } })).result.records[0]?.id ?? ''
}
const eventOf = async (id: string) => (await manager.events.queryById({ query: { id } })).result
const signUp = (eventId: string, userId: string, key = newId(), password = '') =>
  cashier.eventSignUps.add({ key, body: { eventId, userId, password } })
/** Signs members with a balance of 50.00 up, one after the other; returns the ids of the sign-ups. */
async function signedUp(eventId: string, members: readonly string[]): Promise<string[]> {
  const ids: string[] = []
  for (const userId of members) ids.push((await signUp(eventId, userId)).result.id)
  return ids
}
const membersWith = async (balances: readonly number[]) => {
  const members: string[] = []
  for (const balance of balances) members.push(await venue.member({ balance }))
  return members
}
const stateOf = async (id: string) => {
  const { signUpState, failReason, isHeld } = (await manager.eventSignUps.queryById({ query: { id } })).result
  return [signUpState, failReason, isHeld === 'YES' ? 'held' : ''].filter(Boolean).join(' ')
}
const statesOf = (ids: readonly string[]) => Promise.all(ids.map(stateOf))
/** What a call has set off after its commit. */
const expectStates = (ids: readonly string[], states: readonly string[]) =>
  until(async () => expect(await statesOf(ids)).toEqual(states))
const cancel = (id: string, key = newId()) => cashier.eventSignUps.cancel({ key, body: { id, reason: '有事' } })
const worth = async (member: string) =>
  Object.fromEntries(
    Object.entries(await venue.wallets(member))
      .filter(([, { value, held }]) => value > 0 || held > 0)
      .map(([kind, { value, held }]) => [kind, held > 0 ? `${value} held ${held}` : value]),
  )
const ledgerOf = async (id: string) =>
  (await venue.rows('ledgerLine').where('causeId', id)).map((line) => `${line.causeKind} ${line.account} ${line.delta}`)
/** The clock goes on to after the end of registration, and the job runs. */
async function registrationEnds(hours = 2) {
  server.clock.advance(hours * HOUR + MINUTE)
  return advanceEvents(server.deps)
}

describe('an event', () => {
  it('has a state that follows from its times, for lists too', async () => {
    const id = await event()
    const listed = async (eventState: string) =>
      (await manager.events.list({ query: { eventState, pageSize: 500 } as object })).result.records.some(
        (one) => one.id === id,
      )
    for (const [hours, state] of [
      [0, 'registration'],
      [2, 'closed'],
      [1, 'running'],
      [1, 'over'],
    ] as const) {
      server.clock.advance(hours * HOUR)
      expect(await eventOf(id)).toMatchObject({ eventState: state, eventState_dictText: expect.any(String) })
      expect([await listed(state), await listed('upcoming')]).toEqual([true, false])
    }
  })

  it.each([
    [{ registrationEnd: inHours(-2) }, 'events.registrationEnd registrationEnd'],
    [{ startTime: inHours(1) }, 'events.startTime startTime'],
    [{ endTime: inHours(3) }, 'events.endTime endTime'],
    [{ memberLevel: 'none such' }, 'levels.unknown memberLevel'],
    [{ lateRefund: 101 }, 'common.invalidInput lateRefund'],
  ])('is refused as %j', async (given, refusal) => {
    expect(await codeAndFieldOf(event(given))).toBe(refusal)
  })

  it('has no fewer places than are taken, and with more the waiting list moves up', async () => {
    const id = await event({ places: 1 })
    const ids = await signedUp(id, await membersWith([5000, 5000, 5000]))
    expect(await statesOf(ids)).toEqual(['preparing held', 'waiting', 'waiting'])
    await manager.events.edit({ body: { id, places: 2 } })
    await expectStates(ids, ['preparing held', 'preparing held', 'waiting'])
    expect(await codeAndFieldOf(manager.events.edit({ body: { id, places: 1 } }))).toBe('events.placesTaken places')
    expect(await eventOf(id)).toMatchObject({ places: 2, taken: 2, waiting: 1 })
  })

  it('is announced to its own store, also when headquarters change it', async () => {
    const hq = await server.signIn('hq')
    await withClient(server.database.ownerUrl, async (other) => {
      const heard: unknown[] = []
      other.on('notification', ({ payload = '' }) => {
        const { topic, orgCode } = JSON.parse(payload)
        if (topic === 'events') heard.push(orgCode)
      })
      await other.query(`listen ${NOTIFY_CHANNEL}`)
      const eventName = `赛事${++count}`
      const idOf = async () => (await hq.events.list({ query: { eventName } })).result.records[0]?.id ?? ''
      const changes = [
        () => hq.events.add({ body: { eventName, ...times(), sysOrgCode: STORE } }),
        async () => hq.events.edit({ body: { id: await idOf(), remark: '改' } }),
        async () => hq.events.delete({ query: { id: await idOf() } }),
      ]
      for (const [index, change] of changes.entries()) {
        await change()
        await until(() => expect(heard).toEqual(Array.from({ length: index + 1 }, () => STORE)))
      }
    })
  })

  it('with sign-ups cannot be deleted', async () => {
    const id = await event()
    const empty = await event()
    await signedUp(id, await membersWith([5000]))
    expect(await codeOf(manager.events.delete({ query: { id } }))).toBe('events.inUse')
    await manager.events.delete({ query: { id: empty } })
    expect(await codeOf(manager.events.queryById({ query: { id: empty } }))).toBe('common.recordNotFound')
  })
})

describe('a sign-up', () => {
  it('is refused with another fee than the one shown', async () => {
    const id = await event()
    const userId = await venue.member({ balance: 5000 })
    const add = (fee: number) => cashier.eventSignUps.add({ key: newId(), body: { eventId: id, userId, fee } })
    await manager.events.edit({ body: { id, registrationFee: 40 } })
    expect(await codeAndFieldOf(add(30))).toBe('events.feeChanged eventId')
    expect((await add(40)).result.fee).toBe(40)
  })

  it('holds the fee once for its key, and a member signs up once', async () => {
    const id = await event()
    const userId = await venue.member({ balance: 2000, give: 5000 })
    const key = newId()
    const answers = await Promise.all([signUp(id, userId, key), signUp(id, userId, key)])
    for (const { result, message } of answers) {
      expect(message).toBe(key)
      expect(result).toEqual({ id: key, signUpState: 'preparing', number: 1, ahead: 0, fee: 30 })
    }
    expect(await worth(userId)).toEqual({ balance: '2000 held 2000', give: '5000 held 1000' })
    expect(await codeAndFieldOf(signUp(id, userId))).toBe('events.signedUp userId')
    expect(await venue.rows('auditEntry').where('recordId', key)).toHaveLength(1)
  })

  it('is refused for a member without funds, password or level, at another store, and outside of registration', async () => {
    const id = await event()
    const poor = await venue.member({ balance: 2999 })
    const secret = await venue.member({ balance: 9000, consumePassword: 'x' })
    const frozen = await venue.member({ balance: 9000, frozen: true })
    const foreign = await venue.member({ balance: 9000, orgCode: 'A01A02' })
    expect(await codeAndFieldOf(signUp(id, poor))).toBe('members.insufficientBalance userId')
    expect(await codeAndFieldOf(signUp(id, secret))).toBe('members.passwordRequired password')
    expect(await codeAndFieldOf(signUp(id, frozen))).toBe('members.frozen userId')
    expect(await codeAndFieldOf(signUp(id, foreign))).toBe('members.notFound userId')
    expect(await codeAndFieldOf(signUp(newId(), poor))).toBe('common.recordNotFound eventId')
    const [rich = ''] = await membersWith([9000])
    const early = await event({ registrationStart: inHours(1) })
    expect(await codeAndFieldOf(signUp(early, rich))).toBe('events.notOpen eventId')
    server.clock.advance(2 * HOUR)
    expect(await codeAndFieldOf(signUp(id, rich))).toBe('events.closed eventId')
    expect(await worth(poor)).toEqual({ balance: 2999 })
  })

  it('needs the level and the signature that the event asks for', async () => {
    const [{ code, name }] = (await venue.rows('memberLevel').where('orgCode', STORE)) as [
      { code: string; name: string },
    ]
    const [userId = ''] = await membersWith([9000])
    const id = await event({ memberLevel: name })
    expect(await codeAndFieldOf(signUp(id, userId))).toBe('events.level userId')
    const { result } = await cashier.eventSignUps.options({ query: { userId } })
    expect(result.events.find((one) => one.eventId === id)?.refusal).toContain(name)
    const levelled = await venue.member({ balance: 9000, memberLevel: code })
    expect((await signUp(id, levelled)).result.signUpState).toBe('preparing')
    const signed = await event({ needsAgreement: 'YES' })
    const { titleZh, contentZh } = { titleZh: '赛事协议', contentZh: '安全第一' }
    await manager.agreements.add({ body: { titleZh, contentZh } })
    const [draft] = await venue.rows('agreement').where('titleZh', titleZh)
    await manager.agreements.publish({ body: { id: String(draft?.id) } })
    expect(await codeAndFieldOf(signUp(signed, userId))).toBe('members.agreementMissing userId')
  })

  it('of many members at once gives as many places as there are, and the others wait in order', async () => {
    const id = await event({ places: 5 })
    const members = await membersWith(Array.from({ length: 24 }, () => 3000))
    const answers = await Promise.all(members.map((userId) => signUp(id, userId)))
    const states = answers.map(({ result }) => result.signUpState)
    expect(states.filter((state) => state === 'preparing')).toHaveLength(5)
    expect(states.filter((state) => state === 'waiting')).toHaveLength(19)
    const waiting = answers.map(({ result }) => result).filter(({ signUpState }) => signUpState === 'waiting')
    expect(waiting.map(({ ahead }) => ahead).sort((one, other) => one - other)).toEqual([...Array(19).keys()])
    for (const { number, ahead } of waiting) expect(number).toBe(ahead + 6)
    const held = await Promise.all(members.map(worth))
    expect(held.filter(({ balance }) => balance === '3000 held 3000')).toHaveLength(5)
  })

  it('waits behind those who wait, also while a place is free that nobody has moved up to yet', async () => {
    const id = await event({ places: 1 })
    const [first = '', second = '', late = ''] = await membersWith([3000, 3000, 3000])
    const [, waiting = ''] = await signedUp(id, [first, second])
    await venue.inEveryStore((trx) => trx.updateTable('event').set({ places: 2 }).where('id', '=', id).execute())
    expect((await signUp(id, late)).result).toMatchObject({ signUpState: 'waiting', ahead: 1 })
    await advanceEvents(server.deps)
    expect(await stateOf(waiting)).toBe('preparing held')
  })

  it('for nothing is successful at once', async () => {
    const id = await event({ registrationFee: 0 })
    const [first = ''] = await signedUp(id, [await venue.member()])
    expect(await stateOf(first)).toBe('successful')
  })
})

describe('the end of registration', () => {
  it('takes each held fee once, from its lots, whatever runs at the same time', async () => {
    const id = await event()
    const members = await membersWith([5000, 3000])
    const ids = await signedUp(id, members)
    await advanceEvents(server.deps)
    expect(await statesOf(ids)).toEqual(['preparing held', 'preparing held'])
    server.clock.advance(2 * HOUR)
    await Promise.all([advanceEvents(server.deps), advanceEvents(server.deps), advanceEvents(server.deps)])
    expect(await statesOf(ids)).toEqual(['successful', 'successful'])
    for (const one of ids) expect(await ledgerOf(one)).toEqual(['eventFee balance -3000'])
    expect(await Promise.all(members.map(worth))).toEqual([{ balance: 2000 }, {}])
    expect(await venue.inEveryStore(replayLedger)).toEqual([])
  })

  it('takes what a frozen member holds, as agreed', async () => {
    const id = await event()
    const [userId = ''] = await membersWith([3000])
    const [first = ''] = await signedUp(id, [userId])
    await venue.inEveryStore((trx) =>
      trx.updateTable('member').set({ frozen: true }).where('id', '=', userId).execute(),
    )
    await registrationEnds()
    expect(await stateOf(first)).toBe('successful')
  })

  it('counts as consumption of events, in no shift', async () => {
    const id = await event({ registrationFee: 12.34 })
    const figures = async () => {
      const { rows } = (await manager.statistics.figures({ query: { by: 'type' } })).result
      return rows.find(({ key }) => key === 'EVENT')?.now
    }
    const [first = ''] = await signedUp(id, [await venue.member({ balance: 1000, give: 1000 })])
    const before = (await figures())?.consumption ?? 0
    await registrationEnds()
    const after = await figures()
    expect(Math.round(((after?.consumption ?? 0) - before) * 100)).toBe(1234)
    expect(after?.revenue).toBe(0)
    expect((await venue.rows('ledgerLine').where('causeId', first)).map(({ shiftId }) => shiftId)).toEqual([null, null])
  })
})

describe('a cancellation', () => {
  it('before the end of registration frees the whole fee, once, and the next moves up', async () => {
    const id = await event({ places: 1 })
    const members = await membersWith([5000, 5000, 5000])
    const [first = '', ...others] = await signedUp(id, members)
    const key = newId()
    const answers = await Promise.all([cancel(first, key), cancel(first, key)])
    for (const { result } of answers) expect(result).toEqual({ signUpState: 'cancelled', back: 0 })
    expect(await codeOf(cancel(first))).toBe('events.signUpEnded')
    await expectStates(others, ['preparing held', 'waiting'])
    expect(await worth(members[0] ?? '')).toEqual({ balance: 5000 })
    expect(await worth(members[1] ?? '')).toEqual({ balance: '5000 held 3000' })
    // The first may sign up again, behind those who wait.
    expect((await signUp(id, members[0] ?? '')).result).toMatchObject({ signUpState: 'waiting', number: 4, ahead: 1 })
  })

  it('after the end of registration gives a part back to where it came from, and the next is charged at once', async () => {
    const id = await event({ places: 1, registrationFee: 10.01, lateRefund: 35 })
    const payer = await venue.member({ balance: 334, give: 5000 })
    const [poor = '', rich = ''] = await membersWith([1000, 1001])
    const [first = '', second = '', third = ''] = await signedUp(id, [payer, poor, rich])
    await registrationEnds()
    expect(await worth(payer)).toEqual({ give: 4333 })
    // 35 % of 10.01 are 3.50, of which 667 of 1001 go to the gift balance, rounded down.
    expect((await cancel(first)).result).toEqual({ signUpState: 'cancelled', back: 3.5 })
    expect(await worth(payer)).toEqual({ balance: 117, give: 4333 + 233 })
    await expectStates([first, second, third], ['cancelled', 'failed funds', 'successful'])
    expect(await worth(rich)).toEqual({})
    server.clock.advance(HOUR)
    expect(await codeOf(cancel(third))).toBe('events.begun')
  })

  it('of one who cannot pay the fee that is due says that it has failed', async () => {
    const id = await event({ places: 1 })
    const [one = '', poor = ''] = await membersWith([3000, 100])
    const [first = '', second = ''] = await signedUp(id, [one, poor])
    await cancel(first)
    await expectStates([second], ['preparing'])
    server.clock.advance(2 * HOUR)
    const { message, result } = await cancel(second)
    expect(result).toEqual({ signUpState: 'failed', back: 0 })
    expect(message).toBe('报名费未能扣除，这个报名已失效')
  })

  it('just after the end of registration takes the fee first, before the job has', async () => {
    const id = await event({ lateRefund: 100 })
    const [userId = ''] = await membersWith([3000])
    const [first = ''] = await signedUp(id, [userId])
    server.clock.advance(2 * HOUR)
    expect((await cancel(first)).result).toEqual({ signUpState: 'cancelled', back: 30 })
    expect(await ledgerOf(first)).toEqual(['eventFee balance -3000'])
    expect(await worth(userId)).toEqual({ balance: 3000 })
  })
})

describe('the waiting list', () => {
  it('gives a place also to who lacks the fee, until the end of registration', async () => {
    const id = await event({ places: 1 })
    const [one = '', poor = '', late = '', rich = ''] = await membersWith([3000, 100, 3000, 3000])
    const [first = '', ...others] = await signedUp(id, [one, poor, late, rich])
    await cancel(first)
    await expectStates(others, ['preparing', 'waiting', 'waiting'])
    await registrationEnds()
    expect(await statesOf(others)).toEqual(['failed funds', 'successful', 'waiting'])
    expect(await worth(poor)).toEqual({ balance: 100 })
    await registrationEnds(1)
    expect(await statesOf(others)).toEqual(['failed funds', 'successful', 'failed places'])
    expect(await worth(rich)).toEqual({ balance: 3000 })
  })

  it('holds nothing of a frozen member, and the next in the waiting list moves up all the same', async () => {
    const id = await event({ places: 2 })
    const [one = '', two = '', cold = '', rich = ''] = await membersWith([3000, 3000, 3000, 3000])
    const [first = '', second = '', ...others] = await signedUp(id, [one, two, cold, rich])
    const freeze = (frozen: boolean) =>
      venue.inEveryStore((trx) => trx.updateTable('member').set({ frozen }).where('id', '=', cold).execute())
    await freeze(true)
    await cancel(first)
    await cancel(second)
    await expectStates(others, ['preparing', 'preparing held'])
    expect(await worth(cold)).toEqual({ balance: 3000 })
    await registrationEnds()
    expect(await statesOf(others)).toEqual(['failed member', 'successful'])
  })

  it('charges who has recharged since moving up', async () => {
    const id = await event({ places: 1 })
    const [one = '', poor = ''] = await membersWith([3000, 100])
    const [first = '', second = ''] = await signedUp(id, [one, poor])
    await cancel(first)
    await expectStates([second], ['preparing'])
    await venue.post({}, [{ account: 'balance', member: poor, delta: 2900 }])
    await registrationEnds()
    expect(await stateOf(second)).toBe('successful')
    expect(await worth(poor)).toEqual({})
  })
})

describe('an event that is cancelled', () => {
  it('gives every fee back whole, held or taken, once', async () => {
    const id = await event({ places: 2, lateRefund: 0 })
    const members = await membersWith([3000, 3000, 3000])
    const ids = await signedUp(id, members)
    await registrationEnds()
    const key = newId()
    const end = () => manager.events.cancel({ key, body: { id, reason: '下雨' } })
    const answers = await Promise.all([end(), end()])
    for (const { result } of answers) expect(result).toEqual({ ended: 3, back: 60 })
    expect(await statesOf(ids)).toEqual(['cancelled', 'cancelled', 'cancelled'])
    expect(await Promise.all(members.map(worth))).toEqual(members.map(() => ({ balance: 3000 })))
    expect(await eventOf(id)).toMatchObject({ eventState: 'cancelled', cancelReason: '下雨' })
    expect(await codeOf(manager.events.cancel({ key: newId(), body: { id, reason: '下雨' } }))).toBe('events.cancelled')
    expect(await codeOf(signUp(id, members[0] ?? ''))).toBe('events.cancelled')
    expect(await codeOf(manager.events.edit({ body: { id, remark: '改' } }))).toBe('events.cancelled')
    expect(await advanceEvents(server.deps)).toBe(0)
    const held = await event()
    const [userId = ''] = await membersWith([3000])
    await signedUp(held, [userId])
    await manager.events.cancel({ key: newId(), body: { id: held, reason: '下雨' } })
    expect(await worth(userId)).toEqual({ balance: 3000 })
  })

  it('is cancelled by managers, and not by cashiers', async () => {
    const id = await event()
    expect(await codeOf(cashier.events.cancel({ key: newId(), body: { id, reason: '下雨' } }))).toBe('auth.forbidden')
    expect(await codeOf(cashier.events.edit({ body: { id, places: 1 } }))).toBe('auth.forbidden')
  })
})

describe('a merge of members', () => {
  const merge = (sourceId: string, targetId: string) =>
    manager.memberMerge.merge({ key: newId(), body: { sourceId, targetId, reason: '重复' } as never })

  it('leaves one place where both signed up, and gives the fee of the other back', async () => {
    const held = await event({ places: 2 })
    const waited = await event({ places: 1 })
    const [one = '', two = '', late = ''] = await membersWith([9000, 9000, 9000])
    const atHeld = await signedUp(held, [one, two, late])
    const atWaited = await signedUp(waited, [late, two])
    await merge(two, one)
    expect(await statesOf(atHeld)).toEqual(['preparing held', 'cancelled', 'waiting'])
    expect((await venue.rows('eventSignUp').where('id', atHeld[1] ?? ''))[0]).toMatchObject({ endReason: '重复' })
    expect(await worth(one)).toEqual({ balance: '18000 held 3000' })
    await advanceEvents(server.deps)
    expect(await stateOf(atHeld[2] ?? '')).toBe('preparing held')
    expect(await stateOf(atWaited[1] ?? '')).toBe('waiting')
    // The place counts more than the earlier number, and a fee that was taken comes back.
    await merge(one, late)
    expect(await statesOf([...atHeld, ...atWaited])).toEqual([
      ...['preparing held', 'cancelled', 'cancelled'],
      ...['preparing held', 'cancelled'],
    ])
    expect(await worth(late)).toEqual({ balance: '27000 held 6000' })
  })

  it('gives a fee back that was taken twice', async () => {
    const id = await event({ lateRefund: 0 })
    const [one = '', two = ''] = await membersWith([3000, 3000])
    const ids = await signedUp(id, [one, two])
    await registrationEnds()
    await merge(one, two)
    expect(await statesOf(ids)).toEqual(['successful', 'cancelled'])
    expect(await worth(two)).toEqual({ balance: 3000 })
    expect(await venue.inEveryStore(replayLedger)).toEqual([])
  })

  it('leaves the sign-up, whose fee the remaining member pays', async () => {
    const id = await event()
    const [source = '', target = ''] = await membersWith([3000, 500])
    const [first = ''] = await signedUp(id, [source])
    await manager.memberMerge.merge({
      key: newId(),
      body: { sourceId: source, targetId: target, reason: '重复' } as never,
    })
    expect(await codeOf(signUp(id, target))).toBe('events.signedUp')
    await registrationEnds()
    expect(await stateOf(first)).toBe('successful')
    expect(await worth(target)).toEqual({ balance: 500 })
  })
})
