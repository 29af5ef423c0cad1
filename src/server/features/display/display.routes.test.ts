import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import type { Envelope } from '#shared/core/envelope.ts'
import { newId } from '#shared/core/id.ts'
import { toWireTime } from '#shared/core/time.ts'
import type { DisplayState } from '#shared/features/display/screens.schema.ts'
import { startTestServer, type TestClient, type TestServer } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'
import { openKiosk } from '#tests/support/venue/kiosks.ts'
import { STORE, type Venue, venueOf } from '#tests/support/venue/venue.ts'

const DAY_MS = 86_400_000
const OTHER = 'A01A02'
const MP4 = Buffer.from('000000186674797069736f6d0000020069736f6d', 'hex') as Buffer<ArrayBuffer>
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex') as Buffer<ArrayBuffer>

let dataDir: string
let server: TestServer
let venue: Venue
let hq: TestClient
let manager: TestClient
let neighbour: TestClient
let cashier: TestClient
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pitlane-display-'))
  server = await startTestServer({ dataDir, trustedProxies: ['127.0.0.1'] })
  venue = venueOf(server)
  hq = await server.signIn('hq')
  manager = await server.signIn('manager', STORE)
  neighbour = await server.signIn('manager2')
  cashier = await server.signIn('cashier')
})
afterAll(async () => {
  await Promise.all([server.stop(), rm(dataDir, { recursive: true, force: true, maxRetries: 5 })])
})

const refusal = (call: Promise<unknown>): Promise<{ code: string; field?: unknown }> =>
  call.then(
    () => ({ code: 'done' }),
    (error: { code: string; details: { field?: unknown } }) => ({ code: error.code, field: error.details.field }),
  )
const codeOf = async (call: Promise<unknown>): Promise<string> => (await refusal(call)).code

async function upload(content: Buffer<ArrayBuffer>, name: string, token = manager.token): Promise<string> {
  const body = new FormData()
  body.append('biz', 'promo')
  body.append('file', new Blob([content]), name)
  const response = await server.request('/api/sys/common/upload', { method: 'POST', body, token })
  return ((await response.json()) as Envelope).message
}

const dayFromNow = (days: number): string =>
  toWireTime(new Date(server.clock.now().getTime() + days * DAY_MS)).slice(0, 10)
const state = async (key: string): Promise<DisplayState> =>
  (await server.client().display.state({ query: { key } })).result
const keyOf = async (client: TestClient): Promise<string> => (await client.screens.open({ body: {} })).result.key

