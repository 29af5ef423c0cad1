import { describe, expect, it } from 'vitest'
import { withClient } from '#server/db/roles.ts'
import { findDifferences } from '#server/features/reconciliation/index.ts'
import { newId } from '#shared/core/id.ts'
import { tracesOf } from '#tests/support/venue/charged.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { type GivenRechargeRule, STORE } from '#tests/support/venue/venue.ts'

const { server, venue, cashier } = await testVenue(['cashier'])
const { db } = server.deps

const WALLETS = ['balance', 'give', 'integral', 'laps', 'frequency']
const textOf = (name: string) => Object.fromEntries(WALLETS.map((wallet) => [wallet, `${name} ${wallet}`]))
const WORDS = [
  'title',
  'member',
  'rule',
  'paid',
  'cash',
  'validity',
  'forEver',
  'time',
  'cashier',
  'terminal',
  'remark',
]

/** The argument of the SQL function: the common case of a recharge, and what differs from it. */
async function recharge(given: object = {}) {
  const key = newId()
  return {
    scope: STORE,
    scopeEnd: `${STORE}~`,
    key,
    path: '/memberrecharge/sysMemberRecharge/add',
    bodyHash: 'a hash',
    userId: cashier.user.id,
    username: 'cashier',
    realname: cashier.user.realname,
    ip: '10.0.0.1',
    requestId: 'r-1',
    kind: '/memberrecharge/sysMemberRecharge',
    userOrgCode: STORE,
    request: '{"people": 1}',
    waitedMs: 3,
    tokenHash: 'a token',
    terminalId: null,
    cashierId: null,
    memberId: await venue.member({ nickname: '会员', balance: 100 }),
    ruleId: await venue.rechargeRule(),
    statedAmount: null,
    remark: 'gladly',
    printId: '',
    locale: 'zh',
    mayPhones: false,
    shown: { id: key, kind: 'recharge' },
    words: {
      ...Object.fromEntries([...WORDS, 'order', 'keep'].map((word) => [word, word])),
      wallets: textOf('put on'),
      after: textOf('after it'),
    },
    ticket: { orderId: key, ruleName: 'title' },
    printJobId: newId(),
    now: server.clock.now(),
    ...given,
  }
}
type Call = Awaited<ReturnType<typeof recharge>>
type Answers = Record<string, { answer: object; orgCode: string }>

const together = (...calls: Call[]): Promise<Answers> =>
  db.call('recharge_batch', 'select recharge_members($1, false)', [JSON.stringify(calls)])
const alone = (call: Call): Promise<Answers> =>
  db.call('recharge', 'select recharge_members($1, true)', [JSON.stringify([call])])
const owner = (statement: string, values: unknown[]) =>
  withClient(server.database.ownerUrl, (client) => client.query(statement, values))

/** The answer of a recharge and everything that it has written, without its unique values. */
async function outcome(call: Call, answers: Answers) {
  const { key, memberId } = call
  const written = {
    answer: answers[key],
    order: await venue.rows('rechargeOrder').where('id', key),
    tickets: (await venue.rows('printJob').where('orderId', key)).map(({ id: _, ...job }) => job),
    traces: await tracesOf(venue, { order: key, member: memberId, play: newId() }),
  }
  const text = JSON.stringify(written, (name, value) =>
    /^(ruleId|ruleName|roleName|rule|.*At|claimUntil)$/.test(name) ? '…' : value,
  )
  return JSON.parse(
    text
      .replaceAll(key, 'order')
      .replaceAll(memberId, 'member')
      .replace(/充值\d+/g, 'rule')
      .replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, 'a moment'),
  )
}

