import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#shared/core/id.ts'
import type { AgreementMode } from '#shared/features/agreements/agreements.contract.ts'
import type { TestClient } from '#tests/support/server.ts'
import { codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { demoRule } from '#tests/support/venue/venue.ts'

const AT = 'A01A02'

const { server, venue, hq, cashier } = await testVenue(['hq', 'cashier'])
const manager = await server.signIn('manager2', AT)

const STROKES = 'M10 20L30 40L50 60M70 80L90 99'

beforeAll(async () => {
  await venue.setHungLimit(1000, AT)
})

const setMode = (agreementMode: AgreementMode) =>
  venue.inEveryStore((trx) => trx.updateTable('store').set({ agreementMode }).where('orgCode', '=', AT).execute())
async function publish(titleZh: string, client: TestClient = manager): Promise<string> {
  await client.agreements.add({
    body: { titleZh, contentZh: `${titleZh}：请系好安全带`, contentEn: 'Fasten your belt' },
  })
  const { records } = (await client.agreements.list({ query: { titleZh } })).result
  const id = records[0]?.id ?? ''
  await client.agreements.publish({ body: { id } })
  return id
}
const current = async (userId?: string, client: TestClient = manager) =>
  (await client.agreements.current({ query: { userId } })).result
const sign = (userId: string, agreementId: string, more: Record<string, unknown> = {}, key = newId()) =>
  manager.agreements.sign({ body: { userId, agreementId, strokes: STROKES, ...more }, key })
const start = async (userId: string) =>
  manager.playBeforePay.add({
    body: venue.start({
      ruleId: demoRule('BALANCE', AT).id,
      vehicleId: (await venue.vehicle({ orgCode: AT })).id,
      userId,
    }),
    key: newId(),
  })
const guest = (more: { birthday?: string } = {}) => venue.member({ orgCode: AT, balance: 1_000_000, ...more })

describe('the text of the agreement', () => {
  it('is the chain’s until the store has its own, in the user’s language', async () => {
    expect((await current()).text).toBeNull()
    const ofChain = await publish('连锁协议', hq)
    expect((await current()).text).toMatchObject({ id: ofChain, version: 1, title: '连锁协议' })
    const english = server.client(manager.token, 'en')
    expect((await english.agreements.current({ query: {} })).result.text).toMatchObject({ content: 'Fasten your belt' })
    const own = await publish('门店协议')
    expect((await current()).text).toMatchObject({ id: own, title: '门店协议' })
    // The other store of the chain reads the chain's, and does not see this store's.
    expect((await current(undefined, cashier)).text).toMatchObject({ id: ofChain })
    expect((await manager.agreements.list({ query: {} })).result.records.map(({ id }) => id)).toEqual([own])
  })

  it('cannot be changed or deleted after publication, and there is one draft at a time', async () => {
    const id = await publish('不变的协议')
    const body = { id, titleZh: '改了', titleEn: '', contentZh: '改了', contentEn: '' }
    expect(await codeOf(manager.agreements.edit({ body }))).toBe('agreements.published')
    expect(await codeOf(manager.agreements.delete({ query: { id } }))).toBe('agreements.published')
    expect(await codeOf(manager.agreements.publish({ body: { id } }))).toBe('agreements.published')
    const add = (titleZh: string) => codeOf(manager.agreements.add({ body: { titleZh, contentZh: '草稿' } }))
    const added = await Promise.all([add('草稿一'), add('草稿二')])
    expect(added.sort()).toEqual(['agreements.draftExists', 'done'])
    const draft = (await manager.agreements.list({ query: {} })).result.records.find((one) => one.publishTime === null)
    await manager.agreements.delete({ query: { id: draft?.id ?? '' } })
  })
})

describe('a signature', () => {
  it('is stored once for its key with its witness, and permanently', async () => {
    const text = await publish('签署协议')
    const id = await guest()
    expect((await current(id)).member).toMatchObject({ id, signed: false, minor: false })
    const key = newId()
    const [first, again] = [await sign(id, text, {}, key), await sign(id, text, {}, key)]
    expect(first.result).toEqual(again.result)
    expect((await current(id)).member).toMatchObject({ signed: true })
    expect((await manager.agreements.signatures({ query: { userId: id } })).result).toMatchObject([
      { id: key, strokes: STROKES, witnessName: manager.user.realname, minor: false },
    ])
    await expect(
      venue.inEveryStore((trx) => trx.updateTable('agreementSignature').set({ strokes: 'M1 1L2 2L3 3L4' }).execute()),
    ).rejects.toThrow(/permission denied|never changes/)
    // Other stores cannot read it.
    expect((await cashier.agreements.signatures({ query: { userId: id } })).result).toEqual([])
    expect(await codeOf(cashier.agreements.current({ query: { userId: id } }))).toBe('members.notFound')
  })

  it('is refused if another text was published meanwhile', async () => {
    const before = await publish('旧协议')
    const id = await guest()
    await publish('新协议')
    expect(await codeOf(sign(id, before))).toBe('agreements.changed')
    expect(await codeOf(sign(id, newId()))).toBe('agreements.changed')
  })

  it('of a minor needs a guardian, by the birthday on the store’s day or by the cashier’s entry', async () => {
    const text = await publish('未成年协议')
    const year = server.clock.now().getUTCFullYear()
    const child = await guest({ birthday: `${year - 10}-01-01` })
    expect((await current(child)).member).toMatchObject({ minor: true })
    expect(await codeOf(sign(child, text))).toBe('agreements.guardianRequired')
    expect(await codeOf(sign(child, text, { guardianName: '李妈妈', guardianRelation: '母亲' }))).toBe(
      'agreements.guardianRequired',
    )
    const guardian = { guardianName: '李妈妈', guardianRelation: '母亲', guardianPhone: '13911112222' }
    await sign(child, text, guardian)
    expect((await manager.agreements.signatures({ query: { userId: child } })).result).toMatchObject([
      { minor: true, ...guardian },
    ])
    expect(await codeOf(sign(await guest(), text, { minor: true }))).toBe('agreements.guardianRequired')
    expect(server.logs.join('')).not.toContain('13911112222')
  })

  it('is printed with name, version and time, and as a copy the second time', async () => {
    const text = await publish('打印协议')
    const id = await guest()
    const { result } = await sign(id, text)
    const print = async () => (await manager.agreements.print({ body: { id: result.id } })).result.jobId
    const [first, second] = [await print(), await print()]
    const [paper] = await venue.rows('printJob').where('id', first)
    expect(paper).toMatchObject({ copyNo: 0, orderId: result.id })
    expect(JSON.stringify(paper?.ticket)).toContain('打印协议：请系好安全带')
    expect(JSON.stringify(paper?.ticket)).toContain(id)
    expect(await venue.rows('printJob').where('id', second)).toMatchObject([{ copyNo: 1 }])
  })

  it('of a member who was merged since is printed with the number that signed', async () => {
    const text = await publish('合并前的协议')
    const [sourceId, targetId] = [await guest(), await guest()]
    const { result } = await sign(sourceId, text)
    await manager.memberMerge.merge({ body: { sourceId, targetId, reason: '重复' }, key: newId() })
    const { jobId } = (await manager.agreements.print({ body: { id: result.id } })).result
    expect(JSON.stringify(await venue.rows('printJob').where('id', jobId))).toContain(sourceId)
  })
})

describe('a start', () => {
  it('by a member without a signature is refused only if the store blocks it', async () => {
    const text = await publish('开始协议')
    const id = await guest()
    for (const mode of ['off', 'warn'] as const) {
      await setMode(mode)
      expect(await codeOf(start(id))).toBe('done')
    }
    await setMode('block')
    expect(await Promise.all([codeOf(start(id)), codeOf(start(id))])).toEqual([
      'members.agreementMissing',
      'members.agreementMissing',
    ])
    // A trial has no member, so no signature is needed.
    expect(await codeOf(start(''))).toBe('done')
    await sign(id, text)
    expect(await Promise.all([codeOf(start(id)), codeOf(start(id))])).toEqual(['done', 'done'])
    const { agreementId } = (await manager.members.searchMemberById({ query: { id } })).result ?? {}
    const expected = { agreementMode: 'block', agreementId }
    expect((await manager.consume.getDepartInfo()).result).toMatchObject(expected)
    expect((await manager.terminals.snapshot()).result.store).toMatchObject(expected)
    // A signature of the previous text does not count.
    await publish('更新的协议')
    expect(await codeOf(start(id))).toBe('members.agreementMissing')
    await setMode('off')
  })

  it('that was made offline is never refused for it', async () => {
    await publish('离线协议')
    await setMode('block')
    const userId = await guest()
    const { id: vehicleId } = await venue.vehicle({ orgCode: AT })
    const body = venue.start({ ruleId: demoRule('BALANCE', AT).id, vehicleId, userId })
    const offline = { ...body, offline: true, startedAt: server.clock.now().toISOString(), terminalTicket: 'T9-001' }
    const code = await codeOf(manager.playBeforePay.add({ body: offline, key: newId() }))
    await setMode('off')
    expect(code).not.toBe('members.agreementMissing')
  })
})