describe('a promo video', () => {
  const urls = 'https://cdn.example.com/a.mp4,http://example.com/b.MP4?x=1'

  it('is an MP4 file of the store or a list of URLs, and errors name the field', async () => {
    expect(await refusal(manager.promoVideos.add({ body: { name: '空' } }))).toEqual({
      code: 'display.needsVideo',
      field: 'urls',
    })
    for (const wrong of [
      'a.mp4',
      'ftp://x/a.mp4',
      'https://x/a.avi',
      `${urls},javascript:alert(1)`,
      'https://me:pw@x/a.mp4',
    ])
      expect(await refusal(manager.promoVideos.add({ body: { name: '错', urls: wrong } })), wrong).toEqual({
        code: 'common.invalidInput',
        field: 'urls',
      })
    const picture = await upload(PNG, 'video.mp4')
    expect(await refusal(manager.promoVideos.add({ body: { name: '图', file: picture } }))).toEqual({
      code: 'files.wrongType',
      field: 'file',
    })
    const foreign = await upload(MP4, 'a.mp4', neighbour.token)
    expect(await refusal(manager.promoVideos.add({ body: { name: '偷', file: foreign } }))).toEqual({
      code: 'display.fileUnknown',
      field: 'file',
    })
    const period = { startDate: '2026-05-02', endDate: '2026-05-01' }
    expect(await refusal(manager.promoVideos.add({ body: { name: '反', urls, ...period } }))).toEqual({
      code: 'display.period',
      field: 'endDate',
    })
    expect(await codeOf(cashier.promoVideos.add({ body: { name: '无权', urls } }))).toBe('auth.forbidden')
    expect((await manager.promoVideos.list({ query: {} })).result.total).toBe(0)
  })

  it('is shown on the screens of its store on its days, in order, and supports range requests', async () => {
    const file = await upload(MP4, 'promo.bin')
    await manager.promoVideos.add({ body: { name: '二', urls, indexNumber: 2 } })
    await manager.promoVideos.add({ body: { name: '一', file, indexNumber: 1, endDate: dayFromNow(0) } })
    await manager.promoVideos.add({ body: { name: '明天', urls: 'https://x/c.mp4', startDate: dayFromNow(1) } })
    await manager.promoVideos.add({ body: { name: '昨天', urls: 'https://x/d.mp4', endDate: dayFromNow(-1) } })
    await manager.promoVideos.add({ body: { name: '关', urls: 'https://x/e.mp4', isActive: 'NO' } })
    const shown = (await state(await keyOf(manager))).videos
    expect(shown).toEqual([`/sys/common/static/${file}`, ...urls.split(',')])
    expect((await state(await keyOf(neighbour))).videos).toEqual([])
    const everywhere = 'https://x/hq.mp4'
    await hq.promoVideos.add({ body: { name: '总部', urls: everywhere, indexNumber: 9 } })
    expect((await state(await keyOf(manager))).videos).toEqual([...shown, everywhere])
    expect((await state(await keyOf(neighbour))).videos).toEqual([everywhere])
    const part = await server.request(`/api${shown[0]}`, { headers: { range: 'bytes=4-7' } })
    expect(part.status).toBe(206)
    expect(await part.text()).toBe('ftyp')
    const [row] = (await manager.promoVideos.list({ query: {} })).result.records
    expect(await codeOf(neighbour.promoVideos.edit({ body: { id: row?.id ?? '', name: '夺' } }))).toBe(
      'common.recordNotFound',
    )
    expect(await codeOf(manager.promoVideos.edit({ body: { id: row?.id ?? '', file: '', urls: '' } }))).toBe(
      'display.needsVideo',
    )
  })
})

describe('the carousel', () => {
  it('shows the images of one store for today without sign-in', async () => {
    const photo = await upload(PNG, 'a.png')
    expect(
      (await refusal(manager.swipers.add({ body: { title: '片', photo: await upload(MP4, 'a.png') } }))).field,
    ).toBe('photo')
    expect((await refusal(manager.swipers.add({ body: { title: '链', photo, link: 'javascript:1' } }))).field).toBe(
      'link',
    )
    await manager.swipers.add({ body: { title: '夏季', photo, link: '/pages/summer' } })
    await manager.swipers.add({ body: { title: '过期', photo, endDate: dayFromNow(-1) } })
    const shown = (orgCode: string) => server.client().swipers.shown({ query: { orgCode } })
    expect((await shown(STORE)).result).toEqual([{ title: '夏季', photo, link: '/pages/summer' }])
    expect((await shown(OTHER)).result).toEqual([])
    expect((await shown('A01')).result).toEqual([])
    expect((await state(await keyOf(cashier))).pictures).toEqual([{ title: '夏季', photo }])
    expect((await state(await keyOf(neighbour))).pictures).toEqual([])
    const { kiosk } = await openKiosk(server, manager)
    expect((await kiosk.state()).result.pictures).toEqual([{ title: '夏季', photo }])
    expect(await codeOf(cashier.swipers.list({ query: {} }))).toBe('auth.forbidden')
  })
})

