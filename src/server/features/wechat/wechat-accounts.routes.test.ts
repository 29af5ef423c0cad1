import { createHash } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { scopeOf } from '#server/db/database.ts'
import { newId } from '#shared/core/id.ts'
import { menuLimits } from '#shared/features/wechat/wechat-menu.calc.ts'
import { until } from '#tests/support/until.ts'
import { codeAndFieldOf, codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE } from '#tests/support/venue/venue.ts'
import { WECHAT_APP, WECHAT_SECRET, wechatGateway } from '#tests/support/wechat-gateway.ts'

const CHAIN = 'A01'
let at = () => new Date()
const gateway = await wechatGateway(() => at())
const { server, venue, hq, manager, admin } = await testVenue(['hq', 'manager', 'admin'], {
  ...gateway.config,
  publicUrl: 'https://venue.example',
})
at = () => server.clock.now()
afterAll(() => gateway.close())

type Edit = Parameters<typeof hq.wechatAccounts.edit>[0]['body']
const rowsOf = <T extends 'wechatAccount' | 'wechatToken' | 'auditEntry'>(table: T) =>
  venue.inEveryStore((trx) =>
    trx
      .selectFrom(table as 'wechatToken')
      .selectAll()
      .execute(),
  )
const official = { orgCode: CHAIN, kind: 'official' } as const
const edit = (body: Partial<Edit> = {}, by = hq) => by.wechatAccounts.edit({ body: { ...official, ...body } })
const stateOf = async (kind = 'official') =>
  (await hq.wechatAccounts.query({ query: {} })).result?.accounts.find((account) => account.kind === kind)
const settings = { enabled: true, sandbox: false, appId: WECHAT_APP, secrets: { secret: WECHAT_SECRET } }
const leaf = (name: string) => ({ name, type: 'view' as const, url: 'https://venue.example/m', children: [] })

beforeEach(async () => {
  gateway.state.next.clear()
  gateway.state.beforeToken = () => Promise.resolve()
  await edit({ ...settings, menu: [], templates: [] })
})

