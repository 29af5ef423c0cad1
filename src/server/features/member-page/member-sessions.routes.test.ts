import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { hashOf } from '#server/core/secrets/token-hash.ts'
import { withClient } from '#server/db/roles.ts'
import { demoStores } from '#server/db/seed/access.ts'
import { codeSentTo, memberOnPage } from '#tests/support/member-page.ts'
import { until } from '#tests/support/until.ts'
import { codeAndFieldOf, codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE } from '#tests/support/venue/venue.ts'

const { server, venue } = await testVenue()
const guest = server.client()

const OTHER = 'A01A02'
const DAY_MS = 86_400_000

let phones = 13_911_110_000
const newPhone = () => String(++phones)

const askCode = (mobile: string, store = STORE) => guest.memberPage.code({ body: { store, mobile } })
const enter = (mobile: string, captcha: string, store = STORE) =>
  guest.memberPage.signIn({ body: { store, mobile, captcha } })

/** Signs a new member in with the code from the text. */
async function signedInMember(given: Parameters<typeof venue.member>[0] = {}) {
  const phone = newPhone()
  const id = await venue.member({ phone, nickname: '闪电', ...given })
  await askCode(phone)
  const { result } = await enter(phone, await codeSentTo(venue, phone))
  return { id, phone, token: result.token, member: result.member, client: server.client(result.token) }
}

describe('the address of the member page', () => {
  it('names a store by code or id, and lists the stores of a chain', async () => {
    const { id } = demoStores.A01A01
    for (const store of [STORE, id, id.toUpperCase()])
      expect((await guest.memberPage.store({ query: { store } })).result).toMatchObject({ orgCode: STORE, stores: [] })
    const chain = (await guest.memberPage.store({ query: { store: 'A01' } })).result
    expect(chain.stores.map(({ orgCode }) => orgCode)).toEqual([STORE, OTHER])
    for (const store of ['A', 'A01A0', 'x', "' or 1=1 --"])
      expect(await codeAndFieldOf(guest.memberPage.store({ query: { store } }))).toBe('memberPage.storeUnknown store')
    expect(await codeOf(askCode(newPhone(), 'A01'))).toBe('memberPage.storeUnknown')
  })
})

