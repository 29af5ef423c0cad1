import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendOutbox } from '#server/features/messages/index.ts'
import { newId } from '#shared/core/id.ts'
import { MANUAL_LEVEL } from '#shared/features/members/member-levels.contract.ts'
import { startMessageProvider } from '#tests/support/message-providers.ts'
import { codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE } from '#tests/support/venue/venue.ts'
import { workMassMessages } from './mass-messages.job.ts'

const provider = await startMessageProvider()
const { server, venue, hq, manager, cashier } = await testVenue(['hq', 'manager', 'cashier'], {
  smsUrl: `${provider.url}/sms`,
})
const beside = await server.signIn('manager2', 'A01A02')
afterAll(() => provider.close())

type Audience = Parameters<typeof manager.massMessages.preview>[0]['body']['audience']
const words = { title: '周末活动', content: '全场八折，欢迎光临' }
const setStore = (set: object, orgCode = STORE) =>
  venue.inEveryStore((trx) => trx.updateTable('store').set(set).where('orgCode', '=', orgCode).execute())
const left = async () => (await venue.rows('store').where('orgCode', STORE))[0]?.smsCount

let phones = 13_300_000_000
const member = (given: Parameters<typeof venue.member>[0] = {}) =>
  venue.member({ phone: String(phones++), messageConsent: 'YES', ...given })
/** A level whose members are those of one test, at a store. */
async function newLevel(orgCode = STORE): Promise<{ name: string; code: string }> {
  const code = newId()
  const name = `级${code}`
  await venue.inEveryStore(async (trx) => {
    const ranks = await trx.selectFrom('memberLevel').select('rank').where('orgCode', '=', orgCode).execute()
    const rank = Math.max(...ranks.map((level) => level.rank)) + 1
    await trx
      .insertInto('memberLevel')
      .values({ id: newId(), orgCode, code, name, rank, experience: MANUAL_LEVEL })
      .execute()
  })
  return { name, code }
}
const preview = async (audience: Audience, by = manager) =>
  (await by.massMessages.preview({ body: { ...words, audience } })).result
const send = async (audience: Audience, key = newId(), by = manager) => {
  const { people, previewId } = await preview(audience, by)
  return (await by.massMessages.add({ body: { ...words, audience, people, previewId }, key })).result.ids
}
const report = async (id = '', by = manager) => (await by.massMessages.queryById({ query: { id } })).result
const texts = (memberPhones: string[]) =>
  provider.posts.map(({ body }) => body.phone ?? '').filter((phone) => memberPhones.includes(phone))
const phonesOf = async (code: string) =>
  (await venue.rows('member').where('memberLevel', code)).map(({ phone }) => String(phone)).sort()
/** Works until a message stands still or is done. */
async function work(rounds = 12): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    await workMassMessages(server.deps)
    await sendOutbox(server.deps)
    server.clock.advance(1001)
  }
}

beforeAll(() => setStore({ smsQuietFrom: 0, smsQuietTo: 0, smsCount: -1 }))

describe('an audience', () => {
  it('meets all conditions, and counts whom it leaves out and why', async () => {
    const { name, code } = await newLevel()
    const of = { memberLevel: code, lastVisitOn: '2026-05-10', birthday: '1990-03-20', balance: 5000 }
    await member(of)
    await member({ ...of, messageConsent: 'NO' })
    await member({ ...of, messageConsent: '' })
    await member({ ...of, phone: '' })
    for (const other of [
      { lastVisitOn: '2026-05-09' },
      { lastVisitOn: '2026-06-01' },
      { lastVisitOn: null },
      { birthday: '1990-04-20' },
      { birthday: null },
      { balance: 4999 },
      { balance: 9001 },
      { frozen: true },
      { memberLevel: '' },
    ])
      await member({ ...of, ...other })
    const whole = {
      levels: [name],
      visitedFrom: '2026-05-10',
      visitedTo: '2026-05-31',
      birthdayMonth: 3,
      balanceFrom: 50,
      balanceTo: 90,
    }
    expect(await preview(whole)).toMatchObject({
      people: 1,
      optedOut: 1,
      noConsent: 1,
      noPhone: 1,
      text: '周末活动：全场八折，欢迎光临',
      parts: 1,
      texts: 1,
      stores: [{ orgCode: STORE, people: 1, left: -1, quietUntil: null }],
    })
    expect((await preview({ levels: [name] })).people).toBe(8)
    // Members who never came have not come since.
    expect((await preview({ levels: [name], visitedTo: '2026-05-09' })).people).toBe(2)
  })

  it('is of stores in scope, for those who may send', async () => {
    expect(await codeOf(preview({ stores: ['A01A02'] }))).toBe('common.recordNotFound')
    expect(await codeOf(preview({}, cashier))).toBe('auth.forbidden')
    expect((await preview({}, hq)).stores.map(({ orgCode }) => orgCode)).toEqual(['A01A01', 'A01A02'])
    await member()
    const body = { ...words, audience: {}, people: 100_000, previewId: newId() }
    expect(await codeOf(manager.massMessages.add({ body, key: newId() }))).toBe('massMessages.audienceChanged')
    const nobody = { levels: ['无人'] }
    expect(await codeOf(manager.massMessages.add({ body: { ...body, audience: nobody }, key: newId() }))).toBe(
      'massMessages.nobody',
    )
    const long = { ...body, content: '车'.repeat(21) }
    expect(await codeOf(manager.massMessages.add({ body: long, key: newId() }))).toBe('common.invalidInput')
  })
})

