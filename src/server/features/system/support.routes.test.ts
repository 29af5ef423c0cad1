import { describe, expect, it } from 'vitest'
import { codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'

const { server, admin, hq, cashier } = await testVenue(['admin', 'hq', 'cashier'])

const code = { title: '微信收款', picture: 'support/202601/pay.jpg' }

describe('contact support', () => {
  it('is empty until it is filled in, and shows contacts but no payment details without a sign-in', async () => {
    expect((await cashier.support.query()).result).toMatchObject({ phone: '', paymentCodes: [], bankAccount: '' })
    await admin.support.edit({
      body: { phone: '4008201234', hours: '9:00–21:00', paymentCodes: [code], bankAccount: '6222 0000' },
    })
    await admin.support.edit({ body: { wechat: 'pitlane-help', wechatPicture: 'support/202601/qr.jpg' } })
    const known = { phone: '4008201234', hours: '9:00–21:00', wechat: 'pitlane-help' }
    expect((await cashier.support.query()).result).toMatchObject({
      ...known,
      paymentCodes: [code],
      bankAccount: '6222 0000',
    })
    const answer = await server.request('/api/sys/support/contact')
    const { result } = (await answer.json()) as { result: object }
    expect(result).toMatchObject(known)
    expect(Object.keys(result).toSorted()).toEqual(['address', 'hours', 'phone', 'wechat', 'wechatPicture'])
  })

  it('is changed only by the platform, with an audit entry', async () => {
    for (const client of [hq, cashier])
      expect(await codeOf(client.support.edit({ body: { phone: '1' } }))).toBe('auth.forbidden')
    expect((await admin.signIn.permissions()).result.allAuth.map(({ action }) => action)).toContain('support:edit')
    await admin.support.edit({ body: { hours: '8:00–20:00' } })
    const trail = await admin.logs.history({ query: { kind: '/sys/support', id: 'support' } })
    expect(trail.result[0]).toMatchObject({ before: { hours: '9:00–21:00' }, after: { hours: '8:00–20:00' } })
  })

  it.each([
    ['wechatPicture', { wechatPicture: 'javascript:alert(1)' }],
    ['phone', { phone: '1'.repeat(33) }],
    ['paymentCodes', { paymentCodes: Array.from({ length: 5 }, () => code) }],
  ])('refuses a wrong %s by its name', async (field, body) => {
    const error = await admin.support.edit({ body }).catch((one: unknown) => one)
    expect(error).toMatchObject({ code: 'common.invalidInput', details: { field } })
  })
})
