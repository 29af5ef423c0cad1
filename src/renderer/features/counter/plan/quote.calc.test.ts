import { describe, expect, it } from 'vitest'
import type { ChargeLine, ChargeQuote } from '#shared/features/sessions/charge.schema.ts'
import { buildMember } from '#tests/support/venue/counter-data.ts'
import { cardLines, walletRows } from './quote.calc.ts'

const line = (given: Partial<ChargeLine>): ChargeLine => ({
  account: 'balance',
  projectType: '',
  projectType_dictText: '',
  amount: 0,
  before: 0,
  after: 0,
  lots: [],
  ...given,
})
const quoteOf = (...lines: ChargeLine[]): ChargeQuote => ({
  consumeType: 'BALANCE',
  payMode: 'balance',
  amount: 0,
  discount: 0,
  deposit: 0,
  lines,
  spendable: null,
  refusal: null,
  passwordRequired: false,
  bracelets: 0,
})
const rowOf = (quote: ChargeQuote | null, label: string) =>
  walletRows(buildMember({ balance: 30, give: 50 }), quote).find((row) => row.label === label)

describe('a quote', () => {
  it('shows beside each wallet what is taken and what remains', () => {
    const quote = quoteOf(line({ amount: 30, before: 30 }), line({ account: 'give', amount: 8.1, before: 50 }))
    expect(rowOf(quote, 'wallet.balance')).toMatchObject({ value: 30, taken: 30, after: 0 })
    expect(rowOf(quote, 'wallet.give')).toMatchObject({ value: 50, taken: 8.1, after: 41.9 })
    expect(rowOf(quote, 'wallet.integral')).toMatchObject({ taken: 0, after: 300 })
    expect(rowOf(null, 'wallet.balance')).toMatchObject({ taken: 0, after: 30 })
  })

  it('separates visits of a project from general ones', () => {
    const visits = { account: 'frequency', projectType: 'kart', projectType_dictText: '卡丁车', amount: 1 } as const
    const quote = quoteOf(line({ ...visits, before: 4 }), line({ ...visits, projectType: 'currency', amount: 2 }))
    const rows = walletRows(buildMember(), quote).filter(({ label }) => label === 'wallet.frequency')
    expect(rows).toMatchObject([
      { project: '', value: 10, taken: 2, after: 8 },
      { project: '卡丁车', value: 4, taken: 1, after: 3 },
    ])
  })

  it('lists the lots of a wallet only where one of them expires', () => {
    const open = { id: 'a', amount: 20, validUntil: null, lastDay: null }
    const ending = { id: 'b', amount: 10, validUntil: '2027-01-01 00:00:00', lastDay: '2026-12-31' }
    expect(rowOf(quoteOf(line({ amount: 20, lots: [open] })), 'wallet.balance')?.lots).toEqual([])
    expect(rowOf(quoteOf(line({ amount: 30, lots: [ending, open] })), 'wallet.balance')?.lots).toEqual([ending, open])
  })

  it('lists the unlimited card that is used, with what is left of a limited one', () => {
    const card = { account: 'unlimited', projectType: 'kart', projectType_dictText: '卡丁车', amount: 1 } as const
    expect(cardLines(quoteOf(line({ ...card, after: null })))).toEqual([
      { project: 'kart', name: '卡丁车', after: null },
    ])
    expect(cardLines(null)).toEqual([])
  })
})
