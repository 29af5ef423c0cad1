import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { memberOnPage } from '#tests/support/member-page.ts'
import { codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE } from '#tests/support/venue/venue.ts'
import { WECHAT_APP, WECHAT_SECRET, wechatGateway } from '#tests/support/wechat-gateway.ts'

let at = () => new Date()
const gateway = await wechatGateway(() => at())
const { server, venue, hq, manager } = await testVenue(['hq', 'manager'], {
  ...gateway.config,
  publicUrl: 'https://venue.example',
})
at = () => server.clock.now()
afterAll(() => gateway.close())

const OTHER_STORE = 'A01A02'
const guest = server.client()
const STATE = 'a1b2c3d4e5f60718'

beforeAll(async () => {
  const account = { orgCode: 'A01', enabled: true, sandbox: false, appId: WECHAT_APP } as const
  for (const kind of ['official', 'miniApp'] as const)
    await hq.wechatAccounts.edit({ body: { ...account, kind, secrets: { secret: WECHAT_SECRET } } })
})

let codes = 0
/** A code of a WeChat user; each call is another code. The gateway's openid is the code without its number. */
function codeFor(name: string): string {
  const code = `code-${name}`
  gateway.state.usedCodes.delete(code)
  codes++
  return code
}
const enter = async (name: string, store = STORE, wechatKind: 'official' | 'miniApp' = 'official') =>
  (await guest.memberWechat.signIn({ body: { store, wechatKind, code: codeFor(name) } })).result
const bound = async (name: string) => {
  const member = await memberOnPage(
    server,
    venue,
    await venue.member({ phone: `1391${String(codes).padStart(7, '0')}` }),
  )
  const { proof } = await enter(name)
  await member.client.memberWechat.bind({ body: { proof } })
  return member
}
let name: string
beforeEach(() => {
  name = `user-${codes}`
})

describe('a sign-in by WeChat', () => {
  it('signs the member of a bound openid in, and gives others only a proof', async () => {
    const first = await enter(name)
    expect(first).toMatchObject({ token: '', member: null })
    expect(first.proof).not.toContain(`openid-${name}`)
    const member = await bound(name)
    const session = await enter(name)
    expect(session).toMatchObject({ proof: '', member: { id: member.id } })
    expect((await server.client(session.token).memberPage.me({})).result.id).toBe(member.id)
  })

  it('does not sign anybody in at another store', async () => {
    await bound(name)
    expect(await enter(name, OTHER_STORE)).toMatchObject({ token: '', member: null })
    expect(await codeOf(enter(name, 'A01'))).toBe('memberPage.storeUnknown')
  })

  it('takes a code once, and no invented one', async () => {
    const code = codeFor(name)
    const body = { store: STORE, wechatKind: 'official', code } as const
    await guest.memberWechat.signIn({ body })
    expect(await codeOf(guest.memberWechat.signIn({ body }))).toBe('wechat.codeInvalid')
    expect(await codeOf(guest.memberWechat.signIn({ body: { ...body, code: 'invented' } }))).toBe('wechat.codeInvalid')
  })

  it('waits after many invented codes from one address', async () => {
    const body = { store: STORE, wechatKind: 'official' } as const
    const invented = (code: string) => codeOf(guest.memberWechat.signIn({ body: { ...body, code } }))
    const answers = await Promise.all(Array.from({ length: 45 }, (_, count) => invented(`invented-${count}`)))
    expect(answers.filter((one) => one === 'wechat.codeInvalid').length).toBeLessThan(42)
    expect(answers).toContain('auth.lockedOut')
    server.clock.advance(86_400_000)
  })

  it('is refused to frozen members, and ends with the binding', async () => {
    const member = await bound(name)
    await venue.inEveryStore((trx) =>
      trx.updateTable('member').set({ frozen: true }).where('id', '=', member.id).execute(),
    )
    expect(await codeOf(enter(name))).toBe('members.frozen')
  })

  it('counts the scan of a mini-app’s code', async () => {
    await manager.wechatQrCodes.add({
      body: { qrName: '台卡', wechatKind: 'miniApp', wechatTarget: 'store', scene: 'table-1' },
    })
    const body = { store: STORE, wechatKind: 'miniApp', code: codeFor(name), scene: 'table-1' } as const
    await guest.memberWechat.signIn({ body })
    await codeOf(guest.memberWechat.signIn({ body }))
    const [row] = (await manager.wechatQrCodes.list({ query: { scene: 'table-1' } })).result.records
    expect(row).toMatchObject({ scanCount: 1, followCount: 0 })
  })
})