describe('the settings of an account', () => {
  it('store the secret sealed and never return it, neither in answers nor in the trail', async () => {
    const state = await stateOf()
    expect(state).toMatchObject({ appId: WECHAT_APP, secrets: ['secret'] })
    expect(state?.callbackUrl).toBe('https://venue.example/api/wechat/callback/official/A01')
    expect(JSON.stringify(state)).not.toContain(WECHAT_SECRET)
    expect(JSON.stringify(await rowsOf('wechatAccount'))).not.toContain(WECHAT_SECRET)
    const trail = await rowsOf('auditEntry')
    expect(JSON.stringify(trail)).not.toContain(WECHAT_SECRET)
    expect(JSON.stringify(trail)).toContain(WECHAT_APP)
  })

  it('keep what is not sent, and write nothing if nothing changes', async () => {
    const before = await rowsOf('wechatAccount')
    await edit({})
    await edit({ secrets: {} })
    expect(await rowsOf('wechatAccount')).toEqual(before)
    await edit({ pages: { member: 'https://venue.example/m' } })
    expect(await stateOf()).toMatchObject({
      pages: { store: '', member: 'https://venue.example/m' },
      secrets: ['secret'],
    })
  })

  it('belong to headquarters: managers may not read or change them', async () => {
    expect(await codeOf(manager.wechatAccounts.query({ query: {} }))).toBe('auth.forbidden')
    expect(await codeOf(edit({ enabled: false }, manager))).toBe('auth.forbidden')
  })

  it('are of a chain or of a store without one, and of no foreign chain', async () => {
    expect(await codeOf(edit({ orgCode: STORE }))).toBe('common.recordNotFound')
    await venue.inEveryStore((trx) =>
      trx.insertInto('store').values({ id: newId(), orgCode: 'B01', name: '别家连锁', kind: 'chain' }).execute(),
    )
    expect(await codeOf(edit({ orgCode: 'B01' }))).toBe('common.recordNotFound')
    expect(await codeOf(hq.wechatAccounts.query({ query: { orgCode: 'B01' } }))).toBe('common.recordNotFound')
    await edit({ orgCode: 'B01', appId: 'wxaaaaaaaaaaaaaaaa' }, admin)
    expect((await hq.wechatAccounts.query({ query: {} })).result?.chains.map(({ orgCode }) => orgCode)).toEqual(['A01'])
  })

  it('need an app id and a secret to be enabled, and name the field', async () => {
    const miniApp = { kind: 'miniApp', enabled: true, sandbox: false } as const
    expect(await codeAndFieldOf(edit({ ...miniApp, appId: '' }))).toBe('wechat.appIdMissing appId')
    const withoutSecret = edit({ ...miniApp, appId: 'wxbbbbbbbbbbbbbbbb', secrets: { secret: '' } })
    expect(await codeAndFieldOf(withoutSecret)).toBe('wechat.secretMissing secret')
    const token = { ...settings, secrets: { callbackToken: 'abc123' } }
    expect(await codeAndFieldOf(edit(token))).toBe('wechat.callbackKeyMissing callbackKey')
  })

  it('allow the sandbox only to the platform outside a demo', async () => {
    expect(await codeOf(edit({ sandbox: true }))).toBe('wechat.sandboxForPlatform')
    await edit({ sandbox: true }, admin)
    await edit({ sandbox: false })
  })

  it('can be checked at WeChat, whose refusals are shown', async () => {
    await hq.wechatAccounts.check({ body: official })
    for (const [errcode, code] of [
      [40125, 'wechat.secretWrong'],
      [40013, 'wechat.appIdWrong'],
      [40164, 'wechat.addressNotAllowed'],
      [45009, 'wechat.limit'],
      [-1, 'wechat.busy'],
    ] as const) {
      gateway.state.next.set('/cgi-bin/stable_token', errcode)
      expect(await codeOf(hq.wechatAccounts.check({ body: official }))).toBe(code)
    }
    gateway.state.next.set('/cgi-bin/stable_token', 'silent')
    expect(await codeOf(hq.wechatAccounts.check({ body: official }))).toBe('wechat.unreachable')
    gateway.state.next.set('/cgi-bin/stable_token', 'broken')
    expect(await codeOf(hq.wechatAccounts.check({ body: official }))).toBe('wechat.unreachable')
  })
})

describe('the menu', () => {
  const child = (name: string) => ({ name, type: 'click' as const, key: 'K' })

  it.each([
    ['four buttons', [leaf('一'), leaf('二'), leaf('三'), leaf('四')], 'wechat.menu.tooMany', 'menu.3.name'],
    [
      'six items',
      [{ ...leaf('一'), children: Array.from({ length: 6 }, () => child('子')) }],
      'wechat.menu.tooManyChildren',
      'menu.0.children',
    ],
    ['a name of 17 bytes', [leaf('一'), leaf(`${'一'.repeat(5)}ab`)], 'wechat.menu.tooLong', 'menu.1.name'],
    [
      'an item of 61 bytes',
      [{ ...leaf('一'), children: [child('x'), child(`${'一'.repeat(20)}a`)] }],
      'wechat.menu.tooLong',
      'menu.0.children.1.name',
    ],
    ['a button without a page', [{ ...leaf('一'), url: '' }], 'wechat.menu.missing', 'menu.0.url'],
    ['a page of our own', [{ ...leaf('一'), url: '/m' }], 'wechat.menu.noPage', 'menu.0.url'],
    [
      'a mini-app without a path',
      [{ ...leaf('一'), type: 'miniprogram' as const, appId: WECHAT_APP }],
      'wechat.menu.missing',
      'menu.0.pagePath',
    ],
  ])('is refused with %s', async (_what, menu, code, field) => {
    expect(await codeAndFieldOf(edit({ menu }))).toBe(`${code} ${field}`)
    expect((await stateOf())?.menu).toEqual([])
  })

  it('is published as WeChat expects it', async () => {
    expect(await codeOf(hq.wechatAccounts.publishMenu({ body: official }))).toBe('wechat.menuEmpty')
    const name = 'a'.repeat(menuLimits.name)
    await edit({
      menu: [
        leaf(name),
        {
          ...leaf('服务'),
          children: [child('充值'), { ...leaf('小程序'), type: 'miniprogram', appId: WECHAT_APP, pagePath: 'pages/a' }],
        },
      ],
    })
    expect(await stateOf()).toMatchObject({ menuPublishTime: null })
    await hq.wechatAccounts.publishMenu({ body: official })
    expect(gateway.state.menu).toEqual({
      button: [
        { name, type: 'view', url: 'https://venue.example/m' },
        {
          name: '服务',
          sub_button: [
            { name: '充值', type: 'click', key: 'K' },
            {
              name: '小程序',
              type: 'miniprogram',
              url: 'https://venue.example/m',
              appid: WECHAT_APP,
              pagepath: 'pages/a',
            },
          ],
        },
      ],
    })
    expect((await stateOf())?.menuPublishTime).not.toBeNull()
    gateway.state.next.set('/cgi-bin/menu/create', 40018)
    expect(await codeOf(hq.wechatAccounts.publishMenu({ body: official }))).toBe('wechat.menuRefused')
  })
})