describe('the store screen', () => {
  it('exists once per store, also after concurrent calls, for users of the store', async () => {
    const keys = await Promise.all(Array.from({ length: 8 }, () => keyOf(cashier)))
    expect(new Set(keys).size).toBe(1)
    expect((await manager.screens.list({ query: {} })).result.records.filter(({ isHouse }) => isHouse)).toHaveLength(1)
    expect(await codeOf(keyOf(await server.signIn('partner')))).toBe('auth.forbidden')
    expect(await codeOf(keyOf(hq))).toBe('auth.chooseStore')
    expect(await codeOf(hq.screens.add({ body: { name: '总部' } }))).toBe('auth.chooseStore')
    expect(await keyOf(neighbour)).not.toBe(keys[0])
  })

  it('shows the runs and the queue of its store, with racer names only', async () => {
    const { id: vehicleId, name } = await venue.vehicle()
    const userId = await venue.member({ balance: 100_000, phone: '13912345678', realname: '张三丰', nickname: '老张' })
    const body = venue.start({ vehicleId, userId, people: 1, racer: '闪电 139 1234 5678' })
    await cashier.playBeforePay.add({ body, key: newId() })
    const shown = await state(await keyOf(cashier))
    expect(shown.runs.find(({ vehicle }) => vehicle === name)).toMatchObject({ racer: '闪电 ***' })
    const all = JSON.stringify(shown)
    for (const secret of ['1391234', '张三丰', '老张', userId]) expect(all).not.toContain(secret)
    expect((await state(await keyOf(neighbour))).runs.map(({ vehicle }) => vehicle)).not.toContain(name)
    const [house] = (await manager.screens.list({ query: {} })).result.records
    if (!house) throw new Error('the store has no screen')
    await manager.screens.edit({ body: { id: house.id, layout: { ...house.layout, names: 'ticket' } } })
    const [run] = (await state(await keyOf(cashier))).runs.filter(({ vehicle }) => vehicle === name)
    expect(run?.racer).not.toContain('闪电')
    expect(run?.racer).not.toBe('')
  })

  it('refuses invalid layouts, and changes by users without the permission', async () => {
    const [house] = (await manager.screens.list({ query: {} })).result.records
    if (!house) throw new Error('the store has no screen')
    const { layout, id } = house
    const panels = (['heat', 'queue', 'ranking', 'videos', 'safety'] as const).map((kind) => ({ kind, seconds: 10 }))
    const edit = (client: TestClient, more: object) =>
      refusal(client.screens.edit({ body: { id, layout: { ...layout, ...more } } }))
    expect((await edit(manager, { mode: 'split', panels })).code).toBe('common.invalidInput')
    expect((await edit(manager, { panels: [panels[0], panels[0]] } as never)).code).toBe('common.invalidInput')
    expect((await edit(manager, { mode: 'rotate', panels })).code).toBe('done')
    expect((await edit(cashier, {})).code).toBe('auth.forbidden')
    expect((await edit(neighbour, {})).code).toBe('common.recordNotFound')
    expect(await codeOf(neighbour.screens.newKey({ body: { id } }))).toBe('common.recordNotFound')
    expect(await codeOf(neighbour.screens.address({ query: { id } }))).toBe('common.recordNotFound')
    expect(await codeOf(server.client().display.state({ query: { key: 'x'.repeat(43) } }))).toBe('display.keyUnknown')
  })
})

