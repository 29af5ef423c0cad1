import { describe, expect, it } from 'vitest'
import { agreementLack, isMinor } from './agreement.calc.ts'

describe('a guest', () => {
  it('is a minor until the eighteenth birthday begins', () => {
    expect(isMinor('2008-05-20', '2026-05-19')).toBe(true)
    expect(isMinor('2008-05-20', '2026-05-20')).toBe(false)
    expect(isMinor('2008-02-29', '2026-02-28')).toBe(true)
    expect(isMinor('2008-02-29', '2026-03-01')).toBe(false)
    expect(isMinor(null, '2026-05-20')).toBe(false)
  })
})

describe('the signature that a start wants', () => {
  const store = { agreementMode: 'block', agreementId: 'now' } as const

  it('is asked for where the text of today is not signed', () => {
    expect(agreementLack(store, { agreementId: '' })).toBe('block')
    expect(agreementLack(store, { agreementId: 'before' })).toBe('block')
    expect(agreementLack({ ...store, agreementMode: 'warn' }, { agreementId: '' })).toBe('warn')
    const rule = { needsAgreement: 'YES' } as const
    expect(agreementLack({ ...store, agreementMode: 'off' }, { agreementId: '' }, rule)).toBe('block')
    expect(agreementLack({ ...store, agreementMode: 'off' }, { agreementId: 'now' }, rule)).toBe('none')
  })

  it('is not asked for where it is there, not wanted, not known, or there is nothing to sign', () => {
    expect(agreementLack(store, { agreementId: 'now' })).toBe('none')
    expect(agreementLack({ ...store, agreementMode: 'off' }, { agreementId: '' })).toBe('none')
    expect(agreementLack({ ...store, agreementId: '' }, { agreementId: '' })).toBe('none')
    expect(agreementLack(store, { agreementId: null })).toBe('none')
    expect(agreementLack(store, null)).toBe('none')
  })
})
