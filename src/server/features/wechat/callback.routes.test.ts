import { beforeEach, describe, expect, it } from 'vitest'
import { codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import {
  CALLBACK_KEY,
  CALLBACK_TOKEN,
  plainCallback,
  safeCallback,
  WECHAT_APP,
  WECHAT_SECRET,
} from '#tests/support/wechat-gateway.ts'

const CHAIN = 'A01'
const { server, venue, hq } = await testVenue(['hq'])
const now = () => server.clock.now()

const setUp = (callbackMode: 'safe' | 'plain') =>
  hq.wechatAccounts.edit({
    body: {
      orgCode: CHAIN,
      kind: 'official',
      enabled: true,
      sandbox: false,
      appId: WECHAT_APP,
      callbackMode,
      secrets: { secret: WECHAT_SECRET, callbackToken: CALLBACK_TOKEN, callbackKey: CALLBACK_KEY },
    },
  })

const path = (query: Record<string, string>, orgCode = CHAIN, kind = 'official') =>
  `/api/wechat/callback/${kind}/${orgCode}?${new URLSearchParams(query)}`
const push = ({ query, body }: { query: Record<string, string>; body: string }, orgCode?: string) =>
  server.request(path(query, orgCode), { method: 'POST', headers: { 'Content-Type': 'text/xml' }, body })
const eventsOf = () => venue.inEveryStore((trx) => trx.selectFrom('wechatEvent').selectAll().orderBy('id').execute())

let reader = 0
const follow = (more: Record<string, string> = {}): Record<string, string> => ({
  ToUserName: 'gh_123456789abc',
  FromUserName: `openid-reader-${++reader}`,
  CreateTime: String(Math.floor(now().getTime() / 1000)),
  MsgType: 'event',
  Event: 'subscribe',
  EventKey: 'qrscene_door',
  ...more,
})

beforeEach(() => venue.inEveryStore(async (trx) => void (await trx.deleteFrom('wechatEvent').execute())))

describe('the address of callbacks', () => {
  beforeEach(() => setUp('safe'))

  it('is confirmed by the echo, as plain text', async () => {
    const { query } = plainCallback(now(), {})
    const answer = await server.request(path({ ...query, echostr: '<b>5836' }))
    expect([answer.status, await answer.text()]).toEqual([200, '<b>5836'])
    expect(answer.headers.get('content-type')).toContain('text/plain')
    expect((await server.request(path({ ...query, signature: 'f'.repeat(40), echostr: '1' }))).status).toBe(401)
    expect((await server.request(path({ echostr: '1' }))).status).toBe(401)
  })

  it('is unknown for another chain, another kind, and an account that is off', async () => {
    const { query } = plainCallback(now(), {})
    expect((await server.request(path(query, 'B01'))).status).toBe(404)
    expect((await server.request(path(query, 'A01A01'))).status).toBe(404)
    expect((await server.request(path(query, CHAIN, 'miniApp'))).status).toBe(404)
    expect((await server.request(path(query, CHAIN, 'nonsense'))).status).toBe(404)
    await hq.wechatAccounts.edit({ body: { orgCode: CHAIN, kind: 'official', enabled: false } })
    expect((await server.request(path(query))).status).toBe(404)
  })
})

describe('a callback in safe mode', () => {
  beforeEach(() => setUp('safe'))

  it('stores follows, unfollows and scans with their scene', async () => {
    for (const fields of [
      follow(),
      follow({ Event: 'SCAN', EventKey: 'hall' }),
      follow({ Event: 'unsubscribe', EventKey: '' }),
    ]) {
      const answer = await push(safeCallback(now(), fields))
      expect([answer.status, await answer.text()]).toEqual([200, 'success'])
    }
    expect((await eventsOf()).map(({ event, scene, orgCode, appId }) => [event, scene, orgCode, appId])).toEqual([
      ['subscribe', 'door', CHAIN, WECHAT_APP],
      ['scan', 'hall', CHAIN, WECHAT_APP],
      ['unsubscribe', '', CHAIN, WECHAT_APP],
    ])
  })

  it('takes effect once, however often and however simultaneously it is repeated', async () => {
    const fields = follow()
    const answers = await Promise.all(Array.from({ length: 5 }, () => push(safeCallback(now(), fields))))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(await eventsOf()).toHaveLength(1)
    await push(safeCallback(now(), { ...fields, CreateTime: String(Number(fields.CreateTime) + 1) }))
    expect(await eventsOf()).toHaveLength(2)
  })

  it('is refused if it is forged, changed, old, for another app, or not encrypted', async () => {
    const fields = follow()
    const old = new Date(now().getTime() - 301_000)
    const good = safeCallback(now(), fields)
    const hostile = {
      token: safeCallback(now(), fields, { token: 'another1' }),
      key: safeCallback(now(), fields, { key: CALLBACK_KEY.toLowerCase() }),
      app: safeCallback(now(), fields, { appId: 'wxffffffffffffffff' }),
      old: safeCallback(now(), fields, { at: old }),
      tampered: safeCallback(now(), fields, { tampered: true }),
      plain: plainCallback(now(), fields),
      'no signature': { ...good, query: { ...good.query, msg_signature: '' } },
      'no time': { ...good, query: { ...good.query, timestamp: '' } },
      nonsense: { ...good, body: 'nonsense' },
      empty: { ...good, body: '' },
    }
    for (const [what, callback] of Object.entries(hostile)) expect((await push(callback)).status, what).toBe(401)
    expect(await eventsOf()).toEqual([])
    expect((await push(good)).status).toBe(200)
  })

  it('takes no body beyond 64 KB', async () => {
    const good = safeCallback(now(), follow())
    expect((await push({ ...good, body: good.body.padEnd(70_000, ' ') })).status).toBe(413)
  })
})

describe('a callback in plain mode', () => {
  beforeEach(() => setUp('plain'))

  it('is stored, and refused if it claims to be encrypted', async () => {
    expect((await push(plainCallback(now(), follow()))).status).toBe(200)
    expect(await eventsOf()).toHaveLength(1)
    expect((await push(safeCallback(now(), follow()))).status).toBe(401)
  })

  it('is read without declarations, entities, attributes or repeated elements', async () => {
    const { query, body } = plainCallback(now(), follow())
    const before = body.replace('<xml>', '')
    const hostile = [
      `<?xml version="1.0"?>${body}`,
      `<!DOCTYPE xml [<!ENTITY x SYSTEM "file:///etc/passwd">]>${body}`,
      body.replace('<![CDATA[subscribe]]>', '&x;'),
      `<xml><!DOCTYPE a [<!ENTITY a "aaaa">]>${before}`,
      body.replace('<Event>', '<Event a="1">'),
      body.replace('</xml>', '<Event><![CDATA[scan]]></Event></xml>'),
      body.replace('<![CDATA[subscribe]]>', '<b>subscribe</b>'),
      body.replace('</xml>', ''),
      `${body}${body}`,
      `<xml>${'<a><b></b></a>'.repeat(50)}</xml>`,
      body.replace(/openid-reader-\d+/, '../../etc'),
    ]
    for (const document of hostile) expect((await push({ query, body: document })).status, document).toBe(401)
    expect(await eventsOf()).toEqual([])
    const entities = body.replace('<![CDATA[qrscene_door]]>', 'qrscene_a&amp;b')
    expect((await push({ query, body: entities })).status).toBe(200)
    expect(await eventsOf()).toMatchObject([{ scene: 'a&b' }])
  })

  it('answers messages of users without storing them', async () => {
    const message = { ...follow(), MsgType: 'text', Content: '你好', MsgId: '1' }
    expect((await push(plainCallback(now(), message))).status).toBe(200)
    expect(await eventsOf()).toEqual([])
  })
})

describe('events', () => {
  it('are listed for the chain, and deleted after their time while newer ones stay', async () => {
    await setUp('safe')
    await push(safeCallback(now(), follow()))
    expect((await hq.wechatEvents.list({ query: {} })).result).toMatchObject({
      total: 1,
      records: [{ wechatEvent: 'subscribe', scene: 'door', wechatEvent_dictText: '关注' }],
    })
    const elsewhere = await server.signIn('manager2')
    expect(await codeOf(elsewhere.wechatEvents.list({ query: {} }))).toBe('auth.forbidden')
    server.clock.advance(401 * 86_400_000)
    await push(safeCallback(now(), follow()))
    const work = server.deps.registry.jobs.get('wechat.prune')
    expect(await work?.work(server.deps, work.keepDays)).toBe(1)
    expect(await eventsOf()).toHaveLength(1)
  })
})