describe('access tokens', () => {
  const publish = (by = hq) => by.wechatAccounts.publishMenu({ body: official })
  const tokenCalls = () => gateway.countOf('/cgi-bin/stable_token')
  beforeEach(async () => {
    await edit({ menu: [leaf('一')] })
    gateway.state.dropTokens()
    await venue.inEveryStore((trx) => trx.deleteFrom('wechatToken').execute())
  })

  it('are cached sealed, and renewed before their end', async () => {
    const before = tokenCalls()
    await publish()
    await publish()
    expect(tokenCalls() - before).toBe(1)
    expect(JSON.stringify(await rowsOf('wechatToken'))).not.toContain('token-')
    server.clock.advance(6_000_000)
    await publish()
    expect(tokenCalls() - before).toBe(1)
    // 110 minutes later there are less than five minutes left.
    server.clock.advance(1_000_000)
    await publish()
    expect(tokenCalls() - before).toBe(2)
  })

  it('are renewed once by two copies of the server that need one at the same time', async () => {
    const other = await server.startCopy()
    const away = await other.signIn('hq')
    const [before, issued] = [tokenCalls(), gateway.state.issued]
    let release: () => void = () => undefined
    gateway.state.beforeToken = () =>
      new Promise((go) => {
        release = go
      })
    const all = Promise.all([publish(), publish(), publish(away), publish(away)])
    await until(() => expect(tokenCalls()).toBe(before + 1))
    // The others wait for the first; none of them asks as well.
    await publishWaits()
    release()
    await all
    expect([tokenCalls() - before, gateway.state.issued - issued]).toEqual([1, 1])
    const claims = (await rowsOf('wechatToken')).map(({ claim }) => claim)
    expect(claims).toEqual([null])
  })

  it('are renewed once after WeChat has refused one, and the call is repeated', async () => {
    await publish()
    gateway.state.dropTokens()
    const [before, menus] = [tokenCalls(), gateway.countOf('/cgi-bin/menu/create')]
    const other = await server.startCopy()
    await Promise.all([publish(), publish(await other.signIn('hq')), publish()])
    expect(tokenCalls() - before).toBe(1)
    expect(gateway.countOf('/cgi-bin/menu/create') - menus).toBeLessThanOrEqual(6)
  })

  it('are asked for once where WeChat keeps the one that it has refused', async () => {
    await publish()
    const before = tokenCalls()
    gateway.state.next.set('/cgi-bin/menu/create', 42001)
    await publish()
    expect(tokenCalls() - before).toBe(1)
  })

  it('are renewed by another copy if the one that began has died', async () => {
    await venue.inEveryStore((trx) =>
      trx
        .insertInto('wechatToken')
        .values({
          appId: WECHAT_APP,
          kind: 'access',
          orgCode: CHAIN,
          endsAt: null,
          claim: newId(),
          claimUntil: new Date(server.clock.now().getTime() + 15_000),
        })
        .execute(),
    )
    const before = tokenCalls()
    const published = publish()
    await publishWaits()
    expect(tokenCalls()).toBe(before)
    server.clock.advance(15_000)
    await published
    expect(tokenCalls() - before).toBe(1)
  })

  it('release the renewal when it fails, so that the next call tries again', async () => {
    gateway.state.next.set('/cgi-bin/stable_token', 45009)
    expect(await codeOf(publish())).toBe('wechat.limit')
    await publish()
  })

  /** Until a waiting call has looked at the claim a few times. */
  async function publishWaits() {
    const polls = () =>
      server.deps.db.scoped(scopeOf(CHAIN), (trx) => trx.selectFrom('wechatToken').select('claim').execute())
    for (let count = 0; count < 20; count++) await polls()
  }
})

