import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { demoUsers } from '#server/db/seed/access.ts'
import { replayLedger } from '#server/features/ledger/index.ts'
import { newId } from '#shared/core/id.ts'
import { until } from '#tests/support/until.ts'
import { bookingsOf } from '#tests/support/venue/bookings.ts'
import { refundsOf } from '#tests/support/venue/refunds.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { demoRule, STORE, seen } from '#tests/support/venue/venue.ts'

const { server, venue, manager, cashier, hq } = await testVenue(['manager', 'cashier', 'hq'])

const { price: PRICE = 0 } = demoRule()
const MEMBERS = '/membermanage/sysMemberManage'

beforeAll(async () => {
  await venue.setHungLimit(1000)
})

const merge = (sourceId: string, targetId: string, by = manager, key = newId()) =>
  by.memberMerge.merge({ body: { sourceId, targetId, reason: '重复登记' }, key })
const preview = async (sourceId: string, targetId: string, by = manager) =>
  (await by.memberMerge.mergePreview({ query: { sourceId, targetId } })).result
const adjust = (userId: string, given: object) =>
  manager.userProjects.adjust({ body: { userId, reason: '测试', ...given }, key: newId() })
const card = { projectType: 'kart', changwanName: '月卡', changWanEndTime: null, changwanCount: 5, reason: '测试' }
const setCard = (userId: string, given: object) =>
  manager.userProjects.setUnlimitedCard({ body: { userId, ...card, ...given }, key: newId() })
const change = (id: string, values: object) =>
  venue.inEveryStore((trx) => trx.updateTable('member').set(values).where('id', '=', id).execute())

async function start(userId: string): Promise<string> {
  const { id: vehicleId } = await venue.vehicle()
  const { result } = await cashier.playBeforePay.add({ body: venue.start({ vehicleId, userId }), key: newId() })
  return result.id
}

const charge = { consumeType: 'BALANCE', consumeVehicleMode: 'circlemode', usageMode: 'lineup' } as const
const deduct = (id: string, userId: string) =>
  cashier.playBeforePay.settle({ body: { ...charge, id, consumePayMode: 'wechat', userId }, key: newId() })

describe('reservations', () => {
  const awaited = () => {
    const book = bookingsOf(server, { venue, manager, cashier })
    return { ...book, guestOf: async (id: string) => (await book.one(id)).userId }
  }

  it('move to the remaining member while expected; ended ones stay', async () => {
    const { session, book, arrive, guestOf } = awaited()
    const [source, target] = [await venue.member({ phone: '13700000081' }), await venue.member()]
    const { id: sessionId } = await session()
    const booked = () => book(sessionId, { userId: source, people: 2 })
    const [waits, partly, here, cancelled] = [await booked(), await booked(), await booked(), await booked()]
    await arrive(partly.id, { people: 1 })
    await arrive(here.id)
    await manager.reservations.cancel({ body: { id: cancelled.id, reason: '来不了' }, key: newId() })
    await merge(source, target)
    expect(await guestOf(waits.id)).toBe(target)
    expect(await guestOf(partly.id)).toBe(target)
    expect(await guestOf(here.id)).toBe(source)
    expect(await guestOf(cancelled.id)).toBe(source)
    const { result } = await manager.reservations.list({ query: { userId: target } })
    expect(result.records.map(({ id }) => id)).toEqual(expect.arrayContaining([waits.id, partly.id]))
  })

  it('made during a merge are moved too', async () => {
    const { session, book, guestOf } = awaited()
    const { id: sessionId } = await session()
    for (let round = 0; round < 4; round++) {
      const [source, target] = [await venue.member({ phone: `1370000009${round}` }), await venue.member()]
      const [booked] = await Promise.all([book(sessionId, { userId: source }), merge(source, target)])
      expect(await guestOf(booked.id)).toBe(target)
    }
  })
})

describe('openids of WeChat', () => {
  const OFFICIAL = 'wx1234567890abcdef'
  const MINI = 'wxabcdef1234567890'
  const bind = (memberId: string, openid: string, appId: string) =>
    venue.inEveryStore((trx) =>
      trx.insertInto('memberOpenid').values({ openid, appId, orgCode: STORE, memberId, boundAt: new Date() }).execute(),
    )

  it('move to the remaining member, who keeps an own one of the same app', async () => {
    const [source, target] = [
      await venue.member({ phone: '13700000071' }),
      await venue.member({ phone: '13700000072' }),
    ]
    await bind(source, 'openid-source', OFFICIAL)
    await bind(source, 'openid-mini', MINI)
    await bind(target, 'openid-target', MINI)
    await merge(source, target)
    const bound = await venue.rows('memberOpenid').where('orgCode', STORE)
    expect(bound.map(({ memberId, openid }) => `${memberId} ${openid}`).sort()).toEqual(
      [`${target} openid-source`, `${target} openid-target`].sort(),
    )
  })
})

