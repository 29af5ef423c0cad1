import { describe, expect, it } from 'vitest'
import { processPayments } from '#server/features/payments/index.ts'
import { newId } from '#shared/core/id.ts'
import { until } from '#tests/support/until.ts'
import { charge, kioskGuests, openKiosk, visit } from '#tests/support/venue/kiosks.ts'
import { codeAndFieldOf, codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE } from '#tests/support/venue/venue.ts'

const { server, venue, manager } = await testVenue(['manager'], { publicUrl: 'https://kart.example' })
const neighbour = await server.signIn('manager2')
const { guest, ride } = kioskGuests(venue)

const OTHER = 'A01A02'

describe('a key of a kiosk', () => {
  it('gives access to kiosk calls only', async () => {
    const opened = await openKiosk(server, manager)
    expect((await opened.kiosk.state()).result).toMatchObject({ name: opened.name, pays: 'both' })
    for (const call of [
      opened.client.members.searchMemberById({ query: { id: '100001' } }),
      opened.client.signIn.permissions(),
      opened.client.kiosks.list({ query: {} }),
      opened.client.consume.getDepartInfo(),
    ])
      expect(await codeOf(call)).toBe('auth.forbidden')
    expect(await codeOf(manager.kiosk.state())).toBe('auth.forbidden')
    expect(await codeOf((await server.signIn('admin')).kiosk.state())).toBe('auth.forbidden')
    expect(await codeOf(server.client().kiosk.state())).toBe('auth.tokenMissing')
  })

  it('is invalid at once after a new key, deactivation or removal, on every copy of the server', async () => {
    const copy = await server.startCopy()
    for (const end of [
      (id: string) => manager.kiosks.newKey({ body: { id } }),
      (id: string) => manager.kiosks.edit({ body: { id, enabled: 'NO' } as never }),
      (id: string) => manager.kiosks.delete({ query: { id } }),
    ]) {
      const opened = await openKiosk(server, manager)
      const there = copy.client(opened.key)
      await there.kiosk.state()
      await end(opened.id)
      expect(await codeOf(opened.kiosk.state())).toBe('auth.tokenInvalid')
      await until(async () => expect(await codeOf(there.kiosk.state())).toBe('auth.tokenInvalid'))
    }
  })

  it('is returned once and not stored', async () => {
    const opened = await openKiosk(server, manager)
    const [row] = await venue.rows('kiosk').where('id', opened.id)
    expect(JSON.stringify(row)).not.toContain(opened.key)
    expect(JSON.stringify((await manager.kiosks.list({ query: {} })).result)).not.toContain(opened.key)
    expect(server.logs.join()).not.toContain(opened.key)
  })

  it('is created by managers of its own store', async () => {
    const { id } = await openKiosk(server, manager)
    const cashier = await server.signIn('cashier')
    expect(await codeOf(cashier.kiosks.newKey({ body: { id } }))).toBe('auth.forbidden')
    expect(await codeOf(neighbour.kiosks.newKey({ body: { id } }))).toBe('common.recordNotFound')
  })

  it('belongs to a kiosk with a unique name in the store', async () => {
    const { name } = await openKiosk(server, manager)
    expect(await codeAndFieldOf(manager.kiosks.add({ body: { name } }))).toBe('kiosks.nameTaken name')
    expect(await codeAndFieldOf(neighbour.kiosks.add({ body: { name } }))).toBe('done')
  })
})

