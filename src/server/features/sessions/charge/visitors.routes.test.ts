import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { replayLedger } from '#server/features/ledger/index.ts'
import { reconcile } from '#server/features/reconciliation/reconcile.service.ts'
import { newId } from '#shared/core/id.ts'
import { findBroken } from '#tests/support/invariants/index.ts'
import type { TestClient } from '#tests/support/server.ts'
import { countedFigures } from '#tests/support/venue/figures.ts'
import { refundsOf } from '#tests/support/venue/refunds.ts'
import { codeAndFieldOf, codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE } from '#tests/support/venue/venue.ts'
import { HOME, shareCards } from '#tests/support/visitors.ts'

const { server, venue, manager, cashier, admin } = await testVenue(['manager', 'cashier', 'admin'])
const { charge, refund, worth, ledgerOf, orderOf } = refundsOf({ venue, manager, cashier })
let atHome: TestClient

beforeAll(async () => {
  atHome = await server.signIn('manager2', HOME)
  await venue.setHungLimit(1000)
})
beforeEach(() => shareCards(venue))

const visitor = (given: Parameters<typeof venue.member>[0] = {}) => venue.member({ orgCode: HOME, ...given })

/** A charge at a store, by its own rule and vehicle. */
async function ride(
  by: TestClient,
  orgCode: string,
  userId: string,
  { key = newId(), ...more }: Record<string, unknown> = {},
) {
  const [rule, vehicle] = [await venue.rule({ orgCode }), await venue.vehicle({ orgCode })]
  const consumeType = 'BALANCE' as const
  const body = {
    consumeType,
    consumeVehicleMode: 'circlemode' as const,
    sysDepartConsumeRoleId: rule.id,
    vehicleId: vehicle.id,
  }
  return { key, call: () => by.consume.add({ key: key as string, body: { ...body, userId, racer: '车手', ...more } }) }
}

async function agrees(): Promise<void> {
  expect(await venue.inEveryStore(replayLedger)).toEqual([])
  expect(await venue.inEveryStore(findBroken)).toEqual([])
  for (const orgCode of [STORE, HOME]) expect(await reconcile(server.deps, orgCode)).toMatchObject({ open: 0 })
}

