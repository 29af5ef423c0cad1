import { expect, it } from 'vitest'
import { buildRule } from '#tests/support/venue/counter-data.ts'
import { venue } from '#tests/support/venue/counter-venue.ts'
import { withLocalUses, withUsesOfMember } from './rule-uses.ts'

// 03:00 of the 3rd in Shanghai: an hour of the 2nd is left.
const store = { ...venue.snapshot().store, dayStartHour: 4 }
const now = new Date('2026-03-02T19:00:00Z')
const minutes = (later: number) => new Date(now.getTime() + later * 60_000)

it('adds local starts to the uses at the server of the business day', () => {
  const rule = buildRule({ id: 'a', businessDay: '2026-03-02', usedToday: 3 })
  const asked: unknown[] = []
  const outbox = {
    usesSince: (_orgCode: string, serverReadAt: number, from: Date) => {
      asked.push({ serverReadAt, from })
      return from < now
        ? [
            { ruleId: 'a', uses: 1 },
            { ruleId: 'b', uses: 1 },
          ]
        : []
    },
  }
  const at = (when: Date) => withLocalUses(outbox, [rule], store, 7, when)[0]
  expect(at(now)).toMatchObject({ businessDay: '2026-03-02', usedToday: 4 })
  expect(asked).toEqual([{ serverReadAt: 7, from: new Date('2026-03-01T20:00:00Z') }])
  // The next day nothing of that counts.
  expect(at(minutes(61))).toMatchObject({ businessDay: '2026-03-03', usedToday: 0 })
  expect(withLocalUses(undefined, [rule], store, 7, now)[0]).toMatchObject({ usedToday: 3 })
})

it('counts a member by local starts of the business day', () => {
  const outbox = { usesOfMember: () => [minutes(-1), minutes(-25 * 60)] }
  const rule = buildRule({ businessDay: '2026-03-02' })
  expect(withUsesOfMember(outbox, rule, '100001', store)).toMatchObject({ memberUsed: 2, memberUsedToday: 1 })
})
