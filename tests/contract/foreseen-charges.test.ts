import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { ruleTiles } from '#renderer/features/counter/choices/rule-tiles.calc.ts'
import { previewOf } from '#renderer/features/counter/plan/preview.calc.ts'
import { walletRows } from '#renderer/features/counter/plan/quote.calc.ts'
import { newId } from '#shared/core/id.ts'
import { toMinor } from '#shared/core/money.ts'
import type { Member } from '#shared/features/members/members.contract.ts'
import type { ConsumeRule } from '#shared/features/rules/consume-rules.contract.ts'
import { isForOne, isShortage, type PlannedLine, type Shortage } from '#shared/features/sessions/charge-lines.calc.ts'
import {
  type ChargePreview,
  previewCharge,
  previewFromQuote,
  spendableOf,
  visitsFor,
} from '#shared/features/sessions/charge-preview.calc.ts'
import { buildVehicle } from '#tests/support/venue/counter-data.ts'
import { salesOf } from '#tests/support/venue/counter-sales.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE, seen } from '#tests/support/venue/venue.ts'

const { server, venue, cashier } = await testVenue(['cashier'])
const sales = salesOf(server, venue, cashier)

beforeAll(async () => {
  await venue.setHungLimit(1000)
  const manager = await server.signIn('manager', STORE)
  for (const [index, percent] of percents.entries()) {
    const body = { name: `折扣${percent}`, rank: 90 + index, experience: -1, discount: percent }
    await manager.memberLevels.add({ body: { code: levelOf(percent), ...body } })
  }
})

const DAY = 86_400_000
/** The level discounts of this venue, in percent. */
const percents = [15, 33, 100]
const levelOf = (percent: number): string => `off${percent}`
const fen = fc.integer({ min: 0, max: 6000 })
const few = fc.integer({ min: 0, max: 5 })
const visitProject = fc.constantFrom('currency', 'kart', 'boat')
const account = fc.constantFrom('balance', 'give', 'integral', 'laps', 'frequency')

const cases = fc.record({
  /** Lots of a member; those with an end have ended when the charge comes, and are not written off yet. */
  lots: fc.array(
    fc.record({
      account,
      project: visitProject,
      delta: fc.oneof(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 9000 })),
      ends: fc.boolean(),
    }),
    { maxLength: 8 },
  ),
  cards: fc.uniqueArray(
    fc.record({
      project: visitProject,
      uses: fc.constantFrom(-1, 0, 1, 3),
      end: fc.constantFrom<('past' | 'later' | null)[]>('past', 'later', null),
    }),
    { selector: ({ project }) => project, maxLength: 2 },
  ),
  /** What an open order of the member holds, up to the value there is. */
  held: fc.constantFrom(0, 100, 900),
  memberLevel: fc.constantFrom('', ...percents.map(levelOf)),
  order: fc.constantFrom('paidFirst', 'giftFirst', 'proportional'),
  rule: fc.record({
    consumeType: fc.constantFrom('BALANCE', 'INTEGRAL', 'BALANCEANDINTEGRAL', 'QUAN', 'FREQUENCY', 'PLAYFREELY'),
    priceMode: fc.constantFrom('one', 'every'),
    price: fen,
    integral: few,
    frequency: few,
    laps: fc.integer({ min: 1, max: 5 }),
    levelDiscount: fc.boolean(),
    projectType: visitProject,
  }),
  people: fc.integer({ min: 1, max: 3 }),
  vehicles: fc.integer({ min: 1, max: 2 }),
})
type Case = typeof cases extends fc.Arbitrary<infer T> ? T : never

async function memberOf({ lots, cards, held, memberLevel }: Case): Promise<string> {
  const id = await venue.member({ balance: 0, memberLevel })
  const soon = new Date(server.clock.now().getTime() + 1000)
  for (const { account: kind, project, delta, ends } of lots) {
    const validUntil = ends ? soon : new Date(soon.getTime() + DAY)
    await venue.post({}, [
      { account: kind, member: id, project: kind === 'frequency' ? project : '', delta, validUntil },
    ])
  }
  for (const { project: projectType, uses, end } of cards) {
    const unlimitedUntil = end === null ? null : end === 'past' ? soon : new Date(soon.getTime() + DAY)
    const card = { projectType, unlimitedName: '畅玩卡', unlimitedUses: uses, unlimitedUntil }
    await venue.inEveryStore((trx) =>
      trx
        .insertInto('memberProject')
        .values({ memberId: id, orgCode: STORE, ...card })
        .execute(),
    )
  }
  server.clock.advance(1500)
  const { availableBalance } = await seen(cashier, id)
  if (held > 0 && toMinor(availableBalance) >= held) await sales.hang({ price: held }, id)
  return id
}

/** The charge as the bottom line of the counter shows it, wallet by wallet. */
function saidOf(foreseen: ChargePreview | Shortage, { rule, member, people, vehicles }: Asked) {
  const vehicle = buildVehicle()
  const { lines } = previewOf({
    startMode: 'charge',
    rule,
    refusal: null,
    member,
    standing: null,
    people,
    foreseen,
    mode: 'circlemode',
    vehicle,
    vehicleCount: vehicles,
    payMode: 'wechat',
    sold: [],
    cart: [],
    cartProblem: null,
    hasCoupon: false,
    discount: null,
    mayCharge: true,
    isVehicleBusy: false,
    online: true,
    lacksCashier: false,
    agreement: 'none',
    pendingCount: 0,
    pendingLimit: 5,
    openTrials: 0,
    trialLimit: 5,
    storesStarts: true,
  })
  return lines
}

