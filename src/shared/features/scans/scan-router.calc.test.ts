import { describe, expect, it } from 'vitest'
import type { ScanKind } from '#shared/ipc/devices.ts'
import { acceptRead, noReads, repeatWindowOf } from './repeat-filter.calc.ts'
import { classifyScan, defaultScanRules } from './scan-router.calc.ts'
import { ticketCode } from './ticket-code.calc.ts'

const OWN_COUPON = 'C.7Y864VZ8W4HV69'
const MEMBER_CODE = 'M.100001.1BQZ4K.3X5E11264SGFA'
const ORDER = '0199a0b2-7c41-7e55-9c1d-2f4b8a90c001'

describe('scan router', () => {
  it.each<[string, ScanKind, string]>([
    ['0006547886', 'memberCard', '0006547886'],
    ['06547886', 'memberCard', '0006547886'],
    ['033,48283', 'memberCard', '0002210971'],
    ['100001', 'memberCard', '100001'],
    [ORDER, 'ticket', ORDER],
    [ORDER.toUpperCase(), 'ticket', ORDER],
    [ticketCode(ORDER), 'ticket', ORDER],
    [ticketCode(ORDER).toLowerCase(), 'ticket', ORDER],
    [`https://kart.example/q/${ticketCode(ORDER).slice(2)}`, 'ticket', ORDER],
    [`T.${'Z'.repeat(25)}`, 'unknown', `T.${'Z'.repeat(25)}`],
    [`https://kart.example/#/game/queue?key=${ORDER}`, 'ticket', ORDER],
    [`https://elsewhere.example/?key=${ORDER}`, 'unknown', `https://elsewhere.example/?key=${ORDER}`],
    ['101234567890123456', 'payCode', '101234567890123456'],
    ['151234567890123456', 'payCode', '151234567890123456'],
    ['161234567890123456', 'coupon', '161234567890123456'],
    ['2512345678901234', 'payCode', '2512345678901234'],
    ['301234567890123456789012', 'payCode', '301234567890123456789012'],
    ['3112345678901234', 'coupon', '3112345678901234'],
    ['MT-2026-000123456', 'coupon', 'MT-2026-000123456'],
    [OWN_COUPON, 'ownCoupon', OWN_COUPON],
    [OWN_COUPON.toLowerCase(), 'ownCoupon', OWN_COUPON],
    // Its check character is wrong.
    [`${OWN_COUPON.slice(0, -1)}2`, 'unknown', `${OWN_COUPON.slice(0, -1)}2`],
    [MEMBER_CODE, 'memberCode', MEMBER_CODE],
    [MEMBER_CODE.toLowerCase(), 'memberCode', MEMBER_CODE],
    [MEMBER_CODE.slice(0, -1), 'unknown', MEMBER_CODE.slice(0, -1)],
    ['13800001111', 'unknown', '13800001111'],
    ['hello world', 'unknown', 'hello world'],
    ['', 'memberCard', ''],
    ['  \r\n', 'memberCard', ''],
  ])('takes %s for a %s', (value, kind, expected) => {
    expect(classifyScan({ value, source: 'wedge' })).toEqual({ kind, value: expected })
  })

  it.each<[string, ScanKind, ScanKind]>([
    ['0006547886', 'coupon', 'coupon'],
    ['0006547886', 'staffBadge', 'staffBadge'],
    ['0006547886', 'payCode', 'memberCard'],
    [ORDER, 'memberCard', 'ticket'],
    ['A008', 'ticket', 'ticket'],
    ['T1-007', 'ticket', 'ticket'],
    ['101234567890123456', 'memberCard', 'payCode'],
    ['101234567890123456', 'staffBadge', 'payCode'],
    ['0006547886', 'unknown', 'memberCard'],
    [OWN_COUPON, 'coupon', 'coupon'],
    [OWN_COUPON, 'memberCard', 'ownCoupon'],
  ])('reads %s where a %s is awaited as a %s', (value, context, kind) => {
    expect(classifyScan({ value, source: 'wedge', context }).kind).toBe(kind)
  })

  it('never classifies a card from a card reader as a coupon', () => {
    expect(classifyScan({ value: '0006547886', source: 'serial', context: 'coupon' }).kind).toBe('memberCard')
  })

  it('normalizes cards of keyboard readers by their format, but not typed text', () => {
    const rules = { ...defaultScanRules, wedgeFormat: 'decimal10Reversed' } as const
    expect(classifyScan({ value: '3891977766', source: 'wedge' }, rules).value).toBe('0652147431')
    expect(classifyScan({ value: '3891977766', source: 'serial' }, rules).value).toBe('3891977766')
    expect(classifyScan({ value: '12345678', source: 'manual' }, rules).value).toBe('12345678')
    expect(classifyScan({ value: '0F0021BC9B', source: 'wedge' }, { ...rules, wedgeFormat: 'hex' })).toEqual({
      kind: 'memberCard',
      value: '0002210971',
    })
  })

  it('recognises badges by their configured prefix, and truncates overlong text', () => {
    expect(classifyScan({ value: 'PB0042', source: 'wedge' }, { ...defaultScanRules, badge: /^PB\d{4}$/ }).kind).toBe(
      'staffBadge',
    )
    expect(classifyScan({ value: 'x'.repeat(500), source: 'wedge' })).toEqual({
      kind: 'unknown',
      value: 'x'.repeat(200),
    })
  })
})

describe('repeat filter', () => {
  const accepted = (reads: [string, number][]) => {
    let state = noReads
    return reads.filter(([value, at]) => {
      const step = acceptRead(state, value, at)
      state = step.reads
      return step.accepted
    })
  }

  it('reports a card left on the reader once, and again 1.2 s after its removal', () => {
    const lying = Array.from({ length: 20 }, (_, i): [string, number] => ['0006547886', i * 300])
    const last = 19 * 300
    expect(accepted([...lying, ['0006547886', last + 1199]])).toHaveLength(1)
    expect(accepted([...lying, ['0006547886', last + 1200]])).toHaveLength(2)
  })

  it('filters each card separately', () => {
    expect(accepted([['a', 0], ['b', 10], ['a', 20], ['b', 30]])).toEqual([['a', 0], ['b', 10]]) // biome-ignore format: a table
  })

  it('tolerates a clock that is set back', () => {
    expect(accepted([['a', 100_000], ['a', 99_800]])).toHaveLength(1) // biome-ignore format: a table
    expect(accepted([['a', 100_000], ['a', 0]])).toHaveLength(2) // biome-ignore format: a table
  })

  it('takes a code that a person scans again at once, and no bounce of it', () => {
    const window = repeatWindowOf({ kind: 'coupon', source: 'wedge' })
    let state = noReads
    const accepted = [0, 150, 700, 1300].map((at) => {
      const step = acceptRead(state, '6901234567892', at, window)
      state = step.reads
      return step.accepted
    })
    expect(accepted).toEqual([true, false, true, true])
    // A card that lies on its reader meanwhile is still one event.
    const card = acceptRead(noReads, 'card', 0).reads
    expect(acceptRead(acceptRead(card, '6901234567892', 600, window).reads, 'card', 900).accepted).toBe(false)
    expect(repeatWindowOf({ kind: 'memberCard', source: 'wedge' })).toBe(
      repeatWindowOf({ kind: 'unknown', source: 'serial' }),
    )
  })

  it('discards expired entries', () => {
    let state = noReads
    for (let i = 0; i < 5000; i++) state = acceptRead(state, `card ${i}`, i * 100).reads
    expect(state.size).toBeLessThan(20)
  })
})