describe('the best lap of a member', () => {
  it('is the best over all numbers', async () => {
    const [source, target] = [await venue.member({ balance: 50_000 }), await venue.member({ balance: 50_000 })]
    const { id: rule } = await venue.rule()
    const lap = async (memberId: string, ms: number) => {
      const [run] = await venue.rows('run').where('playId', await start(memberId))
      const runId = run?.id
      await venue.inEveryStore((trx) =>
        sql`insert into run_best (run_id, org_code, member_id, vehicle_id, vehicle_type, rule_id, day, lap_number, ms, done_at, late)
          values (${runId}, ${STORE}, ${memberId}, ${run?.vehicleId}, '', ${rule}, '2026-01-02', 1, ${ms}, now(), false)`.execute(
          trx,
        ),
      )
    }
    const best = async (memberId: string) => {
      const { rows } = await venue.inEveryStore((trx) =>
        sql<{ ms: number | null }>`select ms from member_best(${STORE}, ${memberId}, ${rule})`.execute(trx),
      )
      return rows[0]?.ms
    }
    await lap(source, 31_000)
    await lap(target, 32_000)
    expect(await best(target)).toBe(32_000)
    await merge(source, target)
    expect(await best(target)).toBe(31_000)
  })
})

describe('the deposit of an order', () => {
  const sold = async (userId: string): Promise<string> => {
    const { charge } = refundsOf({ venue, manager, cashier })
    return charge({ consumeType: 'NOCARDCONSUME', price: 3000, deposit: 2000 }, { consumePayMode: 'cash', userId })
  }
  const giveBack = async (id: string): Promise<string> => {
    const key = newId()
    await cashier.consumeOrders.returnDeposit({ key, body: { id } })
    return key
  }
  const ledgerOf = async (cause: string) =>
    (await venue.rows('ledgerLine').where('causeId', cause)).map(({ account, delta, memberId }) => [
      account,
      delta,
      memberId,
    ])
  const returned = (member: string) => [
    ['cash', -2000, member],
    ['deposit', -2000, member],
  ]

  it('is returned after its member was merged, also via a third one', async () => {
    const [source, target, last] = [await venue.member(), await venue.member(), await venue.member()]
    const [first, second] = [await sold(source), await sold(source)]
    await merge(source, target)
    expect(await ledgerOf(await giveBack(first))).toEqual(returned(target))
    await merge(target, last)
    expect(await ledgerOf(await giveBack(second))).toEqual(returned(last))
  })

  it('waits for a running merge, and is returned to the remaining member', async () => {
    const [source, target] = [await venue.member(), await venue.member()]
    const order = await sold(source)
    let giving: Promise<string> = Promise.resolve('')
    await venue.inEveryStore(async (trx) => {
      const by = { userId: demoUsers.manager.id, username: 'manager' }
      const call = { id: newId(), sourceId: source, targetId: target, reason: '重复登记', by, now: server.clock.now() }
      await sql`select merge_members(${JSON.stringify(call)}::jsonb)`.execute(trx)
      giving = giveBack(order)
      await until(async () => {
        // Not pg_stat_activity: within a transaction it always returns the same snapshot.
        const { rows } = await sql`select from pg_locks
          where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`.execute(trx)
        expect(rows.length).toBeGreaterThan(0)
      })
    })
    expect(await ledgerOf(await giving)).toEqual(returned(target))
  })
})

