import { beforeEach, describe, expect, it } from 'vitest'
import { codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE } from '#tests/support/venue/venue.ts'
import { bindOpenid, holderOf } from './member-openids.service.ts'

const { server, venue } = await testVenue()
const APP = 'wx1234567890abcdef'
let one: string
let other: string
beforeEach(async () => {
  one = await venue.member()
  other = await venue.member()
})

let touched = 0
const bind = (memberId: string, openid: string, appId = APP, orgCode = STORE) =>
  venue.inEveryStore((trx) =>
    bindOpenid(server.deps, { touched: () => void touched++ }, trx, {
      orgCode,
      memberId,
      appId,
      openid,
      isOfficial: appId === APP,
    }),
  )
const holder = (openid: string, orgCode = STORE) =>
  venue.inEveryStore((trx) => holderOf(trx, { orgCode, appId: APP, openid }))
const openidOf = async (id: string) => (await venue.rows('member').where('id', id))[0]?.openid

describe('binding an openid', () => {
  it('gives it one member of the store, and messages of the store this address', async () => {
    expect(await bind(one, 'openid-a')).toEqual([one])
    expect(await holder('openid-a')).toBe(one)
    expect(await openidOf(one)).toBe('openid-a')
    expect(await bind(one, 'openid-a')).toEqual([])
  })

  it('to another member ends the binding of the first', async () => {
    await bind(one, 'openid-b')
    expect((await bind(other, 'openid-b')).sort()).toEqual([one, other].sort())
    expect(await holder('openid-b')).toBe(other)
    expect([await openidOf(one), await openidOf(other)]).toEqual(['', 'openid-b'])
  })

  it('replaces the member’s earlier openid of this app, and leaves other apps alone', async () => {
    await bind(one, 'openid-c')
    await bind(one, 'openid-mini', 'wxffffffffffffffff')
    expect(await bind(one, 'openid-d')).toEqual([one])
    expect(await holder('openid-c')).toBeUndefined()
    expect(await openidOf(one)).toBe('openid-d')
    expect(await venue.rows('memberOpenid').where('memberId', one)).toHaveLength(2)
  })

  it('ends with the phone that the member had, whoever had that', async () => {
    await bind(one, 'openid-h')
    const change = (set: { phone: string } | { nickname: string }) =>
      venue.inEveryStore((trx) => trx.updateTable('member').set(set).where('id', '=', one).execute())
    await change({ nickname: '改名' })
    expect(await holder('openid-h')).toBe(one)
    await change({ phone: '13899990001' })
    expect([await holder('openid-h'), await openidOf(one)]).toEqual([undefined, ''])
  })

  it('leaves an entry in the trail where something changes', async () => {
    const before = touched
    await bind(one, 'openid-e')
    await bind(one, 'openid-e')
    await bind(other, 'openid-e')
    expect(touched - before).toBe(2)
  })

  it('is refused for unknown and merged members', async () => {
    expect(await codeOf(bind('999999999', 'openid-f'))).toBe('members.notFound')
    expect(await codeOf(bind(one, 'openid-f', APP, 'A01A02'))).toBe('members.notFound')
    await venue.inEveryStore((trx) =>
      trx.updateTable('member').set({ mergedInto: other }).where('id', '=', one).execute(),
    )
    expect(await codeOf(bind(one, 'openid-f'))).toBe('members.notFound')
  })

  it('of one openid to two members at once leaves it with one of them', async () => {
    await Promise.all([bind(one, 'openid-g'), bind(other, 'openid-g'), bind(one, 'openid-g')])
    const rows = await venue.rows('memberOpenid').where('openid', 'openid-g')
    expect(rows).toHaveLength(1)
    const withAddress = await venue.rows('member').where('openid', 'openid-g')
    expect(withAddress.map(({ id }) => id)).toEqual([rows[0]?.memberId])
  })
})
