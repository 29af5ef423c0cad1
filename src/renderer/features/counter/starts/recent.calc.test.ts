import { describe, expect, it } from 'vitest'
import type { PlayRecord } from '#shared/features/sessions/play-before-pay.contract.ts'
import { hasTicket, recentStarts, startOf, withoutServed } from './recent.calc.ts'

const record = (id: string, given: Partial<PlayRecord> = {}) =>
  ({
    id,
    playState: 'PENDING',
    refundState: 'none',
    createTime: '2026-05-01 10:00:00',
    ticketNo: 'A001',
    terminalTicket: '',
    userId: '100001',
    userTruenmae: '张伟',
    userNickname: '',
    racer: '神秘车手',
    ruleId: 'r1',
    roleName: '标准卡丁',
    consumeType: 'BALANCE',
    people: 2,
    price: 76,
    vehicleName: '01',
    offline: false,
    ...given,
  }) as PlayRecord

describe('the last starts', () => {
  it('are those of the store, newest first, with local starts that the server has not listed yet', () => {
    const own = startOf(record('own', { createTime: '2026-05-01 10:02:00', ticketNo: 'T1-007' }))
    const records = [record('new', { createTime: '2026-05-01 10:03:00' }), record('old')]
    expect(recentStarts(records, [own]).map(({ outcome }) => outcome.id)).toEqual(['new', 'own', 'old'])
    expect(recentStarts(undefined, [own])).toEqual([own])
  })

  it('show both numbers of a ticket that has two, once, and no cancelled start', () => {
    const own = startOf(record('one', { ticketNo: 'T1-001' }))
    const known = record('one', { ticketNo: 'A053', terminalTicket: 'T1-001' })
    const starts = recentStarts([known, record('gone', { playState: 'CANCELLED' })], [own])
    expect(starts).toHaveLength(1)
    expect(starts[0]).toMatchObject({ outcome: { ticketNo: 'A053 / T1-001' }, memberName: '张伟', price: '76.00' })
    expect(starts[0]?.again).toEqual({
      type: 'BALANCE',
      ruleId: 'r1',
      people: 2,
      racer: '神秘车手',
      memberId: '100001',
    })
  })

  it('show unpaid and refunded ones, and offer no reprint without a ticket', () => {
    const records = [
      record('scan', { playState: 'NOPAY', createTime: '2026-05-01 10:05:00', ticketNo: '' }),
      record('back', { playState: 'CONSUMED', refundState: 'refunded', createTime: '2026-05-01 10:04:00' }),
      record('void', { playState: 'CANCELLED', refundState: 'voided', createTime: '2026-05-01 10:03:00' }),
      record('gone', { playState: 'CANCELLED', createTime: '2026-05-01 10:02:00' }),
      record('ride', { playState: 'CONSUMED' }),
    ]
    // What this counter remembers of a start is older than what the server says of it.
    const starts = recentStarts(records, [startOf(record('void'))])
    expect(starts.map((start) => [start.outcome.id, start.money, hasTicket(start)])).toEqual([
      ['scan', 'unpaid', false],
      ['back', 'refunded', true],
      ['void', 'voided', false],
      ['ride', 'none', true],
    ])
  })

  it('drop entries that have left the offline queue', () => {
    const own = ['ride', 'other', 'left', 'waits'].map((id) => startOf(record(id)))
    const [ride, other, , waits] = own
    expect(withoutServed(own, [{ id: 'left' }, { id: 'waits' }], [{ id: 'waits' }])).toEqual([ride, other, waits])
    expect(withoutServed(own, [], [{ id: 'waits' }])).toEqual(own)
  })
})