/** A rule as its tile shows it to a member: at the price after the level discount. */
async function tileRule(id: string, choice: Omit<Parameters<typeof ruleTiles>[1], 'canQueue'>): Promise<ConsumeRule> {
  const query = { userId: choice.member?.id ?? '', consumeTypeRole: choice.type, pageSize: 1000 }
  const { result } = await cashier.consumeRules.listForMember({ query })
  const tile = ruleTiles(result.records, { ...choice, canQueue: true }).find(({ rule }) => rule.id === id)
  if (!tile) throw new Error('the rule is not offered')
  return tile.rule
}

interface Asked {
  rule: ConsumeRule
  member: Member
  people: number
  vehicles: number
}

const inWords = (lines: readonly PlannedLine[]): string[] =>
  lines
    .map(({ account: kind, project, delta }) => [kind, project, delta].filter((part) => part !== '').join(' '))
    .sort()

/** The remaining amounts that the line promises, by wallet. */
const restsOf = (lines: ReturnType<typeof saidOf>): Record<string, unknown> =>
  Object.fromEntries(
    lines.flatMap(({ key, values }) => {
      if (key === 'counter.will.rest') return [['money', values?.rest]]
      const wallet = values?.wallet
      const isNamed = typeof wallet === 'object' && wallet !== null && 'key' in wallet
      return key === 'counter.will.pay' && isNamed ? [[String(wallet.key), values?.rest]] : []
    }),
  )

const money = (minor: number): string => (minor / 100).toFixed(2)

it('previews at the counter and in a quote the charge that the ledger then shows, for any wallets and rules', async () => {
  const check = async (given: Case) => {
    await venue.setChargeOrder(given.order)
    const userId = await memberOf(given)
    const isSeveral = given.rule.consumeType === 'QUAN'
    const cars = await Promise.all(Array.from({ length: isSeveral ? given.vehicles : 1 }, () => venue.vehicle()))
    const people = isForOne(given.rule.consumeType) ? 1 : Math.max(given.people, cars.length)
    const { id: ruleId } = await venue.rule(given.rule)
    const member = await seen(cashier, userId)
    const now = server.clock.now().getTime()
    const rule = await tileRule(ruleId, { type: given.rule.consumeType, mode: 'circlemode', people, member, now })
    const asked: Asked = { rule, member, people, vehicles: cars.length }

    const charge = { people, vehicles: cars.length, order: given.order, payMode: 'wechat' } as const
    const local = previewCharge(rule, charge, member, now)
    const vehicleId = cars.map(({ id }) => id).join(',')
    const query = { sysDepartConsumeRoleId: ruleId, userId, people, vehicleId }
    const { result: quote } = await cashier.consume.quote({ query })
    const predicted = previewFromQuote(quote)
    const key = newId()
    const charged = sales.charge(given.rule, { key, userId, people, vehicleId, sysDepartConsumeRoleId: ruleId })
    if (isShortage(local)) {
      expect(quote.refusal?.code).toBe(local.code)
      await expect(charged).rejects.toMatchObject({ code: local.code })
      return
    }
    if (!predicted) throw new Error(`the server refuses what the counter foresees: ${quote.refusal?.code}`)
    expect(local.isSplitKnown).toBe(true)
    const expected = saidOf(predicted, asked)
    expect(saidOf(local, asked)).toEqual(expected)
    expect(inWords(predicted.lines)).toEqual(inWords(local.lines))

    await charged
    expect(await sales.ledgerOf(key)).toEqual(inWords(predicted.lines))
    const left = await seen(cashier, userId)
    const { has } = spendableOf(left, now)
    const rests = {
      money: money(has.balance + has.give),
      'wallet.integral': has.integral,
      'wallet.laps': has.laps,
      'wallet.coins': has.coins,
      'wallet.frequency': visitsFor(has, rule.projectType),
    }
    expect(rests).toMatchObject(restsOf(expected))
    const wallets = await venue.wallets(userId)
    const panel = walletRows(member, quote).filter(({ taken }) => taken > 0)
    for (const { label, after, isMoney } of panel.filter((row) => row.label !== 'wallet.frequency')) {
      const kind = label === 'wallet.laps' ? 'laps' : label.slice('wallet.'.length)
      const { value = 0, held = 0 } = wallets[kind] ?? {}
      expect([label, isMoney ? toMinor(after) : after]).toEqual([label, isMoney ? value : value - held])
    }
    for (const { project, after } of panel.filter((row) => row.label === 'wallet.frequency')) {
      const name = project === '' ? 'currency' : given.rule.projectType
      expect(after).toBe(wallets[`frequency ${name}`]?.value)
    }
  }
  await fc.assert(fc.asyncProperty(cases, check), { numRuns: 60, endOnFailure: true })
})
