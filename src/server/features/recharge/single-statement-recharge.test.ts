import { afterAll, describe, expect, it } from 'vitest'
import { withClient } from '#server/db/roles.ts'
import { findDifferences } from '#server/features/reconciliation/index.ts'
import { familyNameOf } from '#shared/core/family-names.ts'
import { newId } from '#shared/core/id.ts'
import type { RechargeInput } from '#shared/features/recharge/recharge-orders.schema.ts'
import { tracesOf } from '#tests/support/venue/charged.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { type GivenRechargeRule, STORE } from '#tests/support/venue/venue.ts'

const { server, venue, cashier } = await testVenue(['cashier'])

afterAll(async () => {
  expect(await venue.inEveryStore(findDifferences)).toEqual([])
})

const owner = (statement: string) => withClient(server.database.ownerUrl, (client) => client.query(statement))
const stepByStep = async <T>(work: () => Promise<T>): Promise<T> => {
  await owner('alter function recharge_members(jsonb, boolean) rename to recharge_elsewhere')
  try {
    return await work()
  } finally {
    await owner('alter function recharge_elsewhere(jsonb, boolean) rename to recharge_members')
  }
}

/** A recharge of a new member: its response and everything it has written, or its refusal. */
async function outcome(ruleId: string, given: Partial<RechargeInput>, language = 'zh', member: object = {}) {
  const userId = await venue.member({ nickname: '小明', realname: '王明', phone: '', ...member })
  const key = newId()
  const calls = server.client(cashier.token, language)
  const body = { userId, sysDepartRechargeRoleId: ruleId, consumePayMode: 'cash' as const, ...given }
  const { result, message } = await calls.rechargeOrders.add({ key, body }).catch((error: { code: string }) => ({
    result: { refused: error.code },
    message: key,
  }))
  const again = await calls.rechargeOrders.add({ key, body }).catch(() => ({ result }))
  expect(again.result).toEqual(result)
  const said = {
    result,
    message,
    order: await venue.rows('rechargeOrder').where('id', key),
    gift: await venue.rows('orderGift').where('id', key),
    tickets: (await venue.rows('printJob').where('orderId', key)).map(({ ticket, ...job }) => ({
      ticket,
      copyNo: job.copyNo,
      printId: job.printId,
    })),
    traces: await tracesOf(venue, { order: key, member: userId, play: newId() }),
  }
  const text = JSON.stringify(said, (name, value) =>
    /^(.*At|.*Time|time|bodyHash)$/.test(name) ? (value === null ? null : '…') : value,
  )
  return JSON.parse(
    text
      .replaceAll(key, 'order')
      .replaceAll(userId, 'member')
      .replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, 'a moment'),
  )
}

describe('a recharge in one statement', () => {
  it.each<[string, GivenRechargeRule, Partial<RechargeInput>, string]>([
    ['for ever', {}, {}, 'zh'],
    ['for some days, in English', { validityType: 'fixedDays', validDays: 30 }, { remark: 'gladly' }, 'en'],
    [
      'until a date',
      { validityType: 'fixedDate', validOn: '2031-02-28', laps: 0, integral: 0 },
      { amount: 1000 },
      'zh',
    ],
    ['of money alone', { salesMethod: 'storedValue', price: 120_050, give: 0, frequency: 0 }, {}, 'zh'],
    ['of a custom amount', { amountType: 'custom', recharge: 100, price: 0 }, { amount: 12.5 }, 'zh'],
    ['with a level', { memberLevel: 'gold' }, {}, 'zh'],
    ['at another price than was stated', {}, { amount: 999 }, 'zh'],
    ['of too little', { amountType: 'custom', recharge: 10_000 }, { amount: 5 }, 'zh'],
    ['by nobody who serves there', {}, { cashierId: newId() }, 'zh'],
    ['by a rule that is not sold', { active: false }, {}, 'zh'],
    ['until a date that has passed', { validityType: 'fixedDate', validOn: '2020-02-29' }, {}, 'zh'],
  ])('is, %s, what it is step by step', async (_name, terms, given, language) => {
    const ruleId = await venue.rechargeRule(terms)
    const inOneTrip = await outcome(ruleId, given, language)
    expect(inOneTrip).toEqual(await stepByStep(() => outcome(ruleId, given, language)))
  })

  it('writes the gift that a rule includes as the step-by-step code does', async () => {
    const giftId = newId()
    await venue.inEveryStore((trx) =>
      trx.insertInto('gift').values({ id: giftId, orgCode: STORE, name: '玩偶' }).execute(),
    )
    const ruleId = await venue.rechargeRule({ giftId, giftCount: 2 })
    const inOneTrip = await outcome(ruleId, {})
    expect(inOneTrip.gift).toMatchObject([{ giftId, giftName: '玩偶', pieces: 2, state: 'notGifted' }])
    expect(inOneTrip.tickets[0].ticket.document.facts).toContainEqual(['赠品', '玩偶 × 2'])
    expect(inOneTrip).toEqual(await stepByStep(() => outcome(ruleId, {})))
  })

  it('repeats an answer that an earlier version has stored under the names of the API family', async () => {
    const userId = await venue.member()
    const key = newId()
    const body = { userId, sysDepartRechargeRoleId: await venue.rechargeRule(), consumePayMode: 'cash' as const }
    const { result } = await cashier.rechargeOrders.add({ key, body })
    const { rowCount } = await owner(
      `update request_key set answer = replace(answer::text, '"laps"', '"${familyNameOf('laps')}"')::jsonb where key = '${key}' and answer::text like '%"laps"%'`,
    )
    expect(rowCount).toBe(1)
    expect((await cashier.rechargeOrders.add({ key, body })).result).toEqual(result)
  })

  it('masks phones and refuses frozen members like the step-by-step code', async () => {
    const ruleId = await venue.rechargeRule()
    const [one, two] = ['13711112222', '13711113333']
    const shown = await outcome(ruleId, {}, 'zh', { phone: one })
    const other = await stepByStep(() => outcome(ruleId, {}, 'zh', { phone: two }))
    expect(shown.result.userPhone.replace('2222', '3333')).toBe(other.result.userPhone)
    const frozen = await outcome(ruleId, {}, 'zh', { frozen: true })
    expect(frozen.result).toEqual({ refused: 'members.frozen' })
  })

  it('is one statement, and logs no fallback', async () => {
    const warned = () => server.logs.filter((line) => line.includes('step by step')).length
    const before = warned()
    const ruleId = await venue.rechargeRule()
    await Promise.all(Array.from({ length: 12 }, () => outcome(ruleId, {})))
    expect(warned()).toBe(before)
    const [last] = await venue.rows('rechargeOrder').where('ruleId', ruleId)
    // An order that is paid at once was never open.
    expect(last?.paidAt).toEqual(last?.createdAt)
  })
})