describe('a card at a kiosk', () => {
  it('shows the racer and the wallets, and no private data', async () => {
    const opened = await openKiosk(server, manager)
    const { id, card } = await guest({
      nickname: '闪电13812345678',
      realname: '王小明',
      phone: '13812345678',
      integral: 7,
      laps: 3,
    })
    const seen = await visit(opened, card)
    expect(seen).toMatchObject({
      racer: '闪电***',
      card: card.slice(-3),
      wallets: { balance: 100, integral: 7, laps: 3, frequency: 0, unlimited: null },
      hasPassword: false,
    })
    const text = JSON.stringify(seen)
    for (const secret of [id, card, '王小明', '13812345678']) expect(text).not.toContain(secret)
  })

  it('gets the same refusal if it is unknown, lost or of another store', async () => {
    const opened = await openKiosk(server, manager)
    const lost = await guest()
    await manager.memberCards.lost({ body: { userId: lost.id, reason: '丢失' }, key: newId() })
    const foreign = await guest({ orgCode: OTHER })
    const { id } = await guest()
    // The member number is spoken aloud and proves nothing.
    for (const card of [lost.card, foreign.card, '9999999999', id])
      expect(await codeOf(visit(opened, card)), card).toBe('kiosks.cardUnknown')
  })

  it('cannot be guessed: the kiosk must wait after some wrong cards, and right ones do not count', async () => {
    const opened = await openKiosk(server, manager)
    const { card } = await guest()
    for (let time = 0; time < 20; time++) await visit(opened, card)
    const codes: string[] = []
    for (let time = 0; time < 17; time++) codes.push(await codeOf(visit(opened, `1${String(time).padStart(9, '0')}`)))
    expect(codes.filter((code) => code === 'kiosks.cardUnknown')).toHaveLength(15)
    expect(codes.at(-1)).toBe('auth.lockedOut')
    expect(await codeOf(visit(opened, card))).toBe('auth.lockedOut')
    server.clock.advance(20 * 60_000)
    expect((await visit(opened, card)).racer).toBe('闪电')
  })

  it('is valid for some minutes at the kiosk that read it', async () => {
    const [one, other] = [await openKiosk(server, manager), await openKiosk(server, manager)]
    const { card } = await guest()
    const { visit: visitToken } = await visit(one, card)
    await one.kiosk.offers({ body: { visit: visitToken } })
    expect(await codeOf(other.kiosk.offers({ body: { visit: visitToken } }))).toBe('kiosks.visitEnded')
    expect(await codeOf(one.kiosk.offers({ body: { visit: `${visitToken.slice(0, -4)}AAAA` } }))).toBe(
      'kiosks.visitEnded',
    )
    server.clock.advance(16 * 60_000)
    expect(await codeOf(one.kiosk.offers({ body: { visit: visitToken } }))).toBe('kiosks.visitEnded')
  })
})