describe('a confirmed preview', () => {
  it('sends only its own text, to its own audience, at its own cost', async () => {
    const { name, code } = await newLevel()
    await member({ memberLevel: code })
    const audience = { levels: [name] }
    const { people, previewId } = await preview(audience)
    const body = { ...words, audience, people, previewId }
    const added = (more: object) => codeOf(manager.massMessages.add({ body: { ...body, ...more }, key: newId() }))
    expect(await added({ content: '别的内容' })).toBe('massMessages.previewChanged')
    expect(await added({ audience: { ...audience, balanceFrom: 0 } })).toBe('massMessages.previewChanged')
    // A package at another price.
    await venue.inEveryStore((trx) =>
      trx
        .insertInto('smsPurchase')
        .values({
          id: newId(),
          orgCode: STORE,
          packageName: '贵的',
          texts: 10,
          amount: 900,
          sellerCode: STORE,
          state: 'paid',
          textsAfter: 10,
          operatorId: manager.user.id,
          operatorName: '',
          createdAt: new Date(server.clock.now().getTime() + 1000),
          endedAt: server.clock.now(),
        })
        .execute(),
    )
    expect(await added({})).toBe('massMessages.previewChanged')
    expect((await preview(audience)).cost).toBe(0.9)
    expect(await codeOf(send(audience))).toBe('done')
    await work()
  })
})

