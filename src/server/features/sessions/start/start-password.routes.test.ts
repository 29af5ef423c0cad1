import { hash } from '@node-rs/argon2'
import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#shared/core/id.ts'
import type { StartInput } from '#shared/features/sessions/play-before-pay.contract.ts'
import type { TestClient } from '#tests/support/server.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { demoRule, seen } from '#tests/support/venue/venue.ts'

const { server, venue, cashier } = await testVenue(['cashier'])

beforeAll(async () => {
  await venue.setHungLimit(1000)
})

const PASSWORD = '246810'
const guarded = async () => venue.member({ balance: 50_000, integral: 500, consumePassword: await hash(PASSWORD) })

/** A start on a new vehicle. */
async function start(body: Partial<StartInput>, key = newId(), client: Pick<TestClient, 'playBeforePay'> = cashier) {
  const vehicleId = body.vehicleId ?? (await venue.vehicle()).id
  return client.playBeforePay.add({ body: venue.start({ ...body, vehicleId }), key })
}
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => ({ code: 'no refusal' }),
    ({ code, serverMessage, details }) => ({ code, message: serverMessage, details }),
  )

describe('the consumption password at a start that reserves value', () => {
  it('is required with texts in both languages, naming the field, and changes nothing', async () => {
    const userId = await guarded()
    const { id: vehicleId } = await venue.vehicle()
    expect(await refusal(start({ userId, vehicleId }))).toMatchObject({
      code: 'members.passwordRequired',
      message: '请顾客输入消费密码',
      details: { field: 'password' },
    })
    const english = server.client(cashier.token, 'en')
    expect(await refusal(start({ userId, vehicleId }, newId(), english))).toMatchObject({
      message: 'Ask the customer for the consumption password',
    })
    expect(await refusal(start({ userId, vehicleId, password: '000000' }))).toMatchObject({
      code: 'members.passwordWrong',
      details: { field: 'password' },
    })
    expect(await venue.rows('playRecord').where('memberId', userId)).toEqual([])
    expect((await seen(cashier, userId)).availableBalance).toBe(500)

    const { result } = await start({ userId, vehicleId, password: PASSWORD })
    expect(result.hold).toBe('held')
  })

  it('is required for points as for money, but not without a hold', async () => {
    const userId = await guarded()
    const points = await venue.rule({ consumeType: 'INTEGRAL', price: 0, integral: 100 })
    expect(await refusal(start({ userId, ruleId: points.id }))).toMatchObject({ code: 'members.passwordRequired' })
    const free = await venue.rule({ price: 0 })
    expect((await start({ userId, ruleId: free.id })).result.hold).toBe('none')
    expect((await start({ userId, ruleId: demoRule('NOCARDCONSUME').id })).result.hold).toBe('none')
  })

  it('is checked as often as at a charge, and attempts at both count together', async () => {
    const userId = await guarded()
    const id = newId()
    await start({ userId, password: PASSWORD }, id)
    const vehicles = await Promise.all(Array.from({ length: 30 }, () => venue.vehicle()))
    const guesses = await Promise.all(
      vehicles.map(({ id: vehicleId }, guess) =>
        refusal(
          guess % 2 === 0
            ? start({ userId, vehicleId, password: `1${guess}` })
            : cashier.playBeforePay.settle({
                body: { id, consumeType: 'BALANCE', consumeVehicleMode: 'circlemode', password: `1${guess}` },
                key: newId(),
              }),
        ),
      ),
    )
    const codes = guesses.map(({ code }) => code)
    expect(codes.filter((code) => code === 'members.passwordWrong')).toHaveLength(5)
    expect(codes.filter((code) => code === 'members.passwordBlocked')).toHaveLength(25)
    expect(await refusal(start({ userId, password: PASSWORD }))).toMatchObject({ code: 'members.passwordBlocked' })
    const trail = await venue.rows('auditEntry').where('recordId', userId)
    expect(trail.map(({ after }) => after)).toHaveLength(31)
    server.clock.advance(5 * 60_000 + 1000)
    expect((await start({ userId, password: PASSWORD })).result.hold).toBe('held')
  })

  it('that changed during the check is not accepted', async () => {
    const userId = await guarded()
    const other = await hash('135790')
    await venue.inEveryStore((trx) =>
      trx.updateTable('member').set({ consumePassword: other }).where('id', '=', userId).execute(),
    )
    expect(await refusal(start({ userId, password: PASSWORD }))).toMatchObject({ code: 'members.passwordWrong' })
  })

  it('is not required for a repeated start, also while it is blocked', async () => {
    const userId = await guarded()
    const { id: vehicleId } = await venue.vehicle()
    const key = newId()
    const { result } = await start({ userId, vehicleId, password: PASSWORD }, key)
    for (let guess = 0; guess < 5; guess++) await refusal(start({ userId, password: `00000${guess}` }))
    for (const password of [PASSWORD, '000000', null]) {
      expect((await start({ userId, vehicleId, password }, key)).result).toEqual(result)
    }
    expect(await venue.rows('playRecord').where('memberId', userId)).toHaveLength(1)
  })

  it('is stored nowhere', async () => {
    const userId = await guarded()
    const key = newId()
    await start({ userId, password: PASSWORD }, key)
    const [entry] = await venue.rows('auditEntry').where('recordId', key)
    const [kept] = await venue.rows('requestKey').where('key', key)
    expect(JSON.stringify([entry, kept, server.logs])).not.toContain(PASSWORD)
  })
})
