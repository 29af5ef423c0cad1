import { describe, expect, it } from 'vitest'
import { withClient } from '#server/db/roles.ts'
import { DEMO_PASSWORD } from '#server/db/seed/access.ts'
import { newId } from '#shared/core/id.ts'
import type { TestClient } from '#tests/support/server.ts'
import { type Drawer, drawerOf } from '#tests/support/venue/drawer.ts'
import { codeEnding, passes } from '#tests/support/venue/paid-orders.ts'
import { codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE, type Venue } from '#tests/support/venue/venue.ts'
import { HOME, shareCards } from '#tests/support/visitors.ts'
import { reconcile } from './index.ts'
import { reconcileStores } from './reconciliation.job.ts'

const { server, venue, hq, manager, cashier } = await testVenue(['hq', 'manager', 'cashier'])
const drawer = await drawerOf(server, manager, cashier)

/** Executes a statement as the database owner, past all checks. */
const spoil = (statement: string, values: unknown[] = []) =>
  withClient(server.database.ownerUrl, async (owner) => {
    await owner.query(`set session_replication_role = replica`)
    await owner.query(statement, values)
  })
const noticesOf = async (client: TestClient) =>
  (await client.announcements.listByUser({})).result.sysMsgList.filter(({ titile }) => titile.includes('对账'))
const differences = async (query: object = {}) =>
  (await manager.reconciliation.list({ query: { pageSize: 50, ...query } })).result.records
const night = () => reconcile(server.deps, STORE)

async function charge(rule: Parameters<Venue['rule']>[0], more: object, by: Drawer['here'] = cashier) {
  const { id } = await venue.rule(rule)
  const body = {
    consumeType: rule?.consumeType ?? ('BALANCE' as const),
    consumeVehicleMode: 'circlemode' as const,
    sysDepartConsumeRoleId: id,
    vehicleId: (await venue.vehicle()).id,
    racer: '车手',
    ...more,
  }
  return (await by.consume.add({ key: newId(), body })).result.id
}
const guest = { consumeType: 'NOCARDCONSUME', price: 3000, deposit: 5000 } as const

describe('a consistent venue', () => {
  it('has no differences after sales, refunds and closings, and notifies nobody', async () => {
    const shift = await drawer.open()
    const member = await venue.member({ balance: 20_000, give: 5000, integral: 10 })
    const charged = await charge({ price: 3500 }, { userId: member })
    await charge(guest, { consumePayMode: 'cash' }, drawer.here)
    await charge(guest, { consumePayMode: 'wechat', payCode: codeEnding(0) })
    await charge(guest, { consumePayMode: 'wechat', payCode: codeEnding(2) })
    await passes(server, 70_000)
    const why = { reason: '顾客改期', password: DEMO_PASSWORD }
    await manager.refunds.add({
      key: newId(),
      body: { orderKind: 'consume', orderId: charged, amount: 10, ...why },
    })
    await drawer.close(shift.id, 580)
    expect(await reconcileStores(server.deps)).toBe(0)
    expect(await differences()).toEqual([])
    expect(await noticesOf(manager)).toEqual([])
    const { result: runs } = await manager.reconciliation.runs({})
    expect(runs[0]).toMatchObject({ sysOrgCode: STORE, found: 0, opened: 0, startBy: '' })
    expect((await hq.reconciliation.runs({})).result.map(({ sysOrgCode }) => sysOrgCode).sort()).toEqual([
      'A01',
      'A01A01',
      'A01A02',
    ])
  })
})

