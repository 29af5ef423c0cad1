import { hash } from '@node-rs/argon2'
import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { withClient } from '#server/db/roles.ts'
import { replayLedger } from '#server/features/ledger/index.ts'
import { newId } from '#shared/core/id.ts'
import { type ChargeOrder, splitBalance } from '#shared/features/sessions/charge.calc.ts'
import type { ConsumeInput } from '#shared/features/sessions/play-before-pay.contract.ts'
import { codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { demoRule, seen } from '#tests/support/venue/venue.ts'

const { server, venue, cashier, manager } = await testVenue(['cashier', 'manager'])

beforeAll(async () => {
  await venue.setHungLimit(1000)
})
beforeEach(() => venue.setChargeOrder('paidFirst'))

async function play(userId: string, price: number, password: string | null = null): Promise<string> {
  const key = newId()
  const rule = await venue.rule({ price })
  const vehicle = await venue.vehicle()
  const body = venue.start({ vehicleId: vehicle.id, ruleId: rule.id, userId, password })
  await cashier.playBeforePay.add({ body, key })
  return key
}

const charge = (id: string, more: Partial<ConsumeInput> = {}, key = newId()) =>
  cashier.playBeforePay.settle({
    body: { id, consumeType: 'BALANCE', consumeVehicleMode: 'circlemode', ...more },
    key,
  })

describe('settling a pending ride', () => {
  it('updates wallet, ledger, order and ride together and uses the hold', async () => {
    const member = await venue.member({ balance: 10_000, give: 2000 })
    const id = await play(member, 3500)
    const key = newId()
    const { message } = await charge(id, { userId: member }, key)
    expect(message).toBe(key)
    expect(await seen(cashier, member)).toMatchObject({ balance: 65, give: 20, availableBalance: 85 })
    expect(await venue.wallets(member)).toMatchObject({ balance: { held: 0 }, give: { held: 0 } })
    expect(await venue.rows('ledgerLine').where('causeId', key)).toMatchObject([
      { memberId: member, account: 'balance', delta: -3500, valueAfter: 6500, lotDeltas: [-3500] },
    ])
    const { result: order } = await cashier.consume.queryById({ query: { id: key } })
    expect(order).toMatchObject({ id: key, payState: 'paid', amount: 35, payMode: 'balance', plays: [{ id }] })
    // A charge of a member is no scan payment, whatever the dialog sends.
    expect(await venue.rows('consumeOrder').where('id', key)).toMatchObject([{ payMode: 'balance' }])
    const { result: page } = await cashier.playBeforePay.list({ query: { id } })
    expect(page.records).toMatchObject([{ playState: 'CONSUMED', consumeId: key, userId: member }])
    expect(await venue.rows('hold').where('id', id)).toMatchObject([{ state: 'captured' }])
  })

  it.each([
    ['paidFirst', 50, 20, 0],
    ['giftFirst', 50, 0, 20],
    ['proportional', 50, 10, 10],
  ] as const)('spends %s as the store says', async (order, _total, balance, give) => {
    await venue.setChargeOrder(order)
    const member = await venue.member({ balance: 2000, give: 2000 })
    const id = await play(member, 2000)
    await charge(id)
    const after = await seen(cashier, member)
    expect([20 - after.balance, 20 - after.give]).toEqual([balance, give])
  })

  it('takes gift balance for the part that paid balance does not cover, as two ledger entries', async () => {
    const member = await venue.member({ balance: 1000, give: 5000 })
    const key = newId()
    await charge(await play(member, 3500), {}, key)
    expect(await venue.rows('ledgerLine').where('causeId', key)).toMatchObject([
      { account: 'balance', delta: -1000, valueAfter: 0 },
      { account: 'give', delta: -2500, valueAfter: 2500 },
    ])
  })

  it('charges a member who was not named at the start', async () => {
    const member = await venue.member({ balance: 5000 })
    const id = await play('', 3500)
    expect(await codeOf(charge(id))).toBe('members.required')
    await charge(id, { userId: member })
    expect((await seen(cashier, member)).balance).toBe(15)
  })

  it('releases the hold of a member who does not pay', async () => {
    const rider = await venue.member({ balance: 5000 })
    const payer = await venue.member({ balance: 5000 })
    const id = await play(rider, 3500)
    await charge(id, { userId: payer })
    expect(await seen(cashier, rider)).toMatchObject({ balance: 50, availableBalance: 50 })
    expect(await seen(cashier, payer)).toMatchObject({ balance: 15, availableBalance: 15 })
    expect(await venue.rows('hold').where('id', id)).toMatchObject([{ state: 'released' }])
  })

  it('does not touch holds of other rides', async () => {
    const member = await venue.member({ balance: 5000 })
    await play(member, 3000)
    const guest = await play('', 2500)
    expect(await codeOf(charge(guest, { userId: member }))).toBe('members.insufficientBalance')
    expect(await seen(cashier, member)).toMatchObject({ balance: 50, availableBalance: 20 })
  })

  it('keeps the price of the start, and accepts no other rule', async () => {
    const rule = await venue.rule({ price: 3500 })
    const member = await venue.member({ balance: 20_000 })
    const key = newId()
    const body = venue.start({ vehicleId: (await venue.vehicle()).id, ruleId: rule.id, userId: member, people: 2 })
    await cashier.playBeforePay.add({ body, key })
    await venue.inEveryStore((trx) =>
      trx.updateTable('consumeRule').set({ price: 9900 }).where('id', '=', rule.id).execute(),
    )
    await charge(key, { sysDepartConsumeRoleId: rule.id })
    expect((await seen(cashier, member)).balance).toBe(130)
    const other = await venue.rule({ price: 1000 })
    const free = await venue.rule({ price: 0 })
    const open = await play(member, 3500)
    for (const { id } of [other, free]) {
      expect(await codeOf(charge(open, { sysDepartConsumeRoleId: id }))).toBe('sessions.ruleFixed')
    }
    expect((await seen(cashier, member)).balance).toBe(130)
  })

  it('charges once for all people if the rule says so', async () => {
    const rule = await venue.rule({ price: 3500, priceMode: 'one' })
    const member = await venue.member({ balance: 12_000 })
    const key = newId()
    const body = venue.start({ vehicleId: (await venue.vehicle()).id, ruleId: rule.id, userId: member, people: 3 })
    await cashier.playBeforePay.add({ body, key })
    await charge(key)
    expect(await seen(cashier, member)).toMatchObject({ balance: 85, availableBalance: 85 })
  })

  it('keeps deposit, points and visits of the start, and takes them with the price', async () => {
    const agreed = { price: 3500, deposit: 2000, integral: 7, frequency: 2, laps: 8, minutes: 10 }
    const rule = await venue.rule(agreed)
    const member = await venue.member({ balance: 10_000, integral: 50 })
    const id = newId()
    const body = venue.start({ vehicleId: (await venue.vehicle()).id, ruleId: rule.id, userId: member })
    await cashier.playBeforePay.add({ body, key: id })
    const record = async () => (await venue.rows('playRecord').where('id', id))[0]
    expect(await record()).toMatchObject(agreed)
    const changed = { price: 1, deposit: 1, integral: 1, frequency: 1, laps: 1, minutes: 1 }
    await venue.inEveryStore((trx) => trx.updateTable('consumeRule').set(changed).where('id', '=', rule.id).execute())
    const key = newId()
    await charge(id, { sysDepartConsumeRoleId: rule.id }, key)
    expect(await record()).toMatchObject({ ...agreed, state: 'CONSUMED', consumeId: key })
    expect(await venue.rows('consumeOrder').where('id', key)).toMatchObject([{ amount: 3500, state: 'paid' }])
    // A balance pays only the price: deposits are for walk-ins, points and visits for other types.
    expect(await seen(cashier, member)).toMatchObject({ balance: 65, integral: 50, availableBalance: 65 })
  })

  it('refuses what cannot be charged, with texts in both languages', async () => {
    const member = await venue.member({ balance: 5000 })
    const id = await play(member, 3500)
    const frozen = await venue.member({ balance: 5000, frozen: true })
    expect(await codeOf(charge(id, { userId: frozen }))).toBe('members.frozen')
    expect(await codeOf(charge(id, { userId: '999999' }))).toBe('members.notFound')
    expect(await codeOf(charge(id, { consumeType: 'INTEGRAL' }))).toBe('sessions.ruleFixed')
    expect(await codeOf(charge(id, { sysDepartConsumeRoleId: demoRule('INTEGRAL').id }))).toBe('sessions.ruleFixed')
    expect(await codeOf(charge(id, { sysDepartConsumeRoleId: 'nonsense' }))).toBe('sessions.ruleNotFound')
    expect(await codeOf(charge(id, { cashierId: newId() }))).toBe('sessions.cashierUnknown')
    expect(await codeOf(charge(newId()))).toBe('common.recordNotFound')
    const poor = await venue.member({ balance: 1000, give: 50 })
    const english = server.client(cashier.token, 'en')
    const body = { id, consumeType: 'BALANCE', consumeVehicleMode: 'circlemode', userId: poor } as const
    await expect(english.playBeforePay.settle({ body, key: newId() })).rejects.toMatchObject({
      serverMessage: 'Insufficient balance: 35.00 needed, 10.50 available',
    })
    expect(await seen(cashier, member)).toMatchObject({ balance: 50, availableBalance: 15 })
  })

  it('refuses a second charge of one ride', async () => {
    const member = await venue.member({ balance: 10_000 })
    const id = await play(member, 3500)
    const codes = await Promise.all([charge(id), charge(id), charge(id)].map(codeOf))
    expect(codes.sort()).toEqual(['done', 'sessions.alreadySettled', 'sessions.alreadySettled'])
    expect((await seen(cashier, member)).balance).toBe(65)
    await expect(manager.playBeforePay.delete({ query: { id } })).rejects.toMatchObject({ code: 'sessions.settled' })
  })

  it('of one member concurrently never spends the same money twice', async () => {
    const member = await venue.member({ balance: 5000 })
    const plays = await Promise.all(Array.from({ length: 6 }, () => play('', 2000)))
    const codes = await Promise.all(plays.map((id) => codeOf(charge(id, { userId: member }))))
    expect(codes.filter((code) => code === 'done')).toHaveLength(2)
    expect(codes.filter((code) => code === 'members.insufficientBalance')).toHaveLength(4)
    expect((await seen(cashier, member)).balance).toBe(10)
  })

  it('lets only a manager settle an escaped ride', async () => {
    const member = await venue.member({ balance: 10_000 })
    const id = await play('', 3500)
    await venue.inEveryStore((trx) =>
      trx.updateTable('playRecord').set({ state: 'ESCAPED' }).where('id', '=', id).execute(),
    )
    expect(await codeOf(charge(id, { userId: member }))).toBe('sessions.notPending')
    const body = { id, consumeType: 'BALANCE', consumeVehicleMode: 'circlemode', userId: member } as const
    await manager.playBeforePay.settle({ body, key: newId() })
    expect((await seen(cashier, member)).balance).toBe(65)
  })
})

describe('one key', () => {
  it('charges once, however often and concurrently it is sent', async () => {
    const member = await venue.member({ balance: 10_000 })
    const id = await play(member, 3500)
    const key = newId()
    const answers = await Promise.all(Array.from({ length: 8 }, () => charge(id, {}, key)))
    expect(new Set(answers.map(({ message }) => message))).toEqual(new Set([key]))
    expect((await charge(id, {}, key)).message).toBe(key)
    expect((await seen(cashier, member)).balance).toBe(65)
    expect(await venue.rows('consumeOrder').where('playId', id)).toHaveLength(1)
  })

  it('is refused for another charge', async () => {
    const member = await venue.member({ balance: 10_000 })
    const key = newId()
    await charge(await play(member, 1000), {}, key)
    const other = await play(member, 1000)
    expect(await codeOf(charge(other, {}, key))).toBe('common.keyReused')
    expect((await seen(cashier, member)).balance).toBe(90)
  })

  it('may be used again after a refusal, which changes nothing', async () => {
    const member = await venue.member({ balance: 1000 })
    const id = await play('', 3500)
    const key = newId()
    expect(await codeOf(charge(id, { userId: member }, key))).toBe('members.insufficientBalance')
    expect(await venue.rows('requestKey').where('key', key)).toEqual([])
    const rich = await venue.member({ balance: 10_000 })
    await charge(id, { userId: rich }, key)
  })
})

describe('a consumption password', () => {
  it('is required, checked, and cannot be guessed', async () => {
    const member = await venue.member({ balance: 10_000, consumePassword: await hash('246810') })
    const id = await play(member, 3500, '246810')
    expect(await codeOf(charge(id))).toBe('members.passwordRequired')
    for (let guess = 0; guess < 5; guess++) {
      expect(await codeOf(charge(id, { password: `00000${guess}` }))).toBe('members.passwordWrong')
    }
    expect(await codeOf(charge(id, { password: '246810' }))).toBe('members.passwordBlocked')
    server.clock.advance(5 * 60_000 + 1000)
    await charge(id, { password: '246810' })
    expect((await seen(cashier, member)).balance).toBe(65)
  })

  it('counts wrong tries under all numbers of a merged member together', async () => {
    const consumePassword = await hash('246810')
    const [sourceId, targetId] = [await venue.member(), await venue.member({ balance: 10_000, consumePassword })]
    await manager.memberMerge.merge({ key: newId(), body: { sourceId, targetId, reason: '同一人' } })
    const id = await play('', 3500)
    for (let guess = 0; guess < 5; guess++) {
      const userId = guess % 2 === 0 ? sourceId : targetId
      expect(await codeOf(charge(id, { userId, password: `00000${guess}` }))).toBe('members.passwordWrong')
    }
    for (const userId of [sourceId, targetId])
      expect(await codeOf(charge(id, { userId, password: '246810' }))).toBe('members.passwordBlocked')
    expect((await refusedTries(targetId)).filter(Boolean)).toHaveLength(7)
    server.clock.advance(5 * 60_000 + 1000)
    await charge(id, { userId: sourceId, password: '246810' })
  })

  /** The results of a burst of guesses, each with its own key. */
  const burst = (ids: readonly string[], passwordOf: (guess: number) => string) =>
    server.clock.stopDuring(() =>
      Promise.all(
        Array.from({ length: 200 }, (_, guess) =>
          codeOf(charge(ids[guess % ids.length] ?? '', { password: passwordOf(guess) })),
        ),
      ),
    )
  const wrong = (codes: readonly string[]) => codes.filter((code) => code === 'members.passwordWrong').length
  const refusedTries = async (member: string) =>
    (await venue.rows('auditEntry').where('recordId', member)).map(
      ({ after }) => (after as { refused?: string }).refused,
    )

  it('is checked five times in a burst of guesses, and each refusal is in the audit trail', async () => {
    const member = await venue.member({ balance: 10_000, consumePassword: await hash('2468') })
    const id = await play(member, 3500, '2468')
    const codes = await burst([id], (guess) => (guess === 150 ? '2468' : String(guess).padStart(4, '0')))
    // The right password may be among the five that are checked.
    const found = codes.includes('done') ? 1 : 0
    expect(wrong(codes) + found).toBeLessThanOrEqual(5)
    expect(codes.filter((code) => code === 'members.passwordBlocked').length).toBeGreaterThanOrEqual(194)
    const trail = await refusedTries(member)
    expect(trail.filter((code) => code === 'members.passwordWrong')).toHaveLength(wrong(codes))
    expect(trail.length).toBeGreaterThanOrEqual(199)
  })

  it('stays blocked whatever is tried, and longer each time', async () => {
    const member = await venue.member({ balance: 10_000, consumePassword: await hash('2468') })
    const id = await play(member, 3500, '2468')
    expect(wrong(await burst([id], () => '1111'))).toBe(5)
    server.clock.advance(4 * 60_000)
    expect(await codeOf(charge(id, { password: '2468' }))).toBe('members.passwordBlocked')
    server.clock.advance(61_000)
    expect(wrong(await burst([id], () => '1111'))).toBe(1)
    server.clock.advance(9 * 60_000)
    expect(await codeOf(charge(id, { password: '2468' }))).toBe('members.passwordBlocked')
    server.clock.advance(61_000)
    await charge(id, { password: '2468' })
  })

  it('cannot be guessed across members by one user', async () => {
    server.clock.advance(2 * 3_600_000)
    const consumePassword = await hash('2468')
    const members = await Promise.all(
      Array.from({ length: 20 }, () => venue.member({ balance: 10_000, consumePassword })),
    )
    const ids = await Promise.all(members.map((member) => play(member, 100, '2468')))
    const began = Date.now()
    const codes = [...(await burst(ids, () => '1111')), ...(await burst(ids, () => '2222'))]
    // From then on there is one more after 5 s, and the wait doubles each time.
    const waits = Math.floor(Math.log2((Date.now() - began) / 5000 + 1))
    expect(wrong(codes)).toBeGreaterThanOrEqual(40)
    expect(wrong(codes)).toBeLessThanOrEqual(40 + waits)
  })
})

describe('the ledger', () => {
  it('splits in SQL exactly as the shared calculation does', async () => {
    const orders: ChargeOrder[] = ['paidFirst', 'giftFirst', 'proportional']
    const amount = fc.integer({ min: 0, max: 99_999_999_999 })
    const small = fc.integer({ min: 0, max: 50 })
    const any = fc.oneof(amount, small)
    const cases = fc.sample(fc.tuple(any, any, any, fc.constantFrom(...orders)), 3000)
    const { rows } = await server.deps.db.pool.query(
      `select split_paid(amount, balance, give, charge_order) as paid
       from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[]) with ordinality
         as given (amount, balance, give, charge_order, place) order by place`,
      [0, 1, 2, 3].map((column) => cases.map((one) => one[column as 0])),
    )
    const expected = cases.map((one) => splitBalance(...one)?.balance ?? null)
    expect(rows.map(({ paid }) => paid)).toEqual(expected)
  })

  it('cannot be changed', async () => {
    const change = (statement: string) =>
      venue
        .inEveryStore((trx) => trx.executeQuery({ sql: statement, parameters: [] } as never))
        .then(
          () => 'done',
          (error: Error) => error.message,
        )
    for (const table of ['ledger_line', 'wallet', 'wallet_lot', 'hold', 'hold_line']) {
      expect(await change(`update ${table} set org_code = 'A01A01'`)).toMatch(/permission denied/)
      expect(await change(`delete from ${table}`)).toMatch(/permission denied/)
      expect(await change(`insert into ${table} default values`)).toMatch(/permission denied/)
    }
    await withClient(server.database.ownerUrl, async (owner) => {
      await expect(owner.query('update ledger_line set delta = 1')).rejects.toThrow(/append-only/)
      await expect(owner.query('truncate ledger_line')).rejects.toThrow(/append-only/)
    })
  })

  it('matches the wallets after 200 random concurrent starts, charges and cancellations', async () => {
    const members = await Promise.all(Array.from({ length: 6 }, () => venue.member({ balance: 30_000, give: 9000 })))
    const pick = <T>(from: readonly T[]): T => from[Math.floor(Math.random() * from.length)] as T
    const rules = await Promise.all([1300, 3500, 700].map((price) => venue.rule({ price })))
    const open: { id: string; userId: string }[] = []
    const pickOpen = () => pick(open) ?? { id: newId(), userId: '' }
    const start = async (userId: string) => {
      const id = newId()
      const vehicle = await venue.vehicle()
      const body = venue.start({ vehicleId: vehicle.id, ruleId: pick(rules).id, userId })
      await cashier.playBeforePay.add({ body, key: id })
      open.push({ id, userId })
    }
    const steps = [
      () => start(pick([...members, ''])),
      async () => charge(pickOpen().id, { userId: pick([...members, '']) }),
      async () => {
        const { id, userId } = pickOpen()
        await charge(id, { userId })
      },
      async () => charge(pickOpen().id, { userId: pick(members), sysDepartConsumeRoleId: pick(rules).id }),
      async () => manager.playBeforePay.delete({ query: { id: pickOpen().id } }),
      async () => manager.playBeforePay.deleteBatch({ query: { ids: `${pickOpen().id},${pickOpen().id},` } }),
    ]
    for (let round = 0; round < 10; round++) {
      const outcomes = await Promise.allSettled(
        Array.from({ length: 20 }, (_, index) => (index < 8 ? steps[0] : pick(steps))?.()),
      )
      for (const outcome of outcomes) {
        // Refusals are expected; bugs are not.
        if (outcome.status === 'rejected') expect(outcome.reason.code).not.toBe('common.internal')
      }
    }
    // Afterwards every member pays with everything that is not held.
    const payersNow = async () =>
      (await venue.rows('consumeOrder').where('state', 'paid')).map(({ memberId }) => String(memberId))
    for (const { id } of open) await manager.playBeforePay.delete({ query: { id } }).catch(() => undefined)
    const paid = await payersNow()
    for (const userId of members.filter((member) => !paid.includes(member))) {
      await start(userId)
      await charge((open.at(-1) as (typeof open)[number]).id, { userId })
    }
    expect(await venue.inEveryStore(replayLedger)).toEqual([])
    const payers = await payersNow()
    expect(members.filter((member) => !payers.includes(member))).toEqual([])
  })

  it('is replayed by value: a wallet changed outside of it is reported', async () => {
    const member = await venue.member({ balance: 1000, integral: 5 })
    await withClient(server.database.ownerUrl, async (owner) => {
      await owner.query(`update wallet set value = 1001 where member_id = $1 and kind = 'balance'`, [member])
      await owner.query(`update wallet set held = 1 where member_id = $1 and kind = 'integral'`, [member])
      await owner.query(`update wallet_lot set value_left = 4 where member_id = $1 and kind = 'integral'`, [member])
    })
    const of = { orgCode: 'A01A01', memberId: member, project: '', id: '' }
    expect(await venue.inEveryStore(replayLedger)).toEqual([
      { ...of, check: 'held', account: 'integral', stored: 1, replayed: 0 },
      { ...of, check: 'lot', account: 'integral', id: expect.stringMatching(/^\d+$/), stored: 4, replayed: 5 },
      { ...of, check: 'lots', account: 'balance', stored: 1000, replayed: 1001 },
      { ...of, check: 'lots', account: 'integral', stored: 4, replayed: 5 },
      { ...of, check: 'wallet', account: 'balance', stored: 1001, replayed: 1000 },
    ])
    const rider = await venue.member({ balance: 5000 })
    const id = await play(rider, 3500)
    await venue.inEveryStore((trx) =>
      trx.updateTable('playRecord').set({ state: 'CANCELLED' }).where('id', '=', id).execute(),
    )
    expect(await venue.inEveryStore(replayLedger)).toContainEqual(
      expect.objectContaining({ memberId: rider, check: 'hold', id, stored: 3500 }),
    )
  })
})
