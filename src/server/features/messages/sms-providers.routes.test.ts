import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#shared/core/id.ts'
import { startAliyunGateway, startTencentGateway } from '#tests/support/sms-gateways.ts'
import { codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE } from '#tests/support/venue/venue.ts'
import { NotTaken, reach } from './http-channel.service.ts'
import { sendOutbox } from './sms-outbox.job.ts'

const SECRET = 'the-secret-key-of-the-chain'
const gateways = { aliyun: await startAliyunGateway(SECRET), tencent: await startTencentGateway(SECRET) }
const { server, venue, admin, hq, manager } = await testVenue(['admin', 'hq', 'manager'], {
  aliyunSmsUrl: gateways.aliyun.url,
  tencentSmsUrl: gateways.tencent.url,
})
afterAll(() => Promise.all(Object.values(gateways).map(({ close }) => close())))

const templates = [{ templateCode: 'hello', providerCode: 'SMS_1', params: ['name', 'store'] }]
const settings = { keyId: 'LTAI-key', signName: '极速卡丁', appId: '1400000000' }
const body = { orgCode: 'A01', provider: 'aliyun', enabled: true, settings, secret: SECRET, templates } as const
const edit = (given: Partial<Parameters<typeof hq.smsProviders.edit>[0]['body']> = {}, by = hq) =>
  by.smsProviders.edit({ body: { ...body, ...given } })
const read = async (orgCode?: string) => (await hq.smsProviders.query({ query: { orgCode } })).result

/** An SMS in the outbox; returns its id. */
async function put(
  phone: string,
  more: { once?: boolean; storeCode?: string; templateCode?: string; quiet?: boolean; usefulUntil?: Date } = {},
): Promise<string> {
  const id = newId()
  const params = JSON.stringify({ store: '滨江店', name: "O'Neil (VIP)*", other: 'x' })
  const row = { id, phone, text: 'x', storeCode: STORE, templateCode: 'hello', params, claimUntil: null, ...more }
  await venue.inEveryStore((trx) => trx.insertInto('smsOutbox').values(row).execute())
  return id
}
const stateOf = async (id: string) =>
  (await server.deps.db.kysely.selectFrom('smsOutbox').select(['state', 'result']).where('id', '=', id).execute())[0]

describe('the settings of an SMS provider', () => {
  it('are of headquarters, keep the key sealed, and show it nobody', async () => {
    expect(await codeOf(edit({}, manager))).toBe('auth.forbidden')
    expect(await codeOf(edit({ secret: '' }))).toBe('smsProviders.settingMissing')
    expect(await codeOf(edit({ settings: { keyId: 'x' } }))).toBe('smsProviders.settingMissing')
    await edit()
    expect(await read()).toMatchObject({
      orgCode: 'A01',
      provider: 'aliyun',
      enabled: true,
      hasSecret: true,
      settings,
      templates,
    })
    // An empty field keeps the key; another provider has another.
    await edit({ secret: '', enabled: false })
    expect(await read()).toMatchObject({ enabled: false, hasSecret: true })
    expect(await codeOf(edit({ secret: '', provider: 'tencent' }))).toBe('smsProviders.settingMissing')
    // What is not sent stays, also what somebody else changes at the same time; another provider has nothing of it.
    const more = [...templates, { templateCode: 'bye', providerCode: 'SMS_2', params: [] }]
    const part = (given: Partial<Parameters<typeof hq.smsProviders.edit>[0]['body']>) =>
      codeOf(hq.smsProviders.edit({ body: { orgCode: 'A01', ...given } }))
    const changes = [{ enabled: true }, { templates: more }, { settings: { ...settings, keyId: 'new' } }, {}]
    expect(await Promise.all(changes.map(part))).toEqual(['done', 'done', 'done', 'done'])
    expect(await read()).toMatchObject({
      provider: 'aliyun',
      enabled: true,
      hasSecret: true,
      settings: { keyId: 'new' },
      templates: more,
    })
    expect(await part({ provider: 'tencent', enabled: true })).toBe('smsProviders.settingMissing')
    expect(await part({ provider: 'tencent' })).toBe('done')
    const empty = { enabled: false, hasSecret: false, settings: {}, templates: [] }
    expect(await read()).toMatchObject({ provider: 'tencent', ...empty })
    await edit()
    expect(await codeOf(hq.smsProviders.edit({ body: { orgCode: 'A01A02', enabled: true } }))).toBe(
      'smsProviders.settingMissing',
    )
    const whole = await server.deps.db.scoped({ from: '', to: '~' }, async (trx) => [
      await trx.selectFrom('smsProvider').selectAll().execute(),
      await trx.selectFrom('auditEntry').selectAll().execute(),
    ])
    expect(JSON.stringify(whole)).not.toContain(SECRET)
    expect(server.logs.join('')).not.toContain(SECRET)
    expect(await codeOf(edit({ provider: 'sandbox' }))).toBe('smsProviders.sandboxForPlatform')
    await edit({ provider: 'sandbox' }, admin)
    const id = await put('13500000001')
    await sendOutbox(server.deps)
    expect(await stateOf(id)).toEqual({ state: 'sent', result: 'sandbox: not sent' })
  })
})