describe('an injected difference', () => {
  it('in a drawer is notified that night, and cannot be explained by the user of that drawer', async () => {
    const shift = await drawer.open()
    await charge({ ...guest, deposit: 0 }, { consumePayMode: 'cash' }, drawer.here)
    await drawer.close(shift.id, 525)
    expect(await reconcileStores(server.deps)).toBe(1)
    for (const owner of [hq, manager]) {
      const [notice, ...more] = await noticesOf(owner)
      expect(more).toEqual([])
      expect(notice?.titile).toContain('1 处差异待说明')
      expect(notice?.msgContent).toContain('交班实点与应有')
      expect(notice?.msgContent).toMatch(/记录 525\.00，应为 530\.00/)
    }
    expect(await noticesOf(cashier)).toEqual([])
    const [found] = await differences({ state: 'open' })
    expect(found).toMatchObject({
      kind: 'count',
      kind_dictText: '交班实点与应有',
      account: 'cash',
      stored: 525,
      expected: 530,
      difference: -5,
      reference: shift.id,
      personName: cashier.user.realname,
    })
    const id = found?.id ?? ''
    const explain = (by: TestClient, remark = '找零多给了五元') => by.reconciliation.settle({ body: { id, remark } })
    // An unchanged difference is not notified again.
    expect(await night()).toEqual({ found: 1, opened: 0, open: 1 })
    expect(await noticesOf(manager)).toHaveLength(1)
    expect(await codeOf(explain(cashier))).toBe('auth.forbidden')
    await spoil('update reconciliation_difference set person_id = $1', [manager.user.id])
    expect(await codeOf(explain(manager))).toBe('reconciliation.ownDifference')
    expect(await codeOf(explain(hq, ' '))).toBe('common.invalidInput')
    await explain(hq)
    expect(await codeOf(explain(hq))).toBe('reconciliation.explained')
    expect(await night()).toEqual({ found: 1, opened: 0, open: 0 })
    expect(await differences()).toMatchObject([
      { state: 'explained', remark: '找零多给了五元', settledBy: hq.user.realname },
    ])
    // The explanation was for five; another amount is another difference.
    await spoil('update shift set counted = 52000 where id = $1', [shift.id])
    expect(await night()).toEqual({ found: 1, opened: 1, open: 1 })
    expect(await noticesOf(hq)).toHaveLength(2)
    await spoil('update shift set counted = 53000 where id = $1', [shift.id])
    expect(await night()).toEqual({ found: 0, opened: 0, open: 0 })
    expect(await differences()).toMatchObject([{ state: 'gone' }])
    expect(await codeOf(explain(hq))).toBe('reconciliation.gone')
  })

  it('in any record of money is found', async () => {
    const member = await venue.member({ balance: 20_000 })
    const charged = await charge({ price: 3500 }, { userId: member })
    const scanned = await charge(guest, { consumePayMode: 'wechat', payCode: codeEnding(0) })
    await passes(server, 5000)
    const shift = await drawer.open()
    const why = { reason: '顾客改期', password: DEMO_PASSWORD }
    const refund = (orderId: string) =>
      manager.refunds.add({ key: newId(), body: { orderKind: 'consume', orderId, ...why } })
    const given = (await refund(charged)).message
    await manager.consumeOrders.returnDeposit({ key: newId(), body: { id: scanned, remark: '还车' } })
    await passes(server, 5000)
    await drawer.close(shift.id, 500)
    expect(await night()).toMatchObject({ found: 0 })

    const made: [statement: string, back: string, id: string, kinds: string[]][] = [
      [
        'update wallet set value = value + 1 where member_id = $1',
        'update wallet set value = value - 1 where member_id = $1',
        member,
        ['lots', 'wallet'],
      ],
      [
        'update consume_order set amount = amount + 100 where id = $1',
        'update consume_order set amount = amount - 100 where id = $1',
        charged,
        ['chargeAmount'],
      ],
      [
        'update consume_order set paid_balance = paid_balance + 100, amount = amount + 100 where id = $1',
        'update consume_order set paid_balance = paid_balance - 100, amount = amount - 100 where id = $1',
        charged,
        ['charge'],
      ],
      [
        'update consume_order set refunded = 0 where id = $1',
        'update consume_order set refunded = 3500 where id = $1',
        charged,
        ['refunded'],
      ],
      [
        'update refund_order set balance = balance + 5 where id = $1',
        'update refund_order set balance = balance - 5 where id = $1',
        given,
        ['refund'],
      ],
      [
        "update consume_order set state = 'nopay' where id = $1",
        "update consume_order set state = 'paid' where id = $1",
        scanned,
        ['charge', 'charge', 'payment'],
      ],
      [
        'update payment set amount = amount - 7000 where id = $1',
        'update payment set amount = amount + 7000 where id = $1',
        scanned,
        ['payment', 'paymentAbove'],
      ],
      [
        'update payment_refund set amount = amount - 1 where payment_id = $1',
        'update payment_refund set amount = amount + 1 where payment_id = $1',
        scanned,
        ['paymentRefund'],
      ],
      [
        'update consume_order set deposit = deposit - 1, amount = amount + 1 where id = $1',
        'update consume_order set deposit = deposit + 1, amount = amount - 1 where id = $1',
        scanned,
        ['charge', 'deposit', 'deposit', 'paymentRefund'],
      ],
      [
        'update shift set expected = expected - 900, counted = counted - 900 where id = $1',
        'update shift set expected = expected + 900, counted = counted + 900 where id = $1',
        shift.id,
        ['count', 'shift'],
      ],
      [
        'update shift set opening_float = 100 where id = $1',
        'update shift set opening_float = 50000 where id = $1',
        shift.id,
        ['drawer'],
      ],
      [
        'update shift set taken_over = $1, counted = 100 where id = $1',
        'update shift set taken_over = null, counted = 50000 where id = $1',
        shift.id,
        ['count', 'handover'],
      ],
    ]
    for (const [statement, back, id, kinds] of made) {
      await spoil(statement, [id])
      expect(await night(), statement).toMatchObject({ found: kinds.length, open: kinds.length })
      expect((await differences({ state: 'open' })).map(({ kind }) => kind).sort(), statement).toEqual(kinds)
      await spoil(back, [id])
    }
    // A clearing entry that is not what the wallet of the other store gave.
    await shareCards(venue)
    const elsewhere = await charge({ price: 1500 }, { userId: await venue.member({ orgCode: HOME, balance: 9000 }) })
    expect(await night()).toMatchObject({ found: 0 })
    const change = (by: number) =>
      spoil(`update ledger_line set delta = delta + ${by} where cause_id = $1 and account = 'clearing'`, [elsewhere])
    await change(100)
    expect(await night()).toMatchObject({ found: 2 })
    expect((await differences({ state: 'open' })).map(({ kind }) => kind).sort()).toEqual(['charge', 'clearing'])
    await change(-100)
    // Also a ledger entry without an order.
    await venue.post({ kind: 'consume' }, [{ account: 'cash', delta: 100 }])
    expect(await night()).toMatchObject({ found: 1 })
    const [stray] = await differences({ state: 'open' })
    expect(stray).toMatchObject({ kind: 'charge', account: 'cash', stored: 0, expected: 1 })
  })

  it('can be searched for at once with the permission, in the caller’s stores only', async () => {
    const elsewhere = await server.signIn('manager2')
    expect((await elsewhere.reconciliation.run({})).result).toEqual({ found: 0, opened: 0, open: 0 })
    expect((await elsewhere.reconciliation.list({ query: {} })).result.records).toEqual([])
    expect((await manager.reconciliation.run({})).result).toEqual({ found: 1, opened: 0, open: 1 })
    expect((await manager.reconciliation.runs({})).result[0]).toMatchObject({ startBy: manager.user.realname })
    expect(await codeOf(cashier.reconciliation.run({}))).toBe('auth.forbidden')
    const [open] = await differences({ state: 'open' })
    const foreign = { body: { id: open?.id ?? '', remark: '不是我的店' } }
    expect(await codeOf(elsewhere.reconciliation.settle(foreign))).toBe('common.recordNotFound')
    const answer = await server.request('/api/reconciliation/sysReconciliation/exportXls', { token: manager.token })
    expect(answer.headers.get('content-type')).toContain('spreadsheet')
  })
})

