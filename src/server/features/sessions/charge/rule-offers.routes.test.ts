import { describe, expect, it } from 'vitest'
import { businessDay } from '#shared/core/time.ts'
import { ruleRefusal } from '#shared/features/rules/rule-offer.calc.ts'
import { type LimitedVenue, limitedVenue, refusal } from '#tests/support/venue/limited-rules.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { seen } from '#tests/support/venue/venue.ts'

const { server } = await testVenue()
const venue = await limitedVenue(server)

await venue.levels('low', 'mid', 'high')
const manager = await server.signIn('manager2')
const hq = await server.signIn('hq')

describe('the predicted refusal at a counter', () => {
  /** The refusal that a counter predicts from its lists. */
  async function predicted(ruleId: string, userId: string) {
    const query = { id: ruleId, pageSize: 10 }
    const [offer] = (await manager.consumeRules.listActive({ query })).result.records
    if (!offer) throw new Error('the rule is not offered')
    if (userId === '') return ruleRefusal(offer, null)
    const { memberLevel } = await seen(manager, userId)
    const [own] = (await manager.consumeRules.listForMember({ query: { ...query, userId } })).result.records
    const { memberUsed = 0, memberUsedToday = 0 } = own ?? {}
    return ruleRefusal({ ...offer, memberUsed, memberUsedToday }, { memberLevel })
  }

  it('equals the server’s refusal, with the same amounts', async () => {
    const day = businessDay(server.clock.now())
    const today = new Date(`${day}T00:00:00Z`).getUTCDay() || 7
    const limits: Parameters<LimitedVenue['rule']>[0][] = [
      { useMode: 'lineup' },
      { useMode: 'lineup', useBracelet: true },
      { memberDays: [today] },
      { memberDays: [(today % 7) + 1] },
      { memberLevel: 'mid' },
      { limited: true, dailyLimit: 1 },
      { limited: true, dailyLimit: 4, memberLimit: 1 },
      { memberDays: [today], memberDayLimit: 1 },
      { memberDayLimit: 0 },
      { limited: true, memberLevel: 'low', dailyLimit: 2, memberLimit: 1, memberDays: [today], memberDayLimit: 0 },
    ]
    const guests = ['', await venue.richMember(), await venue.richMember({ memberLevel: 'mid' })]
    const codes = new Set<string>()
    const compare = async (given: (typeof limits)[number]) => {
      const { id: ruleId } = await venue.limitedRule(given)
      for (const userId of [...guests, ...guests]) {
        const expected = await predicted(ruleId, userId)
        const { code, details } = await refusal(venue.begin(manager, { ruleId, userId }))
        expect(code).toBe(expected?.code ?? 'no refusal')
        // Weekdays are translated.
        if (expected?.details.days === undefined) expect(details).toEqual(expected?.details)
        codes.add(code)
      }
    }
    await Promise.all(limits.map(compare))
    expect(codes.size).toBe(8)
  })

  it('covers rules of the member’s store and level, and none for an unknown member', async () => {
    const { id: open } = await venue.limitedRule()
    const { id: gold } = await venue.limitedRule({ memberLevel: 'mid' })
    const { id: elsewhere } = await venue.rule()
    const query = { id: [open, gold, elsewhere].join(','), pageSize: 10 }
    const ids = async (userId: string) => {
      const { result } = await hq.consumeRules.listForMember({ query: { ...query, userId } })
      return [result.total, ...result.records.map(({ id }) => id)]
    }
    expect(await ids(await venue.richMember())).toEqual([1, open])
    expect(await ids(await venue.richMember({ memberLevel: 'high' }))).toEqual([2, open, gold])
    expect(await ids(await venue.member())).toEqual([1, elsewhere])
    expect(await ids('999999')).toEqual([0])
  })

  it('is part of the terminal’s snapshot', async () => {
    const { id } = await venue.limitedRule({ limited: true, dailyLimit: 5, memberLevel: 'mid' })
    const userId = await venue.richMember({ memberLevel: 'mid' })
    const cancelled = await venue.begin(manager, { ruleId: id, userId })
    await manager.playBeforePay.delete({ query: { id: cancelled } })
    await venue.begin(manager, { ruleId: id, userId })
    const { rules } = (await manager.terminals.snapshot()).result
    expect(rules.find((one) => one.id === id)).toMatchObject({
      dayLimitCount: 5,
      usedToday: 1,
      businessDay: businessDay(server.clock.now()),
      memberLevel_dictText: 'mid 卡',
      memberLevels: ['mid', 'high'],
    })
  })
})