describe('the JS-SDK signature', () => {
  const sign = (url: string, orgCode = STORE) => server.client().wechatPages.sign({ query: { orgCode, url } })

  it('is made of ticket, nonce, time and the page without its fragment', async () => {
    const { result } = await sign('https://venue.example/m/?a=1#/home')
    const calls = gateway.countOf('/cgi-bin/ticket/getticket')
    const tokens = await rowsOf('wechatToken')
    const sealed = tokens.find(({ kind }) => kind === 'ticket')?.tokenSealed ?? ''
    const ticket = server.deps.sealer.open(sealed, `wechat ticket token ${WECHAT_APP} ${CHAIN}`)
    const text = `jsapi_ticket=${ticket}&noncestr=${result.nonceStr}&timestamp=${result.timestamp}&url=https://venue.example/m/?a=1`
    expect(result).toMatchObject({ appId: WECHAT_APP, signature: createHash('sha1').update(text).digest('hex') })
    await sign('https://venue.example/m/')
    expect(gateway.countOf('/cgi-bin/ticket/getticket')).toBe(calls)
  })

  it('of guests who wait for WeChat holds up no other call of a guest', async () => {
    gateway.state.dropTokens()
    await venue.inEveryStore((trx) => trx.deleteFrom('wechatToken').execute())
    let release: () => void = () => undefined
    gateway.state.beforeToken = () =>
      new Promise((go) => {
        release = go
      })
    const asked = gateway.countOf('/cgi-bin/stable_token')
    const waiting = Promise.all(Array.from({ length: 12 }, () => sign('https://venue.example/m/')))
    await until(() => expect(gateway.countOf('/cgi-bin/stable_token')).toBe(asked + 1))
    expect(await codeOf(server.client().memberPage.store({ query: { store: STORE } }))).toBe('done')
    release()
    await waiting
  })

  it('is refused for pages that are not allowed', async () => {
    await edit({ jsPages: ['https://guests.example/club'] })
    await sign('https://guests.example/club/ride?x=1')
    for (const url of [
      'https://evil.example/',
      'https://venue.example.evil.example/m',
      'https://venue.example@evil.example/m',
      'https://guests.example/clubs',
      'https://guests.example/club/../admin',
      'http://venue.example/m',
      'javascript:alert(1)',
      'no address',
    ])
      expect(['wechat.pageNotAllowed', 'common.invalidInput'], url).toContain(await codeOf(sign(url)))
    expect(await codeOf(sign('https://venue.example/m', 'B01A01'))).toBe('wechat.noAccount')
    await edit({ enabled: false })
    expect(await codeOf(sign('https://venue.example/m'))).toBe('wechat.noAccount')
  })
})
