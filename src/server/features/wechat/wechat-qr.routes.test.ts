import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { codeAndFieldOf, codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import {
  CALLBACK_KEY,
  CALLBACK_TOKEN,
  decryptReply,
  plainCallback,
  safeCallback,
  WECHAT_APP,
  WECHAT_SECRET,
  wechatGateway,
} from '#tests/support/wechat-gateway.ts'
import { readFlatXml } from './flat-xml.calc.ts'

let at = () => new Date()
const gateway = await wechatGateway(() => at())
const { server, venue, hq, manager } = await testVenue(['hq', 'manager'], gateway.config)
at = () => server.clock.now()
const manager2 = await server.signIn('manager2')
afterAll(() => gateway.close())

const account = { orgCode: 'A01', enabled: true, sandbox: false, appId: WECHAT_APP } as const
const secrets = { secret: WECHAT_SECRET, callbackToken: CALLBACK_TOKEN, callbackKey: CALLBACK_KEY }
const edit = (body: object) => hq.wechatAccounts.edit({ body: { ...account, kind: 'official', secrets, ...body } })

beforeAll(async () => {
  // At noon, so that no test crosses the business day.
  server.clock.set(new Date('2026-11-20T04:00:00Z'))
  await edit({ pages: { store: 'https://venue.example/m#/home', event: 'https://venue.example/m' } })
  await edit({ kind: 'miniApp', secrets: { secret: WECHAT_SECRET }, pages: { store: 'pages/store' } })
})
beforeEach(() => gateway.state.next.clear())

let count = 0
type Add = Parameters<typeof manager.wechatQrCodes.add>[0]['body']
async function add(given: Partial<Add> = {}, by = manager) {
  const scene = given.scene ?? `scene-${++count}`
  const body = { qrName: '前门海报', wechatKind: 'official', wechatTarget: 'store', ...given, scene } as const
  await by.wechatQrCodes.add({ body })
  const { records } = (await by.wechatQrCodes.list({ query: { scene } })).result
  const [row] = records
  if (!row) throw new Error('the code is not listed')
  return row
}

const path = (query: Record<string, string>) => `/api/wechat/callback/official/A01?${new URLSearchParams(query)}`
const push = async ({ query, body }: { query: Record<string, string>; body: string }) =>
  (await server.request(path(query), { method: 'POST', body })).text()
let reader = 0
const scan = (scene: string, more: Record<string, string> = {}) => ({
  ToUserName: 'gh_123456789abc',
  FromUserName: `openid-reader-${++reader}`,
  CreateTime: String(Math.floor(at().getTime() / 1000)),
  MsgType: 'event',
  Event: 'SCAN',
  EventKey: scene,
  ...more,
})
const countsOf = async (id: string) => {
  const { scanCount, followCount } = (await manager.wechatQrCodes.queryById({ query: { id } })).result
  return [scanCount, followCount]
}

describe('a QR code', () => {
  it('of a public account contains the address that WeChat has issued', async () => {
    const row = await add({ scene: 'front-door' })
    expect(row).toMatchObject({ content: 'http://weixin.qq.com/q/front-door', appId: WECHAT_APP, sysOrgCode: 'A01A01' })
    expect(row).toMatchObject({ wechatKind_dictText: '公众号', wechatTarget_dictText: '门店页', scanCount: 0 })
  })

  it('of a mini-app is the picture that WeChat has drawn', async () => {
    const { id, content } = await add({ wechatKind: 'miniApp' })
    expect(content).toBe('')
    const { picture } = (await manager.wechatQrCodes.picture({ query: { id } })).result
    expect(picture).toMatch(/^data:image\/png;base64,iVBOR/)
    expect(await codeOf(manager2.wechatQrCodes.picture({ query: { id } }))).toBe('common.recordNotFound')
    await edit({ kind: 'miniApp', secrets: {}, pages: { store: 'pages/missing' } })
    expect(await codeOf(add({ wechatKind: 'miniApp' }))).toBe('wechat.pageUnknown')
  })

  it('has a scene of its own among the codes of the account, also when sent twice at once', async () => {
    const body = { qrName: '海报', wechatKind: 'official', wechatTarget: 'store', scene: 'once' } as const
    const sent = [manager, manager, manager2].map((by) => codeAndFieldOf(by.wechatQrCodes.add({ body })))
    expect((await Promise.all(sent)).sort()).toEqual(['done', 'wechat.sceneTaken', 'wechat.sceneTaken'])
  })

  it('names the event that it leads to', async () => {
    expect(await codeAndFieldOf(add({ wechatTarget: 'event' }))).toBe('wechat.targetIdMissing targetId')
    expect(await add({ wechatTarget: 'event', targetId: 'cup' })).toMatchObject({ targetId: 'cup' })
    expect(await add({ targetId: 'ignored' })).toMatchObject({ targetId: '' })
  })

  it('stores nothing if WeChat refuses it, or if there is no account', async () => {
    gateway.state.next.set('/cgi-bin/qrcode/create', 45009)
    expect(await codeOf(add({ scene: 'refused' }))).toBe('wechat.limit')
    expect((await manager.wechatQrCodes.list({ query: { scene: 'refused' } })).result.total).toBe(0)
    await edit({ enabled: false })
    expect(await codeAndFieldOf(add())).toBe('wechat.noAccount wechatKind')
    await edit({ enabled: true })
  })

  it('belongs to its store: others neither see, change nor remove it', async () => {
    const { id } = await add()
    expect(await codeOf(manager2.wechatQrCodes.queryById({ query: { id } }))).toBe('common.recordNotFound')
    expect(await codeOf(manager2.wechatQrCodes.edit({ body: { id, qrName: '别家' } }))).toBe('common.recordNotFound')
    expect(await codeOf(manager2.wechatQrCodes.days({ query: { id } }))).toBe('common.recordNotFound')
    expect(await codeOf(manager2.wechatQrCodes.delete({ query: { id } }))).toBe('common.recordNotFound')
    await manager.wechatQrCodes.edit({ body: { id, qrName: '后门' } })
    expect((await manager.wechatQrCodes.queryById({ query: { id } })).result.qrName).toBe('后门')
  })
})

describe('a scan', () => {
  it('is counted once on the store’s business day, and apart if the user followed by it', async () => {
    const { id, scene } = await add()
    const fields = scan(scene)
    await Promise.all([1, 2, 3].map(() => push(safeCallback(at(), fields))))
    await push(safeCallback(at(), scan(scene, { Event: 'subscribe', EventKey: `qrscene_${scene}` })))
    await push(safeCallback(at(), scan(scene, { Event: 'unsubscribe' })))
    expect(await countsOf(id)).toEqual([2, 1])
    server.clock.advance(86_400_000)
    await push(safeCallback(at(), scan(scene)))
    const days = (await manager.wechatQrCodes.days({ query: { id } })).result
    expect(days).toHaveLength(30)
    expect(days.slice(-3)).toEqual([
      { day: '2026-11-19', scans: 0, follows: 0 },
      { day: '2026-11-20', scans: 2, follows: 1 },
      { day: '2026-11-21', scans: 1, follows: 0 },
    ])
  })

  it('of an unknown scene is stored as an event and counted nowhere', async () => {
    expect(await push(safeCallback(at(), scan('nowhere')))).toBe('success')
    const rows = await venue.inEveryStore((trx) =>
      trx.selectFrom('wechatQrDay').innerJoin('wechatQr', 'wechatQr.id', 'wechatQrDay.qrId').select('scene').execute(),
    )
    expect(rows.map(({ scene }) => scene)).not.toContain('nowhere')
  })

  it('is answered by a link to the page of the code, encrypted in safe mode', async () => {
    const { scene } = await add({ wechatTarget: 'event', targetId: 'cup "1"' })
    const fields = scan(scene)
    const outer = readFlatXml(await push(safeCallback(at(), fields)))
    const reply = readFlatXml(decryptReply(outer?.get('Encrypt') ?? ''))
    expect(reply?.get('ToUserName')).toBe(fields.FromUserName)
    expect(reply?.get('FromUserName')).toBe('gh_123456789abc')
    expect(reply?.get('Content')).toBe(
      `<a href="https://venue.example/m?store=A01A01&scene=${scene}&id=cup+%221%22">活动页</a>`,
    )
    await edit({ callbackMode: 'plain' })
    const plain = await push(plainCallback(at(), scan(scene)))
    expect(readFlatXml(plain)?.get('MsgType')).toBe('text')
    await edit({ callbackMode: 'safe' })
  })

  it('counts as long as the code exists', async () => {
    const { id, scene } = await add()
    await push(safeCallback(at(), scan(scene)))
    await manager.wechatQrCodes.delete({ query: { id } })
    expect(await push(safeCallback(at(), scan(scene)))).toBe('success')
    const left = await venue.rows('wechatQrDay').where('qrId', id)
    expect(left).toEqual([])
  })
})
