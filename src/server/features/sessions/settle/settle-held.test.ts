import { beforeAll, describe, expect, it } from 'vitest'
import { withClient } from '#server/db/roles.ts'
import { replayLedger } from '#server/features/ledger/index.ts'
import { newId } from '#shared/core/id.ts'
import { tracesOf } from '#tests/support/venue/charged.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import type { Venue } from '#tests/support/venue/venue.ts'

const { server, venue, cashier } = await testVenue(['cashier'])

beforeAll(async () => {
  await venue.setHungLimit(1000)
})

interface Hung {
  id: string
  member: string
  rule: string
}

/** A pending ride of a member, as a counter leaves it. */
async function hung(
  price = 3500,
  given: Parameters<Venue['member']>[0] = { balance: 9000, give: 2000 },
): Promise<Hung> {
  const member = await venue.member({ nickname: '会员', ...given })
  const rule = await venue.rule({ price, experience: 7 })
  const vehicle = await venue.vehicle()
  const id = newId()
  await cashier.playBeforePay.add({
    body: venue.start({ vehicleId: vehicle.id, ruleId: rule.id, userId: member }),
    key: id,
  })
  return { id, member, rule: rule.id }
}

const PATH = '/consume/playbeforepay/doconsume'
/** The argument of both functions. */
const callOf = ({ id }: Hung, more: object = {}) => ({
  scope: 'A01A01',
  scopeEnd: 'A01A01~',
  key: newId(),
  path: PATH,
  bodyHash: 'a hash',
  userId: cashier.user.id,
  username: 'cashier',
  realname: cashier.user.realname,
  ip: '10.0.0.1',
  requestId: 'r-1',
  kind: '/consume/playbeforepay',
  mayEscaped: false,
  playId: id,
  ruleId: null,
  consumeType: 'BALANCE',
  memberId: null,
  usageMode: 'lineup',
  racer: null,
  remark: 'gladly',
  cashierId: null,
  terminalId: null,
  passwordHash: null,
  tokenHash: 'a token',
  locale: 'zh',
  now: server.clock.now(),
  ...more,
})
type Call = ReturnType<typeof callOf>

const together = (...calls: Call[]): Promise<Record<string, string>> =>
  server.deps.db.call('settle_held', 'select settle_held($1)', [JSON.stringify(calls)])
const alone = (call: Call): Promise<string | null> =>
  server.deps.db.call('charge_play', 'select charge_play($1)', [JSON.stringify(call)])

const left = ({ id, member }: Hung, { key }: Call) => tracesOf(venue, { order: key, member, play: id })