describe('an unlimited card that is used up', () => {
  const { charge: ride, refund } = refundsOf({ venue, manager, cashier })
  const usedUp = async () => {
    const member = await venue.member()
    await setCard(member, { changwanCount: 1 })
    return { member, order: await ride({ consumeType: 'PLAYFREELY', projectType: 'kart' }, { userId: member }) }
  }
  const cardsOf = async (member: string) =>
    (await venue.rows('memberProject').where('memberId', member)).map(
      ({ unlimitedName, unlimitedUses }) => `${unlimitedName} ${unlimitedUses}`,
    )

  it('moves too, so that a refund returns its use, also along a chain', async () => {
    const [{ member, order }, target, last] = [await usedUp(), await venue.member(), await venue.member()]
    await merge(member, target)
    await merge(target, last)
    await refund('consume', order)
    expect(await cardsOf(last)).toEqual(['月卡 1'])
  })

  it('replaces an ended card, and gives way to a valid one', async () => {
    for (const [end, left] of [
      ['2020-01-01T00:00:00Z', '月卡 1'],
      ['2199-01-01T00:00:00Z', '年卡 3'],
    ] as const) {
      const [{ member, order }, target] = [await usedUp(), await venue.member()]
      await setCard(target, { changwanName: '年卡', changwanCount: 2 })
      await venue.inEveryStore((trx) =>
        trx
          .updateTable('memberProject')
          .set({ unlimitedUntil: new Date(end) })
          .where('memberId', '=', target)
          .execute(),
      )
      await merge(member, target)
      await refund('consume', order)
      expect(await cardsOf(target)).toEqual([left])
    }
  })
})