describe.each(['aliyun', 'tencent'] as const)('SMS by %s', (provider) => {
  const gateway = gateways[provider]
  const numberOf = (phone: string) => (provider === 'tencent' ? `+86${phone}` : phone)
  beforeAll(() => edit({ provider }))

  it('are signed, and carry template, signature, values and id as documented', async () => {
    const id = await put('13500000002')
    await sendOutbox(server.deps)
    expect(await stateOf(id)).toMatchObject({ state: 'sent', result: expect.stringMatching(/^ok \d/i) })
    const values = ["O'Neil (VIP)*", '滨江店']
    expect(gateway.received.at(-1)).toEqual({
      phone: numberOf('13500000002'),
      params: provider === 'tencent' ? values : { name: values[0], store: values[1] },
      template: 'SMS_1',
      sign: '极速卡丁',
      id,
    })
  })

  it('fail with a wrong key, and without a template of the provider', async () => {
    await edit({ provider, secret: 'another' })
    const wrong = await put('13500000003')
    await sendOutbox(server.deps)
    await edit({ provider })
    const unknown = await put('13500000003', { templateCode: 'other' })
    await sendOutbox(server.deps)
    expect(await stateOf(wrong)).toMatchObject({ state: 'failed', result: expect.stringContaining('Signature') })
    expect(await stateOf(unknown)).toEqual({ state: 'failed', result: 'noProviderTemplate' })
  })

  it('are repeated while the provider is busy, and never where it may have taken them', async () => {
    const before = gateway.received.length
    const phones = {
      refused: '13500000004',
      busy: '13500000005',
      broken: '13500000006',
      silent: '13500000007',
    } as const
    gateway.says(
      (phone) => (Object.keys(phones) as (keyof typeof phones)[]).find((name) => phone.endsWith(phones[name])) ?? 'ok',
    )
    const ids = { refused: '', busy: '', broken: '', silent: '' }
    for (const name of Object.keys(phones) as (keyof typeof phones)[])
      ids[name] = await put(phones[name], { once: true })
    await sendOutbox(server.deps)
    expect((await stateOf(ids.refused))?.state).toBe('failed')
    expect((await stateOf(ids.busy))?.state).toBe('waiting')
    expect((await stateOf(ids.broken))?.state).toBe('unknown')
    expect((await stateOf(ids.silent))?.state).toBe('unknown')
    gateway.says()
    server.clock.advance(6000)
    await sendOutbox(server.deps)
    expect((await stateOf(ids.busy))?.state).toBe('sent')
    const again = gateway.received.slice(before).map(({ phone }) => phone.slice(-11))
    expect(again.sort()).toEqual([phones.refused, phones.busy, phones.busy, phones.broken, phones.silent].sort())
  })

  it('are tested by a button that shows the provider’s answer', async () => {
    const ask = async (phone: string) =>
      (await hq.smsProviders.test({ body: { orgCode: 'A01', phone, templateCode: 'hello' } })).result
    expect(await ask('13500000008')).toMatchObject({ isSent: true, answer: expect.stringMatching(/^ok/i) })
    gateway.says(() => 'refused')
    expect(await ask('13500000008')).toMatchObject({ isSent: false })
    gateway.says()
    expect(
      await codeOf(
        manager.smsProviders.test({ body: { orgCode: 'A01', phone: '13500000008', templateCode: 'hello' } }),
      ),
    ).toBe('auth.forbidden')
  })
})

describe('an SMS that cannot be sent at once', () => {
  const gateway = gateways.aliyun
  const MINUTE_MS = 60_000
  const setQuiet = (smsQuietFrom: number, smsQuietTo: number) =>
    venue.inEveryStore((trx) =>
      trx.updateTable('store').set({ smsQuietFrom, smsQuietTo }).where('orgCode', '=', STORE).execute(),
    )
  /** Minutes pass, in which the outbox is looked at. */
  async function pass(minutes: number): Promise<void> {
    for (let minute = 0; minute < minutes; minute += 10) {
      server.clock.advance(10 * MINUTE_MS)
      await sendOutbox(server.deps)
    }
  }
  beforeAll(async () => {
    await edit({ provider: 'aliyun' })
    await setQuiet(0, 0)
  })

  it('is tried for an hour, without the quiet hours that it waits for', async () => {
    const local = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone: 'Asia/Shanghai' })
    gateway.says(() => 'busy')
    const loud = await put('13500000021')
    const night = await put('13500000022', { quiet: true })
    await sendOutbox(server.deps)
    const hour = Number(local.format(server.clock.now()))
    await setQuiet(hour, (hour + 8) % 24)
    // What it waits longer than it should, because nobody looks, does not count either.
    await pass(130)
    expect((await stateOf(loud))?.state).toBe('failed')
    await pass(6 * 60)
    expect((await stateOf(night))?.state).toBe('waiting')
    gateway.says()
    await pass(20)
    expect((await stateOf(night))?.state).toBe('sent')
    await setQuiet(0, 0)
  })

  it('was certainly not taken where no connection was made', async () => {
    // Linux has no route for a TCP connection to this address.
    await expect(reach('http://255.255.255.255:2525/', {})).rejects.toBeInstanceOf(NotTaken)
  })

  it('is not sent when it is of no use any more', async () => {
    const usefulUntil = new Date(server.clock.now().getTime() + 10 * MINUTE_MS)
    const late = await put('13500000023', { usefulUntil })
    const before = gateway.received.length
    server.clock.advance(11 * MINUTE_MS)
    await sendOutbox(server.deps)
    expect(await stateOf(late)).toEqual({ state: 'failed', result: 'late' })
    expect(gateway.received).toHaveLength(before)
  })
})

it('a store uses its own provider before that of its chain, and SMS of the platform use neither', async () => {
  await edit({ provider: 'aliyun' })
  await edit({ orgCode: STORE, provider: 'tencent' })
  const before = [gateways.aliyun.received.length, gateways.tencent.received.length]
  await put('13500000011')
  await put('13500000012', { storeCode: 'A01A02' })
  const code = await put('13500000013', { storeCode: '' })
  await sendOutbox(server.deps)
  expect([gateways.aliyun.received.length, gateways.tencent.received.length]).toEqual(before.map((count) => count + 1))
  expect((await stateOf(code))?.state).toBe('waiting')
})