describe('a settle batch', () => {
  it('writes the same as single calls', async () => {
    const [one, two, three] = [await hung(), await hung(9500), await hung()] as const
    const [first, second] = [callOf(one), callOf(two)]
    expect(await together(first, second)).toEqual({ [first.key]: 'A01A01', [second.key]: 'A01A01' })
    const single = callOf(three)
    expect(await alone(single)).toBe('A01A01')
    expect(await left(one, first)).toEqual(await left(three, single))
    expect(await venue.wallets(two.member)).toEqual({
      balance: { value: 0, held: 0 },
      give: { value: 1500, held: 0 },
    })
    // From both wallets, with the experience of the rule.
    expect(await venue.rows('consumeOrder').where('id', second.key)).toMatchObject([
      { paidBalance: 9000, paidGive: 500 },
    ])
    expect(await venue.rows('member').where('id', two.member)).toMatchObject([{ experience: 7 }])
    expect(await venue.inEveryStore(replayLedger)).toEqual([])
  })

  it('leaves uncommon rides to single calls', async () => {
    const usual = await hung()
    const several = await venue.member({ balance: 9000 })
    const rows = (statement: string, values: unknown[]) =>
      withClient(server.database.ownerUrl, (client) => client.query(statement, values))
    const frozen = await hung()
    await rows('update member set frozen = true where id = $1', [frozen.member])
    const secret = await hung()
    await rows(`update member set consume_password = 'a hash' where id = $1`, [secret.member])
    const ended = await hung()
    await rows(`update wallet set ends_from = now() - interval '1 hour' where member_id = $1`, [ended.member])
    const spread = await hung(3500, { balance: 9000 })
    await rows('update wallet_lot set value_left = 1 where member_id = $1', [spread.member])
    const settled = await hung()
    await alone(callOf(settled))
    const calls = [
      callOf(frozen),
      callOf(secret),
      callOf(ended),
      callOf(spread),
      callOf(settled),
      callOf(await hung(), { memberId: several }),
      callOf(await hung(), { ruleId: newId() }),
      callOf(await hung(), { cashierId: newId() }),
      callOf(usual, { playId: newId() }),
      callOf(await hung(), { consumeType: 'QUAN' }),
    ]
    const plain = callOf(usual)
    expect(await together(plain, ...calls)).toEqual({ [plain.key]: 'A01A01' })
    for (const { key } of calls) expect(await venue.rows('consumeOrder').where('id', key)).toEqual([])
    expect(await together(callOf(await hung(), { scope: 'A01A02', scopeEnd: 'A01A02~' }))).toEqual({})
  })

  it('leaves a call with a coupon alone, beside another call for the same ride', async () => {
    const ride = await hung()
    const [couponCode = ''] = await venue.coupons({ kind: 'discount', value: 500 })
    const [lowered, plain] = [callOf(ride, { couponCode }), callOf(ride)]
    expect(await together(lowered, plain)).toEqual({ [plain.key]: 'A01A01' })
    expect(await venue.rows('consumeOrder').where('id', lowered.key)).toEqual([])
  })

  it('settles one ride per member: the others come later', async () => {
    const one = await hung(1000)
    const body = venue.start({ vehicleId: (await venue.vehicle()).id, ruleId: one.rule, userId: one.member })
    const second = newId()
    await cashier.playBeforePay.add({ body, key: second })
    const calls = [callOf(one), callOf({ ...one, id: second }), callOf(one)]
    expect(Object.values(await together(...calls))).toEqual(['A01A01'])
    expect(await venue.wallets(one.member)).toMatchObject({ balance: { value: 8000, held: 1000 } })
  })

  it('does not wait for locked rides', async () => {
    const [busy, free] = [await hung(), await hung()]
    await withClient(server.database.ownerUrl, async (client) => {
      await client.query('begin')
      await client.query('select from member where id = $1 for no key update', [busy.member])
      const [first, second] = [callOf(busy), callOf(free)]
      expect(await together(first, second)).toEqual({ [second.key]: 'A01A01' })
      await client.query('rollback')
    })
  })

  it('fails completely for a key of another call, and changes nothing', async () => {
    const [one, two] = [await hung(), await hung()]
    const used = callOf(one)
    await together(used)
    await expect(together(callOf(two), { ...callOf(await hung()), key: used.key })).rejects.toThrow(/duplicate key/)
    expect(await venue.rows('playRecord').where('id', two.id)).toMatchObject([{ state: 'PENDING' }])
  })

  it('settles concurrent HTTP calls exactly once each', async () => {
    const orders = await Promise.all(Array.from({ length: 24 }, () => hung()))
    const settle = ({ id, key }: { id: string; key: string }) =>
      cashier.playBeforePay.settle({ body: { id, consumeType: 'BALANCE', consumeVehicleMode: 'circlemode' }, key })
    const calls = orders.map(({ id }) => ({ id, key: newId() }))
    const answers = await Promise.all([...calls, ...calls].map(settle))
    expect(answers.map(({ message }) => message)).toEqual([...calls, ...calls].map(({ key }) => key))
    for (const { member } of orders) {
      expect(await venue.wallets(member)).toEqual({ balance: { value: 5500, held: 0 }, give: { value: 2000, held: 0 } })
    }
    const members = orders.map(({ member }) => member)
    const differences = await venue.inEveryStore(replayLedger)
    expect(differences.filter(({ memberId }) => members.includes(memberId))).toEqual([])
    expect(server.logs.filter((line) => line.includes('one by one'))).toEqual([])
  })
})