describe('a member', () => {
  it('signs in by the code sent to the phone, for 30 days', async () => {
    const { id, phone, client, token, member } = await signedInMember()
    const masked = `${phone.slice(0, 3)}****${phone.slice(-4)}`
    expect(member).toMatchObject({ id, name: '闪电', phone: masked, store: { orgCode: STORE } })
    expect((await client.memberPage.me()).result).toEqual(member)
    const [row] = await venue.rows('memberSession').where('memberId', id)
    expect(JSON.stringify(row)).not.toContain(token)
    expect(server.logs.join()).not.toContain(token)
    expect((await client.memberPage.sessions()).result).toMatchObject([{ isCurrent: true }])
    server.clock.advance(30 * DAY_MS - 60_000)
    expect(await codeOf(client.memberPage.me())).toBe('done')
    server.clock.advance(120_000)
    expect(await codeOf(client.memberPage.me())).toBe('auth.tokenInvalid')
  })

  it('may make the calls of members and no others', async () => {
    const { client, token } = await signedInMember()
    for (const call of [
      client.members.searchMemberById({ query: { id: '100001' } }),
      client.signIn.permissions(),
      client.kiosk.state(),
      client.account.profile(),
    ])
      expect(await codeOf(call)).toBe('auth.forbidden')
    expect(await codeOf((await server.signIn('manager', STORE)).memberPage.me())).toBe('auth.forbidden')
    expect(await codeOf((await server.signIn('admin')).memberPage.me())).toBe('auth.forbidden')
    expect(await codeOf(guest.memberPage.me())).toBe('auth.tokenMissing')
    expect(await codeOf(guest.signIn.getLoginUser({ params: { token } }))).toBe('auth.tokenInvalid')
  })

  it('is a member of the store of the address only', async () => {
    const phone = newPhone()
    const here = await venue.member({ phone })
    const there = await venue.member({ phone, orgCode: OTHER })
    await askCode(phone)
    const code = await codeSentTo(venue, phone)
    expect(await codeOf(enter(phone, code, OTHER))).toBe('account.smsWrong')
    // The code of this store is valid still, and blocks none of the other.
    await askCode(phone, OTHER)
    const other = await codeSentTo(venue, phone)
    expect((await enter(phone, other, OTHER)).result.member).toMatchObject({ id: there, store: { orgCode: OTHER } })
    expect((await enter(phone, code)).result.member.id).toBe(here)
  })

  it('who was merged into another proves nothing by the old phone', async () => {
    const [old, phone] = [newPhone(), newPhone()]
    const into = await venue.member({ phone })
    await venue.member({ phone: old, mergedInto: into })
    for (const mobile of [old, phone]) await askCode(mobile)
    expect(await codeSentTo(venue, old)).toBe('')
    expect((await enter(phone, await codeSentTo(venue, phone))).result.member.id).toBe(into)
  })

  it('loses the phone while signing in by it, and is refused', async () => {
    const phone = newPhone()
    const id = await venue.member({ phone })
    await askCode(phone)
    const code = await codeSentTo(venue, phone)
    const attempt = await venue.inEveryStore(async (trx) => {
      await trx.updateTable('member').set({ phone: newPhone() }).where('id', '=', id).execute()
      const entering = codeOf(enter(phone, code))
      const isWaiting = sql<{ found: boolean }>`
        select exists (select from pg_locks where not granted and pid <> pg_backend_pid()) as found`
      await until(async () => expect((await isWaiting.execute(trx)).rows[0]?.found).toBe(true))
      return { entering }
    })
    expect(await attempt.entering).toBe('account.smsWrong')
    expect(await venue.rows('memberSession').where('memberId', id)).toEqual([])
  })

  it('counts no more against the address of the venue once the code was right', async () => {
    const counted = () =>
      withClient(server.database.ownerUrl, async (owner) => {
        const { rows } = await owner.query<{ failures: number }>(
          'select failures from login_guard where subject = $1',
          [hashOf('member sms from 127.0.0.1')],
        )
        return rows[0]?.failures ?? 0
      })
    const before = await counted()
    const phone = newPhone()
    await venue.member({ phone })
    await askCode(phone)
    expect(await counted()).toBe(before + 1)
    await enter(phone, await codeSentTo(venue, phone))
    expect(await counted()).toBe(before)
  })

  it('whose attempts are counted waits before any store is looked up', async () => {
    const mobile = newPhone()
    const answers = []
    for (let attempt = 0; attempt < 8; attempt++) answers.push(await codeOf(enter(mobile, '000000', 'x')))
    expect(answers[0]).toBe('memberPage.storeUnknown')
    expect(answers.at(-1)).toBe('auth.lockedOut')
    server.clock.advance(DAY_MS)
  })

  it('uses a code once, also at the same time', async () => {
    const phone = newPhone()
    await venue.member({ phone })
    await askCode(phone)
    const code = await codeSentTo(venue, phone)
    const answers = await Promise.all([1, 2, 3].map(() => codeOf(enter(phone, code))))
    expect(answers.filter((one) => one === 'done')).toHaveLength(1)
  })
})

describe('a phone without a member', () => {
  it('gets the answers of a known one, and no text', async () => {
    const known = newPhone()
    await venue.member({ phone: known })
    const unknown = newPhone()
    const [one, other] = [await askCode(known), await askCode(unknown)]
    expect(other).toEqual(one)
    expect(await codeSentTo(venue, unknown)).toBe('')
    expect(await codeSentTo(venue, known)).not.toBe('')
    expect(await codeAndFieldOf(enter(unknown, '000000'))).toEqual(await codeAndFieldOf(enter(known, '000000')))
    expect(await codeOf(askCode(known))).toBe(await codeOf(askCode(unknown)))
  })

  it('cannot be guessed from without an end: attempts of a phone wait', async () => {
    const phone = newPhone()
    await venue.member({ phone })
    await askCode(phone)
    const guesses = []
    for (let guess = 0; guess < 8; guess++) guesses.push(await codeOf(enter(phone, `00000${guess}`)))
    expect(guesses.slice(0, 5)).not.toContain('auth.lockedOut')
    expect(guesses.at(-1)).toBe('auth.lockedOut')
    server.clock.advance(DAY_MS)
  })
})

