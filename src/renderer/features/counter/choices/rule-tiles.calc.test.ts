import { describe, expect, it } from 'vitest'
import { buildMember, buildRule } from '#tests/support/venue/counter-data.ts'
import { ruleTiles } from './rule-tiles.calc.ts'

describe('rules as tiles', () => {
  const laps = buildRule({ id: 'laps', indexNumber: 2 })
  const timer = buildRule({ id: 'timer', indexNumber: 1, countCycleNumber: 0, duration: 8 })
  const dear = buildRule({ id: 'dear', indexNumber: 3, price: 1288 })
  const points = buildRule({ id: 'points', consumeTypeRole: 'INTEGRAL', integral: 100 })
  const rules = [laps, timer, dear, points]
  const choice = { type: 'BALANCE', mode: 'circlemode', people: 1, member: null, now: 0, canQueue: false } as const

  it('lists the rules of the chosen type by indexNumber, those that do not apply last with the reason', () => {
    const tiles = ruleTiles(rules, choice)
    expect(tiles.map(({ rule, reason }) => [rule.id, reason?.key ?? null])).toEqual([
      ['laps', null],
      ['dear', null],
      ['timer', 'rule.no.lap'],
    ])
  })

  it('keeps the digit of a rule when its tile moves', () => {
    const digits = (tiles: ReturnType<typeof ruleTiles>) =>
      Object.fromEntries(tiles.map(({ rule, digit }) => [rule.id, digit]))
    const before = digits(ruleTiles(rules, choice))
    expect(digits(ruleTiles(rules, { ...choice, mode: 'timermode', member: buildMember() }))).toEqual(before)
    expect(before).toEqual({ timer: 1, laps: 2, dear: 3 })
  })

  it('shows that the member cannot pay a rule for the chosen number of people', () => {
    const member = buildMember({ availableBalance: 100 })
    expect(ruleTiles([laps], { ...choice, member })[0]?.reason).toBeNull()
    expect(ruleTiles([laps], { ...choice, member, people: 3 })[0]?.reason).toEqual({ key: 'rule.no.balance' })
    expect(ruleTiles([points], { ...choice, type: 'INTEGRAL', member, people: 4 })[0]?.reason).toEqual({
      key: 'rule.no.points',
    })
  })

  it('has no digit beyond nine', () => {
    const many = Array.from({ length: 11 }, (_, index) => buildRule({ id: `r${index}`, indexNumber: index }))
    expect(ruleTiles(many, choice).map(({ digit }) => digit)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, null, null])
  })

  it('refuses a rule that no other choice for this guest would allow, with the details', () => {
    const usedUp = buildRule({ id: 'usedUp', amountType: 'LIMIT', dayLimitCount: 3, usedToday: 3, countCycleNumber: 0 })
    const [first, last] = ruleTiles([usedUp, dear], choice)
    expect([first?.rule.id, first?.refusal]).toEqual(['dear', null])
    expect(last).toMatchObject({ digit: 1, refusal: { code: 'sessions.ruleUsedUp' } })
    expect(last?.reason).toMatchObject({ key: 'rule.no.usedUp', values: { used: 3, limit: 3 } })
  })

  it('allows a members-only rule before the member is chosen, and refuses it for a lower level', () => {
    const vip = buildRule({ memberLevel: 'vip', memberLevel_dictText: '贵宾', memberLevels: ['vip', 'top'] })
    expect(ruleTiles([vip], choice)[0]).toMatchObject({ reason: { key: 'rule.no.guest' }, refusal: null })
    const of = (memberLevel: string) => ruleTiles([vip], { ...choice, member: buildMember({ memberLevel }) })[0]
    expect(of('top')).toMatchObject({ reason: null, refusal: null })
    expect(of('')).toMatchObject({
      reason: { key: 'rule.no.level', values: { level: '贵宾' } },
      refusal: { code: 'sessions.ruleLevel' },
    })
  })
})

describe('the price on a tile', () => {
  const levelDiscounts = [{ level: 'gold', percent: 15 }]
  const choose = (memberLevel: string | null) =>
    ruleTiles([buildRule({ price: 68, levelDiscounts })], {
      type: 'BALANCE',
      mode: 'circlemode',
      people: 1,
      member: memberLevel === null ? null : buildMember({ balance: 60, availableBalance: 60, memberLevel }),
      now: Date.parse('2026-08-01T10:00:00Z'),
      canQueue: true,
    })[0]

  it('shows the price after the level discount beside the full price', () => {
    expect(choose('gold')).toMatchObject({ rule: { price: 57.8 }, fullPrice: 68, reason: null })
    expect(choose('silver')).toMatchObject({ rule: { price: 68 }, fullPrice: null, reason: { key: 'rule.no.balance' } })
    expect(choose(null)).toMatchObject({ rule: { price: 68 }, fullPrice: null })
  })
})
