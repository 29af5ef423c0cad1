import { describe, expect, it } from 'vitest'
import { buildMember, buildRecord } from '#tests/support/counter-data.ts'
import { canDeduct, canDelete, deductionOf, ticketsOf } from './play-records.calc.ts'

describe('the number of a ticket', () => {
  it('is both where the terminal printed another one than the server gave', () => {
    expect(ticketsOf({ ticketNo: 'A053', terminalTicket: 'K97-001' })).toBe('A053 / K97-001')
    expect(ticketsOf({ ticketNo: 'K97-001', terminalTicket: 'K97-001' })).toBe('K97-001')
    expect(ticketsOf({ ticketNo: 'A053', terminalTicket: '' })).toBe('A053')
  })
})

describe('pay-later records', () => {
  it('can be handled only while they are hung, and deducted only from a balance', () => {
    expect(canDeduct(buildRecord())).toBe(true)
    expect(canDeduct(buildRecord({ consumeType: 'NOCARDCONSUME' }))).toBe(false)
    for (const playState of ['CONSUMED', 'RECHARGED', 'ESCAPED', 'CANCELLED'] as const) {
      expect(canDeduct(buildRecord({ playState }))).toBe(false)
      expect(canDelete(buildRecord({ playState }))).toBe(false)
    }
  })

  it('show what a deduction takes from each wallet and what remains', () => {
    const member = buildMember({ balance: 30, give: 50 })
    expect(deductionOf(buildRecord(), member, 'paidFirst')).toEqual({
      covered: true,
      balance: 3000,
      give: 800,
      rest: 4200,
    })
  })

  it('show by how much the wallets fall short', () => {
    const member = buildMember({ balance: 10, give: 5 })
    expect(deductionOf(buildRecord(), member, 'paidFirst')).toEqual({
      covered: false,
      needed: '38.00',
      available: '15.00',
    })
  })
})