describe('a ride at another store of the chain', () => {
  it('takes value at the member’s store, and is the order, ride and consumption of the other', async () => {
    const before = await venue.inEveryStore((trx) => countedFigures(trx, 'store'))
    const userId = await visitor({ balance: 3000, give: 2000 })
    const id = await charge({ price: 3500, experience: 5 }, { userId, people: 1 })
    expect(await ledgerOf(id)).toEqual(['balance -3000', 'clearing balance 3000', 'clearing give 500', 'give -500'])
    const lines = await venue.rows('ledgerLine').where('causeId', id)
    expect(
      lines.map(({ account, orgCode, otherOrgCode, memberId, shiftId }) => [
        account,
        orgCode,
        otherOrgCode,
        memberId,
        shiftId,
      ]),
    ).toEqual(
      expect.arrayContaining([
        ['balance', HOME, STORE, userId, null],
        ['clearing', STORE, HOME, null, null],
      ]),
    )
    expect(await orderOf('consumeOrder', id)).toMatchObject({
      orgCode: STORE,
      memberId: null,
      homeOrgCode: HOME,
      homeMemberId: userId,
      paidBalance: 3000,
      paidGive: 500,
    })
    expect(await venue.rows('playRecord').where('consumeId', id)).toMatchObject([{ orgCode: STORE, memberId: null }])
    expect(await worth(userId)).toEqual({ balance: 0, give: 1500 })
    const after = await venue.inEveryStore((trx) => countedFigures(trx, 'store'))
    const rose = (code: string) =>
      Math.round(((after[code]?.consumption ?? 0) - (before[code]?.consumption ?? 0)) * 100)
    expect([rose(STORE), rose(HOME)]).toEqual([3500, 0])
    await agrees()
  })

  it('splits money as the member’s store does, and takes points, laps and coins', async () => {
    await venue.inEveryStore((trx) =>
      trx.updateTable('store').set({ chargeOrder: 'giftFirst' }).where('orgCode', '=', HOME).execute(),
    )
    const userId = await visitor({ balance: 3000, give: 2000, integral: 50, laps: 9, coins: 6 })
    await charge({ consumeType: 'BALANCEANDINTEGRAL', price: 2500, integral: 20 }, { userId })
    await charge({ consumeType: 'QUAN', laps: 4, price: 0 }, { userId })
    await charge({ consumeType: 'COIN', toolType: 'COIN', coins: 5, price: 0 }, { userId })
    expect(await worth(userId)).toEqual({ balance: 2500, give: 0, integral: 30, laps: 5, coins: 1 })
    await venue.inEveryStore((trx) =>
      trx.updateTable('store').set({ chargeOrder: 'paidFirst' }).where('orgCode', '=', HOME).execute(),
    )
    await agrees()
  })

  it('takes visits and cards of the general project only: other projects are those of a store', async () => {
    const userId = await visitor()
    await venue.post({ orgCode: HOME }, [
      { account: 'frequency', member: userId, project: 'PKIDS', delta: 5 },
      { account: 'frequency', member: userId, project: 'currency', delta: 1 },
    ])
    const rule = { consumeType: 'FREQUENCY', projectType: 'PKIDS', frequency: 1, price: 0 } as const
    const id = await charge(rule, { userId })
    expect(await ledgerOf(id)).toEqual(['clearing frequency 1', 'frequency currency -1'])
    expect(await codeOf(charge(rule, { userId }))).toBe('members.insufficientFrequency')
    await venue.inEveryStore((trx) =>
      trx
        .insertInto('memberProject')
        .values({
          orgCode: HOME,
          memberId: userId,
          projectType: 'currency',
          unlimitedName: '月卡',
          unlimitedUses: 2,
          unlimitedIssued: 2,
        })
        .execute(),
    )
    const free = await charge({ consumeType: 'PLAYFREELY', price: 0 }, { userId })
    expect(await ledgerOf(free)).toEqual(['clearing unlimited 1', 'unlimited currency -1'])
    await refund('consume', free)
    await refund('consume', id)
    expect(await worth(userId)).toEqual({ 'frequency PKIDS': 5, 'frequency currency': 1 })
    await agrees()
  })

  it('is quoted as it is charged', async () => {
    const userId = await visitor({ balance: 3000, give: 2000, memberLevel: 'gold' })
    const { id: ruleId } = await venue.rule({ price: 3500 })
    const query = { sysDepartConsumeRoleId: ruleId, userId, people: 1, vehicleId: '' }
    const { result } = await cashier.consume.quote({ query: { ...query, consumeVehicleMode: 'circlemode' } as never })
    expect(result).toMatchObject({ refusal: null, amount: 35, discount: 0, spendable: { balance: 30, give: 20 } })
    expect(result.lines).toMatchObject([
      { account: 'balance', amount: 30 },
      { account: 'give', amount: 5 },
    ])
  })

  it('is charged once, whatever answer was lost, and not with another body', async () => {
    const userId = await visitor({ balance: 9000 })
    const { key, call } = await ride(cashier, STORE, userId)
    const answers = await Promise.all([call(), call(), call()])
    expect(new Set(answers.map(({ result }) => JSON.stringify(result.lines))).size).toBe(1)
    expect((await call()).result).toMatchObject({ id: key, payState: 'paid' })
    expect(await worth(userId)).toEqual({ balance: 5500 })
    expect(await codeOf((await ride(cashier, STORE, userId, { key })).call())).toBe('common.keyReused')
    await agrees()
  })

  it('never takes more than there is, with 24 charges at once from two stores', async () => {
    const userId = await visitor({ balance: 10 * 3500 + 3400 })
    const calls = await Promise.all(
      Array.from({ length: 24 }, (_, at) => (at % 2 ? ride(cashier, STORE, userId) : ride(atHome, HOME, userId))),
    )
    const codes = await Promise.all(calls.map(({ call }) => codeOf(call())))
    expect(codes.filter((code) => code === 'done')).toHaveLength(10)
    expect(codes.filter((code) => code === 'members.insufficientBalance')).toHaveLength(14)
    expect(await worth(userId)).toEqual({ balance: 3400 })
    await agrees()
  })

  it('is refused as it would be at the member’s store', async () => {
    const frozen = await visitor({ balance: 9000, frozen: true })
    const ended = await visitor({ balance: 9000, endTime: new Date(0) })
    const guarded = await visitor({ balance: 9000 })
    await atHome.memberRecords.setPassword({ body: { id: guarded, password: '482910' } as never })
    expect(await codeAndFieldOf(charge({}, { userId: frozen }))).toBe('members.frozen userId')
    expect(await codeAndFieldOf(charge({}, { userId: ended }))).toBe('members.ended userId')
    expect(await codeAndFieldOf(charge({}, { userId: guarded }))).toBe('members.passwordRequired password')
    expect(await codeOf(charge({}, { userId: guarded, password: '482911' }))).toBe('members.passwordWrong')
    await charge({}, { userId: guarded, password: '482910' })
    expect(await worth(guarded)).toEqual({ balance: 5500 })
  })

  it('is refused by rules that count members or need a level, and takes no level discount', async () => {
    const userId = await visitor({ balance: 9000 })
    const limited = { limited: true, memberLimit: 1 }
    expect(await codeAndFieldOf(charge(limited, { userId }))).toBe('sessions.ruleOwnMembersOnly sysDepartConsumeRoleId')
    expect(await worth(userId)).toEqual({ balance: 9000 })
  })

  it('needs the signature that the store asks for, of the text of the chain', async () => {
    const hq = await server.signIn('hq')
    await hq.agreements.add({ body: { titleZh: '连锁协议', contentZh: '请系好安全带', contentEn: 'Fasten your belt' } })
    const [text] = (await hq.agreements.list({ query: {} })).result.records
    const agreementId = text?.id ?? ''
    await hq.agreements.publish({ body: { id: agreementId } })
    const userId = await visitor({ balance: 9000 })
    const rule = { needsAgreement: true }
    expect(await codeOf(charge(rule, { userId }))).toBe('members.agreementMissing')
    const signed = { userId, agreementId, strokes: 'M10 20L30 40L50 60M70 80L90 99' }
    await atHome.agreements.sign({ body: signed, key: newId() })
    await charge(rule, { userId })
    expect(await worth(userId)).toEqual({ balance: 5500 })
  })

  it('has a receipt with what was taken, and is in the list with the member’s number and store', async () => {
    const userId = await visitor({ balance: 3000, give: 2000 })
    const id = await charge({ price: 3500 }, { userId })
    await cashier.consumeOrders.printReceipt({ body: { id, printId: 'R1' } })
    const [job] = await venue.rows('printJob').where('orderId', id)
    const facts = JSON.stringify(job?.ticket)
    for (const part of [userId, '30.00', '5.00']) expect(facts).toContain(part)
    const { records } = (await manager.consumeOrders.list({ query: { id } })).result
    expect(records).toMatchObject([{ userId, userNickname: '极速卡丁·城西店' }])
  })

  it('is possible in the chain only, and while it shares its cards', async () => {
    const userId = await visitor({ balance: 9000 })
    await shareCards(venue, 'NO')
    expect(await codeAndFieldOf(charge({}, { userId }))).toBe('members.notFound userId')
    await shareCards(venue)
    const chain = { id: newId(), orgCode: 'Z01', name: '别的连锁', kind: 'chain' as const, sharedCards: 'YES' as const }
    const store = { id: newId(), orgCode: 'Z01A01', name: '别的门店', parentId: chain.id, acceptsCash: 'YES' as const }
    await venue.inEveryStore((trx) => trx.insertInto('store').values([chain, store]).execute())
    expect(await codeOf((await ride(admin, 'Z01A01', userId)).call())).toBe('members.notFound')
    const stranger = await venue.member({ orgCode: 'Z01A01', balance: 9000 })
    expect(await codeOf(charge({}, { userId: stranger }))).toBe('members.notFound')
    expect(await worth(stranger)).toEqual({ balance: 9000 })
  })

  it('is no pay-later start, no sale of products alone and no recharge', async () => {
    const userId = await visitor({ balance: 9000 })
    const [rule, vehicle] = [await venue.rule(), await venue.vehicle()]
    const start = venue.start({ ruleId: rule.id, vehicleId: vehicle.id, userId })
    const late = cashier.playBeforePay.add({ body: start, key: newId() })
    await expect(late).rejects.toMatchObject({ code: 'members.elsewhere', details: { store: '极速卡丁·城西店' } })
    const productId = await venue.product()
    const sale = { lines: [{ productId, count: 1 }], consumePayMode: 'balance' as const, userId }
    expect(await codeOf(cashier.productSales.add({ body: sale, key: newId() }))).toBe('members.elsewhere')
    const body = { userId, sysDepartRechargeRoleId: await venue.rechargeRule(), consumePayMode: 'cash' } as const
    expect(await codeOf(cashier.rechargeOrders.add({ body, key: newId() }))).toBe('members.elsewhere')
    expect(await worth(userId)).toEqual({ balance: 9000 })
  })

  it('may be queued, and paid with products in one order', async () => {
    const userId = await visitor({ balance: 9000 })
    const productId = await venue.product({ price: 300, pieces: 4 })
    const id = await charge({ price: 3500 }, { userId, usageMode: 'lineup', lines: [{ productId, count: 2 }] })
    expect(await worth(userId)).toEqual({ balance: 4900 })
    const [line] = await venue.rows('orderLine').where('productId', productId)
    await refund('consume', id, { lines: [{ lineId: line?.id as string, count: 1, damaged: 0 }] })
    expect(await worth(userId)).toEqual({ balance: 5200 })
    await agrees()
  })
})