describe('a mass message', () => {
  it('reaches each member once, whichever copies work on it, and takes their SMS', async () => {
    const { name, code } = await newLevel()
    for (let count = 0; count < 30; count++) await member({ memberLevel: code })
    await setStore({ smsCount: 100 })
    const key = newId()
    const [[id], again] = await Promise.all([send({ levels: [name] }, key), send({ levels: [name] }, key)])
    expect(again).toEqual([id])
    const copy = await server.startCopy()
    const all = [server.deps, copy.deps, copy.deps]
    for (let round = 0; round < 6; round++) {
      await Promise.all(all.map(workMassMessages))
      await Promise.all(all.map(sendOutbox))
      server.clock.advance(1001)
    }
    await copy.stop()
    expect(texts(await phonesOf(code)).sort()).toEqual(await phonesOf(code))
    expect(await report(id)).toMatchObject({
      massState: 'done',
      planned: 30,
      queued: 30,
      sent: 30,
      waiting: 0,
      failed: 0,
    })
    expect(await left()).toBe(70)
    const [one] = await venue.rows('member').where('memberLevel', code)
    const { records } = (await manager.memberMessages.list({ query: { userId: String(one?.id) } })).result
    expect(records).toMatchObject([{ esContent: '周末活动：全场八折，欢迎光临', esSendStatus: '1' }])
    expect(await codeOf(report(id, beside))).toBe('common.recordNotFound')
    await setStore({ smsCount: -1 })
  })

  it('is stopped in the middle: the rest is withdrawn, its SMS return, and it continues with the rest', async () => {
    const { name, code } = await newLevel()
    for (let count = 0; count < 50; count++) await member({ memberLevel: code })
    await setStore({ smsCount: 1000 })
    const [id] = await send({ levels: [name] })
    await workMassMessages(server.deps)
    // The provider was too busy for most of them.
    const later = new Date(server.clock.now().getTime() + 600_000)
    await venue.inEveryStore((trx) =>
      sql`update sms_outbox set claim_until = ${later} where id in (select id from sms_outbox
        where mass_message_id = ${id} order by id limit 30)`.execute(trx),
    )
    await sendOutbox(server.deps)
    await manager.massMessages.stop({ body: { id: id ?? '' }, key: newId() })
    await work(3)
    const reached = texts(await phonesOf(code)).length
    expect(reached).toBe(20)
    expect(await report(id)).toMatchObject({
      massState: 'stopped',
      stopReason: 'person',
      sent: reached,
      queued: reached,
      waiting: 0,
    })
    expect(await left()).toBe(1000 - reached)
    expect(await codeOf(manager.massMessages.stop({ body: { id: id ?? '' }, key: newId() }))).toBe(
      'massMessages.notSending',
    )
    // Someone opts out meanwhile.
    const gotIt = new Set(texts(await phonesOf(code)))
    const [gone] = (await phonesOf(code)).filter((phone) => !gotIt.has(phone))
    await venue.inEveryStore((trx) =>
      trx
        .updateTable('member')
        .set({ messageConsent: 'NO' })
        .where('phone', '=', gone ?? '')
        .execute(),
    )
    await manager.massMessages.resume({ body: { id: id ?? '' }, key: newId() })
    expect(await codeOf(manager.massMessages.resume({ body: { id: id ?? '' }, key: newId() }))).toBe(
      'massMessages.notStopped',
    )
    await work()
    expect(texts(await phonesOf(code)).sort()).toEqual((await phonesOf(code)).filter((phone) => phone !== gone))
    expect(await report(id)).toMatchObject({ massState: 'done', sent: 49, optedOut: 1 })
    expect(await left()).toBe(951)
    await setStore({ smsCount: -1 })
  })

  it('is stopped once by two at once, and continued once', async () => {
    const { name, code } = await newLevel()
    for (let count = 0; count < 4; count++) await member({ memberLevel: code })
    await setStore({ smsCount: 20 })
    const [id = ''] = await send({ levels: [name] })
    await workMassMessages(server.deps)
    expect(await left()).toBe(16)
    const [stop, resume] = [newId(), newId()]
    const stopped = (key = stop) => codeOf(manager.massMessages.stop({ body: { id }, key }))
    expect(await Promise.all([stopped(), stopped()])).toEqual(['done', 'done'])
    expect(await stopped(newId())).toBe('massMessages.notSending')
    expect(await left()).toBe(20)
    const resumed = (key = resume) => codeOf(manager.massMessages.resume({ body: { id }, key }))
    expect(await Promise.all([resumed(), resumed(), resumed(newId())])).toContain('massMessages.notStopped')
    // The answer to the first stop, and no other stop.
    expect(await stopped()).toBe('done')
    await Promise.all([stopped(newId()), workMassMessages(server.deps), stopped(newId())])
    expect(await report(id)).toMatchObject({ massState: 'stopped', queued: 0 })
    expect(await left()).toBe(20)
    await resumed(newId())
    await work()
    expect(texts(await phonesOf(code)).sort()).toEqual(await phonesOf(code))
    expect(await left()).toBe(16)
    await setStore({ smsCount: -1 })
  })

  it('takes back SMS that were being handed over when it was stopped, and were not taken', async () => {
    const { name, code } = await newLevel()
    for (let count = 0; count < 3; count++) await member({ memberLevel: code })
    await setStore({ smsCount: 10 })
    const [id = ''] = await send({ levels: [name] })
    await workMassMessages(server.deps)
    // The provider is too busy for those that it gets while the message is being stopped.
    let isStopped: Promise<unknown> | undefined
    provider.says(async () => {
      isStopped ??= manager.massMessages.stop({ body: { id }, key: newId() })
      await isStopped
      return 429
    })
    await sendOutbox(server.deps)
    provider.says()
    server.clock.advance(700_000)
    const tried = texts(await phonesOf(code)).length
    await sendOutbox(server.deps)
    expect(texts(await phonesOf(code))).toHaveLength(tried)
    await work(3)
    expect(await report(id)).toMatchObject({ massState: 'stopped', waiting: 0, sent: 0, queued: 0 })
    expect(await left()).toBe(10)
    await manager.massMessages.resume({ body: { id }, key: newId() })
    await work()
    expect(texts(await phonesOf(code))).toHaveLength(tried + 3)
    expect(await report(id)).toMatchObject({ massState: 'done', sent: 3 })
    expect(await left()).toBe(7)
    await setStore({ smsCount: -1 })
  })

  it('that cannot be read holds up no other one', async () => {
    const [broken, good] = [await newLevel(), await newLevel()]
    for (const { code } of [broken, good]) await member({ memberLevel: code })
    const [spoilt = ''] = await send({ levels: [broken.name] })
    await venue.inEveryStore((trx) =>
      sql`update mass_message set audience = '"?"', next_at = next_at - interval '1 hour' where id = ${spoilt}`.execute(
        trx,
      ),
    )
    await send({ levels: [good.name] })
    await work(2)
    expect(texts(await phonesOf(good.code))).toHaveLength(1)
    await venue.inEveryStore((trx) =>
      sql`update mass_message set audience = ${JSON.stringify({ levels: [broken.name] })} where id = ${spoilt}`.execute(
        trx,
      ),
    )
    server.clock.advance(60_000)
    await work()
    expect(texts(await phonesOf(broken.code))).toHaveLength(1)
  })

  it('is refused without enough SMS, stops when they are used up, and continues when there are more', async () => {
    const { name, code } = await newLevel()
    for (let count = 0; count < 6; count++) await member({ memberLevel: code })
    await setStore({ smsCount: 5 })
    expect(await codeOf(send({ levels: [name] }))).toBe('messages.textsUsedUp')
    await setStore({ smsCount: 6 })
    const [id] = await send({ levels: [name] })
    await setStore({ smsCount: 4 })
    await work(4)
    expect(await report(id)).toMatchObject({ massState: 'stopped', stopReason: 'textsUsedUp', sent: 4 })
    expect(await left()).toBe(0)
    await setStore({ smsCount: 10 })
    await manager.massMessages.resume({ body: { id: id ?? '' }, key: newId() })
    await work()
    expect(texts(await phonesOf(code)).sort()).toEqual(await phonesOf(code))
    expect(await report(id)).toMatchObject({ massState: 'done', sent: 6 })
    await setStore({ smsCount: -1 })
  })

  it('waits in the quiet hours of its store', async () => {
    const { name, code } = await newLevel()
    await member({ memberLevel: code })
    const hour = Number(
      new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone: 'Asia/Shanghai' }).format(
        server.clock.now(),
      ),
    )
    await setStore({ smsQuietFrom: hour, smsQuietTo: (hour + 2) % 24 })
    const { stores } = await preview({ levels: [name] })
    expect(stores[0]?.quietUntil).toMatch(/:00:00$/)
    const [id] = await send({ levels: [name] })
    await work(2)
    expect(texts(await phonesOf(code))).toEqual([])
    expect(await report(id)).toMatchObject({ massState: 'sending', nextTime: stores[0]?.quietUntil })
    server.clock.advance(2 * 3_600_000)
    await work(4)
    expect(texts(await phonesOf(code))).toHaveLength(1)
    await setStore({ smsQuietFrom: 0, smsQuietTo: 0 })
  })

  it('of a chain reaches the same phone once, and is one message for each store', async () => {
    await setStore({ smsQuietFrom: 0, smsQuietTo: 0 }, 'A01A02')
    const { name, code } = await newLevel()
    await venue.inEveryStore((trx) =>
      trx
        .insertInto('memberLevel')
        .values({ id: newId(), orgCode: 'A01A02', code, name, rank: 90, experience: MANUAL_LEVEL })
        .execute(),
    )
    const phone = String(phones++)
    await member({ memberLevel: code, phone })
    await member({ memberLevel: code, phone, orgCode: 'A01A02' })
    const ids = await send({ levels: [name] }, newId(), hq)
    expect(ids).toHaveLength(2)
    await work()
    expect(texts([phone])).toEqual([phone])
    const reports = await Promise.all(ids.map((id) => report(id, hq)))
    expect(reports.map(({ sent, duplicate, massState }) => [sent, duplicate, massState]).sort()).toEqual([
      [0, 1, 'done'],
      [1, 0, 'done'],
    ])
  })

  it('is never repeated where an attempt had no answer, and again where it certainly did not arrive', async () => {
    const { name, code } = await newLevel()
    for (let count = 0; count < 3; count++) await member({ memberLevel: code })
    const [lost = '', busy = '', refused = ''] = await phonesOf(code)
    let isBusy = true
    provider.says(({ phone }) => (phone === lost ? 503 : phone === refused ? 422 : isBusy ? 429 : 200))
    const [id] = await send({ levels: [name] })
    await work(3)
    isBusy = false
    server.clock.advance(700_000)
    await work(4)
    provider.says()
    expect(texts([lost, refused]).sort()).toEqual([lost, refused].sort())
    expect(texts([busy]).length).toBeGreaterThan(1)
    expect(await report(id)).toMatchObject({ massState: 'done', sent: 1, unknown: 1, failed: 1 })
    expect((await report(id)).reasons.map(({ count }) => count)).toEqual([1, 1])
  })
})