describe('a ride at a kiosk', () => {
  it('is offered if its rule allows it, with its price and the remaining value', async () => {
    const opened = await openKiosk(server, manager)
    const offered = await ride({ name: '自助八圈' })
    await venue.rule({ name: '前台八圈' })
    const { card } = await guest()
    const { visit: visitToken } = await visit(opened, card)
    const offers = (await opened.kiosk.offers({ body: { visit: visitToken, people: 2 } })).result
    expect(offers.map(({ name }) => name)).not.toContain('前台八圈')
    expect(offers.find(({ ruleId }) => ruleId === offered.id)).toMatchObject({
      name: '自助八圈',
      laps: 8,
      quote: {
        amount: 70,
        refusal: null,
        lines: [{ account: 'balance', amount: 70, before: 100, after: 30, lots: [] }],
      },
    })
  })

  it('is offered and charged at the price of the member’s level', async () => {
    const opened = await openKiosk(server, manager)
    const level = { code: 'fifth', name: '八折', rank: 91, experience: -1, discount: 20 }
    await manager.memberLevels.add({ body: level })
    const { id: ruleId } = await ride()
    const { id, card } = await guest({ memberLevel: level.code })
    const { visit: visitToken } = await visit(opened, card)
    const offers = (await opened.kiosk.offers({ body: { visit: visitToken, people: 2 } })).result
    expect(offers.find((offer) => offer.ruleId === ruleId)).toMatchObject({
      quote: { amount: 56, discount: 14, lines: [{ account: 'balance', amount: 56, before: 100, after: 44 }] },
    })
    const key = newId()
    const { result } = await charge(opened, key, { visit: visitToken, ruleId })
    expect(result).toMatchObject({ payState: 'paid', amount: 28 })
    expect(await venue.rows('consumeOrder').where('id', key)).toMatchObject([{ amount: 2800, discount: 700 }])
    expect((await venue.wallets(id)).balance).toMatchObject({ value: 7200 })
  })

  it('is charged as at the counter and enters the queue, under the name of the kiosk', async () => {
    const opened = await openKiosk(server, manager, { ticketPrefix: 'K' })
    const { id: ruleId } = await ride()
    const { id, card } = await guest()
    await venue.inEveryStore((trx) =>
      trx.updateTable('store').set({ cashierRequired: 'YES' }).where('orgCode', '=', STORE).execute(),
    )
    const key = newId()
    const { result } = await charge(opened, key, { visit: (await visit(opened, card)).visit, ruleId })
    expect(result).toMatchObject({ id: key, payState: 'paid', amount: 35, isPrinted: false })
    expect(result.ticketNo).toMatch(/^K\d{3}$/)
    expect(result.link).toMatch(/^https:\/\/kart\.example\/q\//)
    const [order] = await venue.rows('consumeOrder').where('id', key)
    expect(order).toMatchObject({
      operatorId: opened.id,
      operatorName: opened.name,
      cashierId: null,
      terminalId: null,
      usageMode: 'lineup',
    })
    expect((await venue.wallets(id)).balance).toMatchObject({ value: 6500 })
    expect(await venue.rows('printJob').where('orderId', result.id)).toEqual([])
    const line = (await manager.queue.line({ query: {} })).result.records.find(({ consumeid }) => consumeid === key)
    expect(line).toMatchObject({ ticketNo: result.ticketNo, racer: '闪电', queueState: 'WAITING' })
    expect((await visit(opened, card)).places).toMatchObject([{ ticketNo: result.ticketNo }])
  })

  it('is paid once, however often and concurrently it is sent, also after the visit has ended', async () => {
    const opened = await openKiosk(server, manager)
    const { id: ruleId } = await ride()
    const { id, card } = await guest()
    const key = newId()
    const body = { visit: (await visit(opened, card)).visit, ruleId }
    const answers = await Promise.all([1, 2, 3].map(() => charge(opened, key, body)))
    expect(new Set(answers.map(({ result }) => result.ticketNo)).size).toBe(1)
    server.clock.advance(16 * 60_000)
    expect((await charge(opened, key, body)).result.ticketNo).toBe(answers[0]?.result.ticketNo)
    expect(await codeOf(charge(opened, key, { ...body, people: 2 }))).toBe('common.keyReused')
    expect(await codeOf(charge(opened, newId(), body))).toBe('kiosks.visitEnded')
    expect((await venue.wallets(id)).balance).toMatchObject({ value: 6500 })
  })

  it('is refused if the rule is for the counter, of another store, or paid by other methods', async () => {
    const opened = await openKiosk(server, manager, { pays: 'wallet' })
    const { id, card } = await guest()
    const { visit: visitToken } = await visit(opened, card)
    const refused = [
      { ruleId: (await venue.rule()).id },
      { ruleId: (await ride({ orgCode: OTHER })).id },
      { ruleId: (await ride({ gatherFace: true })).id },
      { ruleId: (await ride({ consumeType: 'TESTCARD' })).id },
      { ruleId: (await ride({ consumeType: 'NOCARDCONSUME' })).id, visit: '', payCode: '134567890123456780' },
    ]
    for (const body of refused)
      expect(await codeOf(charge(opened, newId(), { visit: visitToken, ...body })), JSON.stringify(body)).toBe(
        'kiosks.notOffered',
      )
    expect((await venue.wallets(id)).balance).toMatchObject({ value: 10_000 })
  })

  it('requires the consumption password of the member, and counts wrong ones', async () => {
    const opened = await openKiosk(server, manager)
    const { id: ruleId } = await ride()
    const { id, card } = await guest()
    await manager.memberRecords.setPassword({ body: { id, password: '4711' } } as never)
    const seen = await visit(opened, card)
    expect(seen.hasPassword).toBe(true)
    const key = newId()
    const paid = (password: string) => charge(opened, key, { visit: seen.visit, ruleId, password })
    expect(await codeOf(paid(''))).toBe('members.passwordRequired')
    for (let time = 0; time < 5; time++) expect(await codeOf(paid('0000'))).toBe('members.passwordWrong')
    expect(await codeOf(paid('4711'))).toBe('members.passwordBlocked')
    server.clock.advance(6 * 60_000)
    expect((await paid('4711')).result.payState).toBe('paid')
  })

  it('is paid by a guest’s pay code, and orders of other kiosks are not visible', async () => {
    const [opened, other] = [await openKiosk(server, manager, { ticketPrefix: 'S' }), await openKiosk(server, manager)]
    const { id: ruleId } = await ride({ consumeType: 'NOCARDCONSUME', name: '散客八圈' })
    const offers = (await opened.kiosk.offers({ body: {} })).result
    expect(offers.find((offer) => offer.ruleId === ruleId)).toMatchObject({ quote: { payMode: 'scan', amount: 35 } })
    const key = newId()
    expect(await codeOf(charge(opened, newId(), { ruleId }))).toBe('sessions.payCodeRequired')
    const begun = await charge(opened, key, { ruleId, payCode: '134567890123456780' })
    expect(begun.result).toMatchObject({ payState: 'nopay', ticketNo: '' })
    const order = async () => (await opened.kiosk.order({ query: { id: key } })).result
    await until(async () => {
      await processPayments(server.deps)
      expect((await order()).payState).toBe('paid')
    })
    expect((await order()).ticketNo).toMatch(/^S\d{3}$/)
    expect(await codeOf(other.kiosk.order({ query: { id: key } }))).toBe('common.recordNotFound')
  })
})
