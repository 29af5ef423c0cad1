import { describe, expect, it } from 'vitest'
import type { ExchangeOption } from '#shared/features/exchange/exchanges.schema.ts'
import { exchangePreview, mostOf, previewProblem } from './exchange-preview.calc.ts'

const option: ExchangeOption = {
  rateId: 'a rate',
  fromWallet: 'balance',
  fromProject: '',
  fromProject_dictText: '',
  toWallet: 'laps',
  toProject: '',
  toProject_dictText: '',
  fromAmount: 7.5,
  toAmount: 2,
  minimum: 7.5,
  step: 2.5,
  dayLimit: 100,
  available: 60.1,
  toValue: 5,
  usedToday: 70,
  refusal: '',
}

describe('the preview of an exchange', () => {
  it('shows both wallets in their own units, rounded down', () => {
    expect(exchangePreview(option, 17.5)).toEqual({ received: 4, fromAfter: 42.6, toAfter: 9 })
  })

  it('shows nothing for no amount, and for a part of a point', () => {
    expect(exchangePreview(option, null)).toBeNull()
    expect(exchangePreview({ ...option, fromWallet: 'integral' }, 17.5)).toBeNull()
  })

  it('offers the most that the limit of the day and the wallet allow, in whole steps', () => {
    expect(mostOf(option)).toBe(30)
    expect(mostOf({ ...option, dayLimit: -1 })).toBe(60)
    expect(mostOf({ ...option, available: 7.4 })).toBe(0)
  })

  it('names the limits in amounts of the wallet', () => {
    expect(previewProblem(option, 30)).toBeNull()
    expect(previewProblem(option, 5)).toEqual({ code: 'exchange.belowMinimum', details: { minimum: 7.5 } })
    expect(previewProblem(option, 32.5)).toEqual({ code: 'exchange.dayLimit', details: { limit: 100, left: 30 } })
  })
})
