import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#shared/core/id.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE } from '#tests/support/venue/venue.ts'
import { sendCalled, sendOccasions } from './occasions.job.ts'

const { server, venue, manager } = await testVenue(['manager'])

const setStore = (set: object) =>
  venue.inEveryStore((trx) => trx.updateTable('store').set(set).where('orgCode', '=', STORE).execute())
const local = (format: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat('en-CA', { ...format, timeZone: 'Asia/Shanghai' }).format(server.clock.now())
const today = (): string => local({ year: 'numeric', month: '2-digit', day: '2-digit' })
const messagesTo = async (userId: string) => {
  const { records } = (await manager.memberMessages.list({ query: { userId } })).result
  return records.map(({ esContent }) => esContent)
}
let phones = 13_400_000_000
const member = (given: Parameters<typeof venue.member>[0] = {}) =>
  venue.member({ phone: String(phones++), messageConsent: 'YES', realname: '王小明', ...given })
const noQuiet = { smsQuietFrom: 0, smsQuietTo: 0 }

beforeAll(() => setStore({ smsBirthday: 'YES', smsEnding: 'YES', smsCalled: 'YES', ...noQuiet }))

describe('an SMS that a store sends by itself', () => {
  it('greets members on their birthday who agreed, once a year', async () => {
    const birthday = `1990-${today().slice(5)}`
    const born = await member({ birthday })
    const others = [
      await member({ birthday, messageConsent: '' }),
      await member({ birthday, messageConsent: 'NO' }),
      await member({ birthday, phone: '' }),
      await member({ birthday: '1990-01-01' }),
    ]
    await setStore({ smsBirthday: 'NO' })
    await sendOccasions(server.deps, 400)
    expect(await messagesTo(born)).toEqual([])
    await setStore({ smsBirthday: 'YES' })
    await Promise.all([sendOccasions(server.deps, 400), sendOccasions(server.deps, 400)])
    await sendOccasions(server.deps, 400)
    expect(await messagesTo(born)).toEqual(['王小明，生日快乐！本月到 极速卡丁·滨江店 有生日礼。'])
    if (!birthday.endsWith('01-01')) for (const other of others) expect(await messagesTo(other)).toEqual([])
  })

  it('tells of value that ends soon, once for each day, unless the member opted out', async () => {
    const put = async (id: string, inDays: number) => {
      const validUntil = new Date(server.clock.now().getTime() + inDays * 86_400_000)
      await venue.post({ kind: 'recharge' }, [
        { account: 'balance', member: id, delta: 5000, validUntil },
        { account: 'integral', member: id, delta: 30, validUntil },
      ])
    }
    const soon = await member({ messageConsent: '' })
    const holder = await member()
    const card = async (projectType: string, inDays: number, unlimitedUses: number) => {
      const unlimitedUntil = new Date(server.clock.now().getTime() + inDays * 86_400_000)
      const row = { orgCode: STORE, memberId: holder, projectType, unlimitedName: `畅玩卡${projectType}` }
      await venue.inEveryStore((trx) =>
        trx
          .insertInto('memberProject')
          .values({ ...row, unlimitedUntil, unlimitedUses, unlimitedIssued: -1 })
          .execute(),
      )
    }
    await card('甲', 5, -1)
    await card('乙', 5, 0)
    await card('丙', 20, -1)
    const later = await member()
    const out = await member({ messageConsent: 'NO' })
    await put(soon, 5)
    await put(out, 5)
    await put(later, 20)
    await sendOccasions(server.deps, 400)
    await sendOccasions(server.deps, 400)
    const [toldOfCard, ...moreOfCard] = await messagesTo(holder)
    expect(toldOfCard).toMatch(/^王小明，您在 极速卡丁·滨江店 的畅玩卡甲将于 \d{4}-\d\d-\d\d 到期。$/)
    expect(moreOfCard).toEqual([])
    const [told, ...more] = await messagesTo(soon)
    expect(told).toMatch(/^王小明，您在 极速卡丁·滨江店 的.*50\.00.*30将于 \d{4}-\d\d-\d\d 到期。$/)
    expect([more, await messagesTo(later), await messagesTo(out)]).toEqual([[], [], []])
  })

  it('tells all members whose value ends at one moment, also when they are many', async () => {
    const validUntil = new Date(server.clock.now().getTime() + 3 * 86_400_000)
    const many = Array.from({ length: 520 }, (_, index) => ({
      orgCode: STORE,
      realname: `员${index}`,
      phone: String(13_500_000_000 + index),
    }))
    const ids = await venue.inEveryStore((trx) => trx.insertInto('member').values(many).returning('id').execute())
    for (const { id } of ids)
      await venue.post({ kind: 'recharge' }, [{ account: 'integral', member: id, delta: 9, validUntil }])
    await sendOccasions(server.deps, 400)
    const phones = (await venue.rows('message').where('occasion', 'ending')).map(({ receiver }) => String(receiver))
    const told = phones.filter((phone) => many.some((one) => one.phone === phone))
    expect(new Set(told).size).toBe(520)
    expect(told).toHaveLength(520)
  })

  it('waits in quiet hours, except for a guest who is called', async () => {
    const hour = Number(local({ hour: '2-digit', hourCycle: 'h23' }))
    await setStore({ smsQuietFrom: hour, smsQuietTo: (hour + 2) % 24 })
    const born = await member({ birthday: `1991-${today().slice(5)}` })
    const called = await member({ balance: 10_000 })
    const out = await member({ balance: 10_000, messageConsent: 'NO' })
    for (const id of [called, out]) {
      const { rows } = await queued(id)
      await venue.inEveryStore((trx) =>
        trx
          .updateTable('queueEntry')
          .set({ state: 'CALLED', calledAt: server.clock.now() })
          .where('id', 'in', rows)
          .execute(),
      )
    }
    await sendOccasions(server.deps, 400)
    await Promise.all([sendCalled(server.deps), sendCalled(server.deps)])
    await sendCalled(server.deps)
    expect(await messagesTo(born)).toEqual([])
    expect(await messagesTo(out)).toEqual([])
    expect(await messagesTo(called)).toEqual([expect.stringMatching(/^您的排队号 .+ 已到/)])
    await setStore(noQuiet)
    await sendOccasions(server.deps, 400)
    expect(await messagesTo(born)).toHaveLength(1)
  })
})

/** A ride of a member in the queue; returns the entries. */
async function queued(userId: string): Promise<{ rows: string[] }> {
  const { id: ruleId } = await venue.rule({ price: 100 })
  const body = {
    consumeType: 'BALANCE',
    consumeVehicleMode: 'circlemode',
    usageMode: 'lineup',
    racer: '车手',
    userId,
    sysDepartConsumeRoleId: ruleId,
  } as const
  const { message: order } = await manager.consume.add({ body, key: newId() })
  const [play] = await venue.rows('playRecord').where('consumeId', order)
  return { rows: (await venue.rows('queueEntry').where('playId', play?.id)).map(({ id }) => String(id)) }
}
