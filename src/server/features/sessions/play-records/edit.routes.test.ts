import { beforeAll, describe, expect, it } from 'vitest'
import { withClient } from '#server/db/roles.ts'
import { replayLedger } from '#server/features/ledger/index.ts'
import { newId } from '#shared/core/id.ts'
import type { EditInput } from '#shared/features/sessions/play-record-edits.schema.ts'
import { codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { demoRule, seen } from '#tests/support/venue/venue.ts'

const { server, venue, cashier, hq } = await testVenue(['cashier', 'hq'])

beforeAll(async () => {
  await venue.setHungLimit(1000)
})

/** A pending ride: 35.00 of a member for each person. */
async function hung(userId: string, more: object = {}): Promise<string> {
  const key = newId()
  const rule = await venue.rule({ price: 3500 })
  const body = venue.start({ vehicleId: (await venue.vehicle()).id, ruleId: rule.id, userId, ...more })
  await cashier.playBeforePay.add({ body, key })
  return key
}

const edit = (id: string, more: Partial<EditInput>, client = hq) =>
  client.playBeforePay.edit({ body: { id, consumeType: 'BALANCE', racer: '车手', ruleId: '', ...more } })

const stored = async (id: string) => (await venue.rows('playRecord').where('id', id))[0]

describe('editing a pending ride', () => {
  it('takes all terms of another rule, and the charge takes its price', async () => {
    const member = await venue.member({ balance: 20_000 })
    const id = await hung(member, { people: 2 })
    const rule = await venue.rule({ price: 5000, deposit: 100, integral: 7, frequency: 2, laps: 12, minutes: 15 })
    await edit(id, { ruleId: rule.id, racer: '新车手', remark: '换规则' })
    expect(await stored(id)).toMatchObject({
      ruleId: rule.id,
      price: 5000,
      deposit: 100,
      integral: 7,
      frequency: 2,
      laps: 12,
      minutes: 15,
      racer: '新车手',
      remark: '换规则',
    })
    expect(await seen(cashier, member)).toMatchObject({ balance: 200, availableBalance: 100 })
    await cashier.playBeforePay.settle({
      body: { id, consumeType: 'BALANCE', consumeVehicleMode: 'circlemode' },
      key: newId(),
    })
    expect(await seen(cashier, member)).toMatchObject({ balance: 100, availableBalance: 100 })
  })

  it('moves the hold to the wallet of another type', async () => {
    const member = await venue.member({ balance: 10_000, integral: 100 })
    const id = await hung(member)
    const points = await venue.rule({ consumeType: 'INTEGRAL', integral: 80, price: 0 })
    await edit(id, { consumeType: 'INTEGRAL', ruleId: points.id })
    expect(await seen(cashier, member)).toMatchObject({ availableBalance: 100, availableIntegral: 20 })
  })

  it('is refused with the amounts if the wallets do not cover it, and changes nothing', async () => {
    const member = await venue.member({ balance: 4000 })
    const id = await hung(member)
    const before = await stored(id)
    const dear = await venue.rule({ price: 4001 })
    await expect(edit(id, { ruleId: dear.id })).rejects.toMatchObject({
      code: 'members.insufficientBalance',
      details: { needed: '40.01', available: '40.00' },
    })
    expect(await stored(id)).toEqual(before)
    expect(await seen(cashier, member)).toMatchObject({ availableBalance: 5 })
  })

  it('with the same rule changes racer and remark, and keeps the price of the start', async () => {
    const member = await venue.member({ balance: 10_000 })
    const id = await hung(member)
    const ruleId = String((await stored(id))?.ruleId)
    await venue.inEveryStore((trx) =>
      trx.updateTable('consumeRule').set({ price: 1 }).where('id', '=', ruleId).execute(),
    )
    await edit(id, { ruleId, racer: '改名' })
    expect(await stored(id)).toMatchObject({ racer: '改名', price: 3500 })
  })

  it('names the invalid field', async () => {
    const id = await hung('')
    const rule = await venue.rule({ laps: 0 })
    expect(await codeOf(edit(id, {}))).toBe('sessions.ruleRequired')
    expect(await codeOf(edit(id, { ruleId: 'nonsense' }))).toBe('sessions.ruleNotFound')
    expect(await codeOf(edit(id, { ruleId: rule.id, racer: ' ' }))).toBe('sessions.racerRequired')
    expect(await codeOf(edit(id, { ruleId: rule.id }))).toBe('sessions.noLapMode')
    expect(await codeOf(edit(id, { ruleId: rule.id, consumeType: 'QUAN' }))).toBe('sessions.ruleTypeMismatch')
    expect(await codeOf(edit(id, { ruleId: demoRule('BALANCE', 'A01A02').id }))).toBe('sessions.ruleNotFound')
    const manager = await server.signIn('manager', 'A01A01')
    await manager.playBeforePay.delete({ query: { id } })
    expect(await codeOf(edit(id, { ruleId: demoRule().id }))).toBe('sessions.notPending')
  })

  it('is for headquarters, and for roles named as roles of a single store', async () => {
    const id = await hung('')
    const change = { ruleId: demoRule().id }
    expect(await codeOf(edit(id, change, cashier))).toBe('auth.forbidden')
    await withClient(server.database.ownerUrl, (owner) =>
      owner.query(`with made as (
          insert into role (id, role_code, role_name) values ('single', 'single', '收银（单店通用）') returning id)
        insert into user_role select u.id, made.id from user_account u, made where u.username = 'coach'`),
    )
    const coach = await server.signIn('coach')
    expect(await codeOf(edit(id, change, coach))).toBe('done')
  })

  it('repeatedly and concurrently holds exactly what the ride says at the end', async () => {
    const member = await venue.member({ balance: 50_000 })
    const id = await hung(member)
    const rules = await Promise.all([1000, 2000, 4000, 8000].map((price) => venue.rule({ price })))
    const changes = Array.from({ length: 20 }, (_, turn) => edit(id, { ruleId: rules[turn % 4]?.id ?? '' }))
    expect(await Promise.all(changes.map(codeOf))).toEqual(changes.map(() => 'done'))
    const record = await stored(id)
    const held = [{ kind: 'balance', amount: record?.price }]
    expect(await venue.rows('hold').where('id', id)).toMatchObject([{ state: 'held' }])
    expect(await venue.rows('holdLine').where('holdId', id)).toMatchObject(held)
    expect(await venue.wallets(member)).toMatchObject({ balance: { held: record?.price } })
    await edit(id, { ruleId: String(record?.ruleId) })
    expect(await venue.rows('holdLine').where('holdId', id)).toMatchObject(held)
  })

  it('leaves wallets, holds and ledger consistent, also with a concurrent charge', async () => {
    const member = await venue.member({ balance: 50_000 })
    const rule = await venue.rule({ price: 100 })
    const ids = await Promise.all(Array.from({ length: 6 }, () => hung(member)))
    await Promise.allSettled(
      ids.flatMap((id) => [
        edit(id, { ruleId: rule.id }),
        cashier.playBeforePay.settle({
          body: { id, consumeType: 'BALANCE', consumeVehicleMode: 'circlemode' },
          key: newId(),
        }),
      ]),
    )
    expect(await venue.inEveryStore(replayLedger)).toEqual([])
  })
})