describe('a cash entry', () => {
  it('is in a shift, was paid from the safe, or is listed as outside; any other is a difference', async () => {
    const order = await charge({ ...guest, deposit: 0 }, { consumePayMode: 'cash' })
    const why = { reason: '顾客改期', password: DEMO_PASSWORD, safeReason: '收银员已下班' }
    const refund = { orderKind: 'consume' as const, orderId: order, ...why }
    const cause = (await manager.refunds.add({ key: newId(), body: refund })).message
    const noShift = newId()
    const found = async () => {
      await night()
      return (await differences({ state: 'open' }))
        .filter(({ kind, reference }) => kind === 'safe' || (kind === 'shift' && reference === noShift))
        .map(({ kind, reference, stored, expected }) => [kind, reference, stored, expected])
        .sort()
    }
    const outside = async () =>
      (await hq.shifts.outside({ query: { sysOrgCode: STORE } })).result.find(
        ({ personName }) => personName === manager.user.realname,
      )
    expect(await found()).toEqual([])
    const [payout] = (await hq.shifts.safePayouts({ query: { sysOrgCode: STORE } })).result
    const stated = {
      id: cause,
      causeKind: 'refund',
      amount: 30,
      reason: '收银员已下班',
      createBy: manager.user.realname,
    }
    expect(payout).toMatchObject(stated)
    expect((await (await server.signIn('manager2')).shifts.safePayouts({ query: {} })).result).toEqual([])
    expect(await codeOf(cashier.shifts.safePayouts({ query: {} }))).toBe('auth.forbidden')
    const before = await outside()

    const line = "where cause_id = $1 and account = 'cash'"
    await spoil(`update ledger_line set delta = delta - 1000 ${line}`, [cause])
    expect(await found()).toEqual([['safe', cause, 30, 40]])
    await spoil(`update ledger_line set delta = delta + 1000, shift_id = $2 ${line}`, [cause, noShift])
    expect(await found()).toEqual(
      [
        ['safe', cause, 30, 0],
        ['shift', noShift, 0, -30],
      ].sort(),
    )
    await spoil(`update ledger_line set shift_id = null ${line}`, [cause])
    expect(await found()).toEqual([])
    await spoil('delete from safe_payout where cause_id = $1', [cause])
    const after = await outside()
    expect([(after?.count ?? 0) - (before?.count ?? 0), (after?.amount ?? 0) - (before?.amount ?? 0)]).toEqual([1, -30])
  })
})