describe('a merge', () => {
  it('joins everything of both, as previewed, and leaves the other empty', async () => {
    const initials = ' dk'
    const target = await venue.member({ balance: 10_000, integral: 7, phone: '13700000001', experience: 20, initials })
    const source = await venue.member({
      balance: 2550,
      give: 100,
      laps: 3,
      phone: '13700000002',
      physicalCard: '0007770001',
      realname: '王小明',
      experience: 5,
      birthday: '2001-02-03',
    })
    await adjust(source, { frequency: 4, projectType: 'kart' })
    await adjust(target, { frequency: 1, projectType: 'kart' })
    await adjust(source, { frequency: 2 })
    await setCard(source, { changWanEndTime: '2199-01-11 00:00:00' })
    await setCard(target, { changWanEndTime: '2199-01-01 00:00:00', changwanName: '年卡', changwanCount: 2 })
    await manager.memberLevels.add({ body: { code: 'bronze', name: '铜牌', rank: 50, experience: -1 } })
    await change(target, { memberLevel: 'bronze' })
    const shown = await preview(source, target)
    expect(shown.wallets).toEqual([
      { wallet: 'balance', projectType: '', source: 25.5, target: 100, after: 125.5 },
      { wallet: 'give', projectType: '', source: 1, target: 0, after: 1 },
      { wallet: 'integral', projectType: '', source: 0, target: 7, after: 7 },
      { wallet: 'laps', projectType: '', source: 3, target: 0, after: 3 },
      { wallet: 'frequency', projectType: 'currency', source: 2, target: 0, after: 2 },
      { wallet: 'frequency', projectType: 'kart', source: 4, target: 1, after: 5 },
      { wallet: 'exp', projectType: '', source: 5, target: 20, after: 25 },
    ])
    expect(shown.takes).toEqual(['physicalCard', 'realname', 'birthday'])
    expect(shown.target).toMatchObject({ memberLevel: 'bronze', memberLevel_dictText: '铜牌' })
    expect((await merge(source, target)).message).toBe('已合并')

    const joined = await seen(manager, target)
    expect(joined).toMatchObject({ balance: 125.5, give: 1, integral: 7, laps: 3, frequency: 2, phone: '13700000001' })
    expect(joined).toMatchObject({ physicalCard: '0007770001', realname: '王小明' })
    const [row] = await venue.rows('member').where('id', target)
    // Without search letters: the job writes those of the new name.
    expect(row).toMatchObject({ experience: 25, birthday: '2001-02-03', initials: '' })
    expect(await venue.rows('memberCard').where('card', '0007770001')).toMatchObject([
      { memberId: target, state: 'active' },
    ])
    const kart = joined.projects.find(({ projectType }) => projectType === 'kart')
    expect(kart).toMatchObject({ frequency: 5, changwanName: '年卡', changwanCount: 7 })
    expect(kart?.changWanEndTime).toMatch(/ 00:00:00$/)
    expect(shown.cards[0]?.after).toMatchObject({
      changWanEndTime: kart?.changWanEndTime,
      changWanLastDay: kart?.changWanLastDay,
    })
    expect(await venue.rows('member').where('id', source)).toMatchObject([
      { mergedInto: target, frozen: true, experience: 0, physicalCard: '' },
    ])
    const left = Object.values(await venue.wallets(source))
    expect(left.filter(({ value, held }) => value + held !== 0)).toEqual([])
    expect(await venue.rows('memberProject').where('memberId', source)).toMatchObject([{ unlimitedName: '' }])
    expect(await venue.inEveryStore(replayLedger)).toEqual([])
  })

  it('resolves the old number, card and phone to the remaining member, also along a chain', async () => {
    const [first, second, third] = await Promise.all([
      venue.member({ physicalCard: '0007770011', phone: '13700000011' }),
      venue.member({ physicalCard: '0007770012', phone: '13700000012', balance: PRICE }),
      venue.member({ physicalCard: '0007770013', phone: '13700000013' }),
    ])
    await merge(first, second)
    await merge(second, third)
    for (const query of [
      { id: first },
      { id: second },
      { idCard: '0007770011' },
      { idCard: '0007770012' },
      { idCard: first },
    ]) {
      expect((await cashier.members.searchMemberById({ query })).result?.id, JSON.stringify(query)).toBe(third)
    }
    for (const keyword of ['13700000011', '%0000012', first]) {
      const { result } = await cashier.members.search({ query: { keyword } })
      expect(
        result.records.map(({ id }) => id),
        keyword,
      ).toEqual([third])
    }
    expect((await cashier.userProjects.listByUser({ query: { userId: first } })).result).toEqual([])
    await adjust(first, { balance: 1 })
    // An offline terminal may still use the old number.
    const id = await start(first)
    expect(await venue.rows('playRecord').where('id', id)).toMatchObject([{ memberId: third }])
    await deduct(id, second)
    expect(await seen(cashier, third)).toMatchObject({ balance: 1 })
    for (const [source, target] of [
      [first, third],
      [third, first],
      [second, third],
    ] as const) {
      await expect(merge(source, target)).rejects.toMatchObject({ code: 'members.merged', details: { into: third } })
    }
  })

  it('moves pending rides with their holds, which can be settled or cancelled as before', async () => {
    const source = await venue.member({ balance: 3 * PRICE })
    const target = await venue.member({ consumePassword: null })
    const [deducted, cancelled, open] = [await start(source), await start(source), await start(source)]
    expect((await preview(source, target)).tickets).toHaveLength(3)
    await merge(source, target)
    expect(await seen(manager, target)).toMatchObject({ balance: (3 * PRICE) / 100, availableBalance: 0 })
    await deduct(deducted, source)
    await manager.playBeforePay.delete({ query: { id: cancelled } })
    expect(await seen(manager, target)).toMatchObject({ balance: (2 * PRICE) / 100, availableBalance: PRICE / 100 })
    expect(await venue.rows('hold').where('id', open)).toMatchObject([{ memberId: target, state: 'held' }])
    expect(await venue.inEveryStore(replayLedger)).toEqual([])
  })

  it('shows records of both numbers, and counts them as one member', async () => {
    const [source, target] = [await venue.member({ balance: 9 * PRICE }), await venue.member({ balance: 9 * PRICE })]
    const { id: ruleId } = await venue.rule({ price: PRICE, limited: true, memberLimit: 2 })
    const begin = async (userId: string) => {
      const { id: vehicleId } = await venue.vehicle()
      const body = venue.start({ vehicleId, userId, ruleId })
      return (await cashier.playBeforePay.add({ body, key: newId() })).result.id
    }
    const settled = await begin(source)
    await deduct(settled, source)
    await merge(source, target)
    for (const keyword of [source, target]) {
      const { result } = await cashier.playBeforePay.list({ query: { keyword } })
      expect(
        result.records.map(({ id }) => id),
        keyword,
      ).toEqual([settled])
    }
    await begin(target)
    await expect(begin(target)).rejects.toMatchObject({ code: 'sessions.ruleMemberLimit', details: { used: 2 } })
  })

  it('happens once for its key and once in total under concurrency', async () => {
    const source = await venue.member({ balance: 1000 })
    const target = await venue.member()
    const key = newId()
    await Promise.all([merge(source, target, manager, key), merge(source, target, manager, key)])
    await expect(merge(source, target)).rejects.toMatchObject({ code: 'members.merged' })
    const [one, other] = await Promise.all([venue.member({ balance: 100 }), venue.member({ balance: 200 })])
    const both = await Promise.allSettled([merge(one, other), merge(other, one, hq)])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const left = await seen(manager, one)
    expect(left.balance).toBe(3)
    expect(await seen(manager, target)).toMatchObject({ balance: 10 })
  })

  it('never deadlocks with other merges, and leaves everything with the remaining member', async () => {
    // A into B while B into A, and A into B while B into C.
    const round = async (count: number, pairs: readonly (readonly [number, number])[]) => {
      const members = await Promise.all(Array.from({ length: count }, () => venue.member({ balance: 100 })))
      const ended = await Promise.allSettled(
        pairs.map(([from, to], turn) => merge(members[from] ?? '', members[to] ?? '', turn % 2 ? hq : manager)),
      )
      const codes = ended.map((one) => (one.status === 'fulfilled' ? 'done' : (one.reason as { code: string }).code))
      expect(codes.filter((code) => code !== 'done' && code !== 'members.merged')).toEqual([])
      const rows = await Promise.all(members.map((id) => venue.rows('member').where('id', id)))
      const left = rows.flat().filter(({ mergedInto }) => mergedInto === null)
      expect(left).toHaveLength(count - codes.filter((code) => code === 'done').length)
      const values = await Promise.all(left.map(async ({ id }) => (await seen(manager, String(id))).balance))
      expect(values.reduce((sum, value) => sum + value)).toBe(count)
    }
    for (let turn = 0; turn < 4; turn += 1) {
      await Promise.all([
        round(2, [
          [0, 1],
          [1, 0],
        ]),
        round(3, [
          [0, 1],
          [1, 2],
        ]),
        round(3, [
          [0, 1],
          [1, 2],
          [2, 0],
        ]),
      ])
    }
    expect(await venue.inEveryStore(replayLedger)).toEqual([])
  })

  it('needs the permission, and one store', async () => {
    const member = await venue.member({ balance: 100 })
    const foreign = await venue.member({ orgCode: 'A01A02' })
    await expect(merge(member, '100002', cashier)).rejects.toMatchObject({ code: 'auth.forbidden' })
    for (const [source, target, field] of [
      [member, foreign, 'targetId'],
      [foreign, member, 'sourceId'],
    ] as const) {
      const refused = { code: 'members.notFound', details: { field } }
      await expect(merge(source, target)).rejects.toMatchObject(refused)
      await expect(preview(source, target)).rejects.toMatchObject(refused)
    }
    // Headquarters see both, but value never leaves its store.
    await expect(merge(member, foreign, hq)).rejects.toMatchObject({ code: 'members.otherStore' })
    await expect(preview(member, foreign, hq)).rejects.toMatchObject({ code: 'members.otherStore' })
    await expect(merge(member, member)).rejects.toMatchObject({ code: 'members.mergeOneself' })
  })

  it('keeps the consumption password of either, and is in both histories', async () => {
    const source = await venue.member({ balance: 100 })
    const target = await venue.member()
    await change(source, { consumePassword: '$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAA' })
    expect((await preview(source, target)).takes).toContain('password')
    await merge(source, target)
    expect(await seen(manager, target)).toMatchObject({ havePassword: 'YES' })
    const of = async (id: string) => (await manager.logs.history({ query: { kind: MEMBERS, id } })).result
    expect(await of(source)).toMatchObject([{ before: { balance: 100 }, after: { mergedInto: target } }])
    const [joined] = await of(target)
    expect(joined).toMatchObject({ before: { balance: 0 }, after: { balance: 100, merged: source } })
  })

  it('loses and doubles nothing during concurrent starts, charges and corrections', async () => {
    const members = await Promise.all(Array.from({ length: 6 }, () => venue.member({ balance: 20 * PRICE })))
    const sumOf = async () => {
      const { rows } = await venue.inEveryStore((trx) =>
        sql<{ value: number }>`select (
          (select sum(value) from wallet where member_id = any(${members}))
          - (select coalesce(sum(delta), 0) from ledger_line where member_id = any(${members}) and cause_kind in ('consume', 'adjust'))
        )::bigint as value`.execute(trx),
      )
      return rows[0]?.value
    }
    const work: Promise<unknown>[] = []
    members.forEach((member, n) => {
      work.push(start(member).then((id) => deduct(id, members[(n + 1) % 6] ?? member)))
      work.push(start(member).then((id) => deduct(id, member)))
      work.push(start(member).then((id) => manager.playBeforePay.delete({ query: { id } })))
      work.push(adjust(member, { balance: n % 2 === 0 ? 1 : -1 }), start(member))
      work.push(merge(member, members[(n + 1) % 6] ?? ''))
    })
    const ended = await Promise.allSettled(work)
    const codes = new Set(
      ended.flatMap((one) => (one.status === 'rejected' ? [(one.reason as { code: string }).code] : [])),
    )
    // Late calls are refused; nothing fails otherwise.
    expect([...codes].filter((code) => code !== 'members.merged')).toEqual([])
    expect(await sumOf()).toBe(6 * 20 * PRICE)
    expect(await venue.inEveryStore(replayLedger)).toEqual([])
  })
})