describe('a refund of a ride at another store', () => {
  it('gives back a part and then the rest, into the lots it came from, also after the cards are shared no more', async () => {
    const userId = await visitor()
    const until = new Date(server.clock.now().getTime() + 30 * 86_400_000)
    await venue.post({ orgCode: HOME }, [{ account: 'balance', member: userId, delta: 2000, validUntil: until }])
    await venue.post({ orgCode: HOME }, [{ account: 'balance', member: userId, delta: 5000 }])
    const id = await charge({ price: 3500 }, { userId })
    await shareCards(venue, 'NO')
    await refund('consume', id, { amount: 10 })
    expect(await worth(userId)).toEqual({ balance: 4500 })
    await refund('consume', id)
    expect(await codeOf(refund('consume', id))).toBe('refunds.doneBefore')
    const lots = await venue.rows('walletLot').where('memberId', userId)
    expect(lots.map(({ valueLeft }) => valueLeft).sort()).toEqual([2000, 5000])
    expect(await orderOf('consumeOrder', id)).toMatchObject({ state: 'refunded', refunded: 3500 })
    await agrees()
  })

  it('never returns more than was paid, also by simultaneous refunds', async () => {
    const userId = await visitor({ balance: 9000 })
    const id = await charge({ price: 3500 }, { userId })
    const done = await Promise.all(Array.from({ length: 8 }, () => codeOf(refund('consume', id, { amount: 20 }))))
    expect(done.filter((code) => code === 'done')).toHaveLength(1)
    expect(await worth(userId)).toEqual({ balance: 7500 })
    await agrees()
  })

  it('goes to the remaining member where the number was merged, and to a frozen one', async () => {
    const [userId, targetId] = [await visitor({ balance: 9000 }), await visitor()]
    const id = await charge({ price: 3500 }, { userId })
    await venue.inEveryStore((trx) =>
      trx.updateTable('member').set({ frozen: true }).where('id', '=', targetId).execute(),
    )
    await atHome.memberMerge.merge({ key: newId(), body: { sourceId: userId, targetId, reason: '重复' } } as never)
    await refund('consume', id)
    expect(await worth(targetId)).toEqual({ balance: 9000 })
    await agrees()
  })

  it('is a void as well', async () => {
    const userId = await visitor({ balance: 9000 })
    const id = await charge({ price: 3500 }, { userId })
    const sale = (await cashier.refunds.lastSale({ query: {} } as never)).result as { orderId: string } | null
    expect(sale?.orderId).toBe(id)
    await cashier.refunds.voidSale({
      key: newId(),
      body: { orderKind: 'consume', orderId: id, reason: '点错' },
    } as never)
    expect(await worth(userId)).toEqual({ balance: 9000 })
    expect(await venue.rows('playRecord').where('consumeId', id)).toMatchObject([{ state: 'CANCELLED' }])
    await agrees()
  })
})