describe('the live feed', () => {
  const open: WebSocket[] = []
  afterEach(() => {
    for (const socket of open.splice(0)) socket.terminate()
  })

  function watch(key: string) {
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/game/display/live`, ['pitlane', key])
    open.push(socket)
    const seen: DisplayState[] = []
    const ended: number[] = []
    socket.on('message', (data: Buffer) => seen.push(JSON.parse(data.toString()) as DisplayState))
    socket.on('close', (code) => ended.push(code))
    return { seen, ended }
  }

  it('is sent at once, after each start, lap and emergency stop of its store, and ends with its key', async () => {
    const key = await keyOf(cashier)
    const ownScreen = watch(key)
    const theirs = watch(await keyOf(neighbour))
    await until(() => expect([ownScreen.seen.length, theirs.seen.length]).toEqual([1, 1]))
    const { id: vehicleId, name } = await venue.vehicle()
    const userId = await venue.member({ balance: 100_000 })
    await cashier.playBeforePay.add({ body: venue.start({ vehicleId, userId, people: 1 }), key: newId() })
    const last = () => ownScreen.seen.at(-1)?.runs.find(({ vehicle }) => vehicle === name)
    await until(() => expect(last()).toMatchObject({ position: 1, lapsDone: 0 }))
    const [run] = (await manager.gameLogs.list({ query: { vehicleId } })).result.records
    await cashier.dispatch.lap({ body: { id: run?.id ?? '', number: 1 } })
    await until(() => expect(last()?.lapsDone).toBe(1))
    const { result: stops } = await cashier.emergency.stop({ body: { vehicleIds: [vehicleId] } })
    await until(() => expect(last()?.isStopped).toBe(true))
    await manager.emergency.release({
      body: { id: stops.find(({ vehicleIds }) => vehicleIds?.includes(vehicleId))?.id ?? '' },
    })
    await until(() => expect(last()?.isStopped).toBe(false))
    // A stop of all vehicles is shown also while nothing drives.
    expect(ownScreen.seen.at(-1)?.isStopped).toBe(false)
    const { result: all } = await cashier.emergency.stop({ body: {} })
    await until(() => expect(ownScreen.seen.at(-1)?.isStopped).toBe(true))
    await manager.emergency.release({ body: { id: all.find(({ vehicleIds }) => vehicleIds === null)?.id ?? '' } })
    await until(() => expect(ownScreen.seen.at(-1)?.isStopped).toBe(false))
    expect(theirs.seen.flatMap(({ runs }) => runs).map(({ vehicle }) => vehicle)).not.toContain(name)
    const [house] = (await manager.screens.list({ query: {} })).result.records
    const { result } = await manager.screens.newKey({ body: { id: house?.id ?? '' } })
    await until(() => expect(ownScreen.ended).toEqual([4401]))
    expect(await codeOf(state(key))).toBe('display.keyUnknown')
    expect((await state(result.key)).store).not.toBe('')
    const refused = watch(key)
    await until(() => expect(refused.ended).toEqual([4401]))
    expect(refused.seen).toEqual([])
    expect(theirs.ended).toEqual([])
  })
})

describe('a TV', () => {
  const password = 'tv-pass-1'
  const signIn = (deviceId: string, given = password, orgCode = STORE) =>
    server.client().display.signIn({ body: { orgCode, deviceId, password: given } })

  it('signs in with the password of its store; the first is free, others need a permit of headquarters', async () => {
    expect(await refusal(signIn('TV-A'))).toEqual({ code: 'display.wrongPassword', field: 'password' })
    await manager.storeSettings.edit({ body: { orgCode: STORE, tvPassword: password } })
    expect(await codeOf(signIn('TV-A', 'tv-pass-2'))).toBe('display.wrongPassword')
    expect(await codeOf(signIn('TV-A', password, OTHER))).toBe('display.wrongPassword')
    const names = ['TV-A', 'TV-B', 'TV-A', 'TV-B']
    const answers = await Promise.all(names.map((name) => refusal(signIn(name))))
    const first = answers[0]?.code === 'done' ? 'TV-A' : 'TV-B'
    const second = first === 'TV-A' ? 'TV-B' : 'TV-A'
    expect(answers.map(({ code }) => code)).toEqual(
      names.map((name) => (name === first ? 'done' : 'devices.tvNotAuthorized')),
    )
    const { key } = (await signIn(first)).result
    expect((await signIn(first)).result.key).toBe(key)
    expect((await state(key)).store).not.toBe('')
    await manager.devices.add({ body: { serialNumber: second, deviceType: 'TV' } })
    expect(await codeOf(signIn(second))).toBe('devices.tvNotAuthorized')
    const [device] = (await manager.devices.list({ query: { serialNumber: second } })).result.records
    await hq.devicePermits.add({ body: { deviceId: device?.id ?? '' } })
    const other = (await signIn(second)).result.key
    expect(other).not.toBe(key)
    const [permit] = (await manager.devicePermits.list({ query: { deviceId: device?.id ?? '' } })).result.records
    await hq.devicePermits.revoke({ body: { id: permit?.id ?? '' } })
    expect(await codeOf(state(other))).toBe('display.keyUnknown')
    expect(await codeOf(signIn(second))).toBe('devices.tvNotAuthorized')
    expect((await state(key)).store).not.toBe('')
  })

  it('has to wait longer after each wrong password', async () => {
    const codes: string[] = []
    for (let tries = 0; tries < 8; tries++) codes.push(await codeOf(signIn('TV-X', `guess-${tries}`, OTHER)))
    expect(codes.at(-1)).toBe('auth.lockedOut')
  })

  it('has to wait by the half of an IPv6 address that its owner cannot choose', async () => {
    const from = async (address: string) => {
      const answer = await server.request('/api/game/display/signIn', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
        body: JSON.stringify({ orgCode: 'A01A03', deviceId: 'TV-Y', password: 'guess' }),
      })
      return ((await answer.json()) as { error: { code: string } }).error.code
    }
    const codes: string[] = []
    for (let tries = 1; tries <= 8; tries++) codes.push(await from(`2001:db8:1:1::${tries}`))
    expect(codes.at(-1)).toBe('auth.lockedOut')
    expect(await from('2001:db8:1:2::1')).toBe('display.wrongPassword')
  })
})
