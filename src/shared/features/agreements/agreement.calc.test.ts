import { describe, expect, it } from 'vitest'
import { isMinor, missingAgreement } from './agreement.calc.ts'

describe('a guest', () => {
  it('is a minor until the eighteenth birthday begins', () => {
    expect(isMinor('2008-05-20', '2026-05-19')).toBe(true)
    expect(isMinor('2008-05-20', '2026-05-20')).toBe(false)
    expect(isMinor('2008-02-29', '2026-02-28')).toBe(true)
    expect(isMinor('2008-02-29', '2026-03-01')).toBe(false)
    expect(isMinor(null, '2026-05-20')).toBe(false)
  })
})

describe('the signature that a start requires', () => {
  const store = { agreementMode: 'block', agreementId: 'now' } as const

  it('is required where the current text is not signed', () => {
    expect(missingAgreement(store, { agreementId: '' })).toBe('block')
    expect(missingAgreement(store, { agreementId: 'before' })).toBe('block')
    expect(missingAgreement({ ...store, agreementMode: 'warn' }, { agreementId: '' })).toBe('warn')
    const rule = { needsAgreement: 'YES' } as const
    expect(missingAgreement({ ...store, agreementMode: 'off' }, { agreementId: '' }, rule)).toBe('block')
    expect(missingAgreement({ ...store, agreementMode: 'off' }, { agreementId: 'now' }, rule)).toBe('none')
  })

  it('is not required where it exists, is not demanded, is unknown, or nothing is published', () => {
    expect(missingAgreement(store, { agreementId: 'now' })).toBe('none')
    expect(missingAgreement({ ...store, agreementMode: 'off' }, { agreementId: '' })).toBe('none')
    expect(missingAgreement({ ...store, agreementId: '' }, { agreementId: '' })).toBe('none')
    expect(missingAgreement(store, { agreementId: null })).toBe('none')
    expect(missingAgreement(store, null)).toBe('none')
  })
})