describe('binding', () => {
  it('to another member ends the sessions of the first', async () => {
    // From before the openid was bound.
    const { proof } = await enter(name)
    const first = await bound(name)
    const byWechat = await enter(name)
    const second = await memberOnPage(server, venue, await venue.member())
    await second.client.memberWechat.bind({ body: { proof } })
    for (const token of [first.token, byWechat.token])
      expect(await codeOf(server.client(token).memberPage.me({}))).toBe('auth.tokenInvalid')
    expect((await enter(name)).member?.id).toBe(second.id)
    expect((await second.client.memberPage.me({})).result.id).toBe(second.id)
    const trail = JSON.stringify(await venue.rows('auditEntry').where('action', '/m/wechat/bind'))
    expect(trail).toContain(second.id)
    expect(trail).not.toContain(proof)
  })

  it('needs a proof of this store that is not old', async () => {
    const member = await memberOnPage(server, venue, await venue.member())
    const bind = (proof: string) => codeOf(member.client.memberWechat.bind({ body: { proof } }))
    const elsewhere = (await enter(name, OTHER_STORE)).proof
    expect(await bind(elsewhere)).toBe('wechat.proofEnded')
    const { proof } = await enter(name)
    expect(await bind(`${proof.slice(0, -8)}AAAAAAA=`)).toBe('wechat.proofEnded')
    expect(await bind('v1.')).toBe('wechat.proofEnded')
    expect(await codeOf(guest.memberWechat.bind({ body: { proof } }))).toBe('auth.tokenMissing')
    server.clock.advance(15 * 60_000)
    expect(await bind(proof)).toBe('wechat.proofEnded')
  })

  it('ends with the phone that it was proven by', async () => {
    const member = await bound(name)
    expect((await venue.rows('member').where('id', member.id))[0]?.openid).toBe(`openid-${name}`)
    await venue.inEveryStore((trx) =>
      trx.updateTable('member').set({ phone: '13899990000' }).where('id', '=', member.id).execute(),
    )
    expect(await enter(name)).toMatchObject({ token: '', member: null })
    expect((await venue.rows('member').where('id', member.id))[0]?.openid).toBe('')
  })

  it('of a member that was merged ends with the phone of the remaining one', async () => {
    const merged = await bound(name)
    const into = await venue.member({ phone: '13899990010' })
    const set = (id: string, values: { mergedInto: string } | { phone: string }) =>
      venue.inEveryStore((trx) => trx.updateTable('member').set(values).where('id', '=', id).execute())
    await set(merged.id, { mergedInto: into })
    expect((await enter(name)).member?.id).toBe(into)
    await set(into, { phone: '13899990011' })
    expect(await enter(name)).toMatchObject({ token: '', member: null })
  })
})

describe('the authorization', () => {
  it('leads to WeChat and back to the page of the store', async () => {
    const { url } = (await guest.memberWechat.authorization({ query: { store: STORE, state: STATE } })).result
    expect(url).toBe(
      `https://open.weixin.qq.com/connect/oauth2/authorize?appid=${WECHAT_APP}&redirect_uri=https%3A%2F%2Fvenue.example%2Fm%2F${STORE}&response_type=code&scope=snsapi_base&state=${STATE}#wechat_redirect`,
    )
    const hostile = guest.memberWechat.authorization({ query: { store: STORE, state: '&redirect_uri=x' } })
    expect(await codeOf(hostile)).toBe('common.invalidInput')
  })

  it('is empty without an account', async () => {
    await hq.wechatAccounts.edit({ body: { orgCode: 'A01', kind: 'official', enabled: false } })
    const { url } = (await guest.memberWechat.authorization({ query: { store: STORE, state: STATE } })).result
    expect(url).toBe('')
    expect(await codeOf(enter(name))).toBe('wechat.noAccount')
  })
})