describe('a session', () => {
  it.each([
    ['another phone', { phone: '13922220000' }],
    ['freezing', { frozen: true }],
    ['merging', { mergedInto: '100001' }],
  ])('ends by %s, on every copy of the server', async (_, change) => {
    const copy = await server.startCopy()
    const { id, token } = await memberOnPage(server, venue, await venue.member())
    const [here, there] = [server.client(token), copy.client(token)]
    await Promise.all([here.memberPage.me(), there.memberPage.me()])
    await venue.inEveryStore((trx) => trx.updateTable('member').set(change).where('id', '=', id).execute())
    for (const client of [here, there])
      await until(async () => expect(await codeOf(client.memberPage.me())).toBe('auth.tokenInvalid'))
    await venue.inEveryStore((trx) =>
      trx.updateTable('member').set({ frozen: false, mergedInto: null }).where('id', '=', id).execute(),
    )
    expect(await codeOf(here.memberPage.me())).toBe('auth.tokenInvalid')
  })

  it('ends with the end date of the member, and begins for none who is frozen or has ended', async () => {
    const { id, client } = await memberOnPage(server, venue, await venue.member())
    await client.memberPage.me()
    const endTime = new Date(server.clock.now().getTime() - 1000)
    await venue.inEveryStore((trx) => trx.updateTable('member').set({ endTime }).where('id', '=', id).execute())
    await until(async () => expect(await codeOf(client.memberPage.me())).toBe('auth.tokenInvalid'))
    for (const [given, refusal] of [
      [{ endTime }, 'members.ended'],
      [{ frozen: true }, 'members.frozen'],
    ] as const) {
      const phone = newPhone()
      const ended = await venue.member({ phone })
      await venue.inEveryStore((trx) => trx.updateTable('member').set(given).where('id', '=', ended).execute())
      await askCode(phone)
      expect(await codeOf(enter(phone, await codeSentTo(venue, phone)))).toBe(refusal)
    }
  })

  it('ends by signing out, alone or with all others', async () => {
    const memberId = await venue.member()
    const [one, two, three] = [
      await memberOnPage(server, venue, memberId),
      await memberOnPage(server, venue, memberId),
      await memberOnPage(server, venue, memberId),
    ]
    const bystander = await memberOnPage(server, venue, await venue.member())
    await one.client.memberPage.signOut()
    expect(await codeOf(one.client.memberPage.me())).toBe('auth.tokenInvalid')
    expect((await two.client.memberPage.sessions()).result).toHaveLength(2)
    expect((await two.client.memberPage.signOutEverywhere()).result).toEqual({ ended: 2 })
    for (const { client } of [two, three]) expect(await codeOf(client.memberPage.me())).toBe('auth.tokenInvalid')
    expect(await codeOf(bystander.client.memberPage.me())).toBe('done')
  })

  it('is refused while the store is switched off', async () => {
    const { client } = await memberOnPage(server, venue, await venue.member({ orgCode: OTHER }), OTHER)
    const set = (status: string) =>
      venue.inEveryStore((trx) => trx.updateTable('store').set({ status }).where('orgCode', '=', OTHER).execute())
    await set('0')
    expect(await codeOf(client.memberPage.me())).toBe('auth.storeClosed')
    expect(await codeOf(guest.memberPage.store({ query: { store: OTHER } }))).toBe('memberPage.storeUnknown')
    await set('1')
  })
})

describe('a demo that cannot send texts', () => {
  it('shows the code, and no other server does', async () => {
    const mobile = newPhone()
    expect((await askCode(mobile)).result.demoCode).toBe('')
    const demo = await server.startCopy({ demo: true })
    const other = newPhone()
    const { demoCode } = (await demo.client().memberPage.code({ body: { store: STORE, mobile: other } })).result
    expect(demoCode).toMatch(/^\d{6}$/)
    const sends = await server.startCopy({ demo: true, smsUrl: 'http://127.0.0.1:9/' })
    const body = { store: STORE, mobile: newPhone() }
    expect((await sends.client().memberPage.code({ body })).result.demoCode).toBe('')
  })
})
