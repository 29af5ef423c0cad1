import { expect, it } from 'vitest'
import { classifyScan } from '#shared/features/scans/index.ts'
import { memberOnPage } from '#tests/support/member-page.ts'
import { codeAndFieldOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'

const { server, venue, manager } = await testVenue(['manager'])
const neighbour = await server.signIn('manager2')

const codeOfNew = async () => {
  const { id, client } = await memberOnPage(server, venue, await venue.member())
  const { code, secondsLeft } = (await client.memberHome.code()).result
  return { id, client, code, secondsLeft }
}
const found = (code: string) => manager.members.searchMemberById({ query: { idCard: code } })

it('names the member at the counter while it is shown and for half a minute more; a screenshot is refused', async () => {
  const { id, client, code, secondsLeft } = await codeOfNew()
  expect(secondsLeft).toBeGreaterThan(0)
  expect(secondsLeft).toBeLessThanOrEqual(30)
  expect(classifyScan({ value: ` ${code.toLowerCase()}`, source: 'wedge' })).toEqual({
    kind: 'memberCode',
    value: code,
  })
  expect((await found(code)).result).toMatchObject({ id })
  server.clock.advance(30_000)
  expect((await client.memberHome.code()).result.code).not.toBe(code)
  expect((await found(code)).result).toMatchObject({ id })
  server.clock.advance(30_000)
  expect(await codeAndFieldOf(found(code))).toBe('members.codeExpired idCard')
})

it('is refused at another store, with another number, and where a character was changed', async () => {
  const { code } = await codeOfNew()
  const { id: other } = await codeOfNew()
  const [prefix, , window = '', stamp = ''] = code.split('.')
  const forged = [
    [prefix, other, window, stamp].join('.'),
    [prefix, '99999999', window, stamp].join('.'),
    code.slice(0, -1) + (code.endsWith('0') ? '1' : '0'),
    [prefix, code.split('.')[1], (Number.parseInt(window, 36) + 1).toString(36).toUpperCase(), stamp].join('.'),
  ]
  for (const one of forged) expect(await codeAndFieldOf(found(one)), one).toBe('members.codeInvalid idCard')
  expect(await codeAndFieldOf(neighbour.members.searchMemberById({ query: { idCard: code } }))).toBe(
    'members.codeInvalid idCard',
  )
})