describe('a recharge batch', () => {
  it('writes and returns the same as single recharges', async () => {
    const kinds: GivenRechargeRule[] = [
      {},
      { validityType: 'fixedDays', validDays: 30 },
      { give: 0, laps: 0, frequency: 0 },
      { memberLevel: 'gold' },
    ]
    const calls = await Promise.all(kinds.map(async (kind) => recharge({ ruleId: await venue.rechargeRule(kind) })))
    const answers = await together(...calls)
    expect(Object.keys(answers).sort()).toEqual(calls.map(({ key }) => key).sort())
    for (const [place, kind] of kinds.entries()) {
      const single = await recharge({ ruleId: await venue.rechargeRule(kind) })
      const inBatch = await outcome(calls[place] as Call, answers)
      expect(inBatch).toEqual(await outcome(single, await alone(single)))
    }
    expect(await venue.inEveryStore(findDifferences)).toEqual([])
  })

  it('leaves uncommon recharges to the general path', async () => {
    const usual = await recharge()
    const repeated = await recharge()
    await alone(repeated)
    const frozen = await recharge()
    await owner('update member set frozen = true where id = $1', [frozen.memberId])
    const calls = [
      repeated,
      frozen,
      await recharge({ memberId: usual.memberId }),
      await recharge({ memberId: 'nobody' }),
      await recharge({ ruleId: newId() }),
      await recharge({ ruleId: await venue.rechargeRule({ active: false }) }),
      await recharge({ ruleId: await venue.rechargeRule({ projectType: 'kart' }) }),
      await recharge({ ruleId: await venue.rechargeRule({ amountType: 'custom' }) }),
      await recharge({ statedAmount: 1 }),
      await recharge({ cashierId: newId() }),
      await recharge({ terminalId: newId() }),
    ]
    // Of two for one member the one with the lesser key is made.
    const made = Object.keys(await together(usual, ...calls))
    const ofMember = calls.filter(({ memberId }) => memberId === usual.memberId).concat(usual)
    expect(made).toEqual([ofMember.map(({ key }) => key).sort()[0]])
    const others = calls.filter((call) => call !== repeated && call.key !== made[0])
    for (const { key } of others) expect(await venue.rows('rechargeOrder').where('id', key)).toEqual([])
    expect(await together(await recharge({ scope: 'A01A02', scopeEnd: 'A01A02~' }))).toEqual({})
  })

  it('leaves cash without a shift to the general path, which refuses it', async () => {
    await owner(`update store set cash_needs_shift = 'YES' where org_code = $1`, [STORE])
    const call = await recharge()
    expect([await together(call), await alone(call)]).toEqual([{}, {}])
    await owner(`update store set cash_needs_shift = 'NO' where org_code = $1`, [STORE])
    expect(Object.keys(await together(call))).toEqual([call.key])
  })

  it('does not wait for locked members', async () => {
    const [busy, free] = [await recharge(), await recharge()]
    await withClient(server.database.ownerUrl, async (client) => {
      await client.query('begin')
      await client.query('select from member where id = $1 for no key update', [busy.memberId])
      expect(Object.keys(await together(busy, free))).toEqual([free.key])
      await client.query('rollback')
    })
  })

  it('credits concurrent HTTP calls exactly once each', async () => {
    const ruleId = await venue.rechargeRule({ laps: 0, frequency: 0, integral: 0, give: 0 })
    const members = await Promise.all(Array.from({ length: 12 }, () => venue.member()))
    const calls = members.flatMap((userId) => [1, 2, 3].map(() => ({ userId, key: newId() })))
    const add = async ({ userId, key }: (typeof calls)[number]): Promise<unknown> => {
      const body = { userId, sysDepartRechargeRoleId: ruleId, consumePayMode: 'cash' as const }
      const { result } = await cashier.rechargeOrders.add({ body, key })
      return result
    }
    // Each twice at the same moment.
    const answers = await Promise.all([...calls, ...calls].map(add))
    expect(answers.slice(calls.length)).toEqual(answers.slice(0, calls.length))
    for (const member of members) expect(await venue.wallets(member)).toMatchObject({ balance: { value: 360_150 } })
    expect(await venue.rows('rechargeOrder').where('ruleId', ruleId)).toHaveLength(36)
    expect(await venue.inEveryStore(findDifferences)).toEqual([])
    expect(server.logs.filter((line) => /one by one|step by step/.test(line))).toEqual([])
  })
})
