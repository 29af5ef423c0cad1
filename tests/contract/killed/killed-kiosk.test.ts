import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { valueOnWire } from '#shared/core/family-names.ts'
import { newId } from '#shared/core/id.ts'
import { OrderState } from '#shared/features/sessions/charge.schema.ts'
import { KILLED_PATIENCE, type Killable, startKillable, trailOf } from '#tests/support/faults/killable.ts'
import { nameSampleOnFailure } from '#tests/support/runner/sample.ts'
import { openKiosk } from '#tests/support/venue/kiosks.ts'

const PATH = '/game/kiosk/charge'
const PRICE = 3500
/** A pay code that nobody pays. */
const NEVER = '134567890123456782'

let killable: Killable
beforeAll(async () => {
  killable = await startKillable('kiosks')
})
nameSampleOnFailure()
afterAll(() => killable.stop())

let cards = 6_000_000_000

describe('a server that is killed between any two statements and called again by a kiosk', {
  timeout: KILLED_PATIENCE,
}, () => {
  it.each([
    ['by wallet', 'BALANCE', 'paid'],
    ['by scan', 'NOCARDCONSUME', 'nopay'],
  ] as const)('has charged %s once, with one queue entry', async (_, consumeType, payState) => {
    const { server, venue, manager, everywhere, expectRows } = killable
    const { id: kioskId, key: token, kiosk } = await openKiosk(server, manager)
    const rule = { consumeType, price: PRICE, minutes: 0, selfService: true }
    const { id: ruleId } = await venue.rule(rule)
    const isPaid = payState === 'paid'
    const cuts = await everywhere(async () => {
      const card = String(++cards)
      const member = await venue.member({ balance: 2 * PRICE, physicalCard: card })
      const { visit } = (await kiosk.visit({ body: { card } })).result
      const key = newId()
      const body = { ruleId, mode: 'circlemode', ...(isPaid ? { visit } : { payCode: NEVER }) }
      return {
        sent: { method: 'POST', path: PATH, key, body, token },
        async expectDone({ reply }) {
          expect(reply).toMatchObject({
            success: true,
            message: key,
            result: { id: key, payState: valueOnWire(OrderState, payState) },
          })
          await expectRows({
            consume_order: `id = '${key}' and state = '${payState}' and operator_id = '${kioskId}'`,
            play_record: `consume_id = '${key}'`,
            queue_entry: [
              `play_id in (select id from play_record where consume_id = '${key}') and state = 'WAITING'`,
              isPaid ? 1 : 0,
            ],
            payment: [`id = '${key}'`, isPaid ? 0 : 1],
            ledger_line: [`cause_id = '${key}'`, isPaid ? 1 : 0],
            wallet: `member_id = '${member}' and kind = 'balance' and value = ${isPaid ? PRICE : 2 * PRICE}`,
            audit_entry: trailOf(PATH, key),
          })
        },
      }
    })
    expect(cuts).toBeGreaterThanOrEqual(2)
  })

  it.each(['drawn', 'paper'] as const)('has stored a signature once (%s)', async (way) => {
    const { server, venue, manager, everywhere, expectRows } = killable
    await manager.agreements.add({ body: { titleZh: '安全协议', contentZh: '系好安全带' } })
    const draft = (await manager.agreements.list({ query: {} })).result.records.find((one) => one.publishTime === null)
    const agreementId = draft?.id ?? ''
    await manager.agreements.publish({ body: { id: agreementId } })
    const { key: token, kiosk } = await openKiosk(server, manager)
    const cuts = await everywhere(async () => {
      const card = String(++cards)
      const userId = await venue.member({ physicalCard: card })
      const { visit } = (await kiosk.visit({ body: { card } })).result
      const key = newId()
      const [path, body] =
        way === 'drawn'
          ? ['/game/kiosk/sign', { visit, agreementId, strokes: 'M10 10L20 20L30 10L40 20' }]
          : ['/membermanage/sysAgreement/signPaper', { userId, agreementId }]
      return {
        sent: { method: 'POST', path, key, body, ...(way === 'drawn' && { token }) },
        async expectDone({ reply }) {
          expect(reply).toMatchObject({ success: true, result: { id: key } })
          await expectRows({
            agreement_signature: `member_id = '${userId}' and id = '${key}' and way = '${way}'`,
            member: `id = '${userId}' and agreement_id = '${agreementId}'`,
            audit_entry: trailOf(path, userId),
          })
        },
      }
    })
    expect(cuts).toBeGreaterThanOrEqual(2)
  })

  it.each([
    ['from the balance', 'wallet', 'paid'],
    ['by scan', 'scan', 'nopay'],
  ] as const)('has sold products %s once, and taken them from stock', async (_, pays, payState) => {
    const { server, venue, manager, everywhere, expectRows } = killable
    const { id: kioskId, key: token, kiosk } = await openKiosk(server, manager)
    const isPaid = payState === 'paid'
    const cuts = await everywhere(async () => {
      const card = String(++cards)
      const member = await venue.member({ balance: 1000, physicalCard: card })
      const productId = await venue.product({ price: 300, pieces: 10, selfService: true })
      const { visit } = (await kiosk.visit({ body: { card } })).result
      const key = newId()
      const body = { lines: [{ productId, count: 2, price: 3 }], pays, ...(isPaid ? { visit } : { payCode: NEVER }) }
      return {
        sent: { method: 'POST', path: '/game/kiosk/buy', key, body, token },
        async expectDone({ reply }) {
          expect(reply).toMatchObject({ success: true, message: key, result: { id: key, amount: 6 } })
          await expectRows({
            consume_order: `id = '${key}' and state = '${payState}' and operator_id = '${kioskId}' and goods = 600`,
            payment: [`id = '${key}'`, isPaid ? 0 : 1],
            ledger_line: [`cause_id = '${key}'`, isPaid ? 1 : 0],
            wallet: `member_id = '${member}' and kind = 'balance' and value = ${isPaid ? 400 : 1000}`,
            stock_line: `cause_id = '${key}' and kind = 'sale' and delta = -2`,
            stock_level: `item_id = '${productId}' and quantity = 8`,
            audit_entry: trailOf('/game/kiosk/buy', key),
          })
        },
      }
    })
    expect(cuts).toBeGreaterThanOrEqual(2)
  })

  it('has printed the receipt of a paid order once, and prints a copy of it when asked again', async () => {
    const { server, venue, manager, everywhere, expectRows } = killable
    const { key: token, kiosk } = await openKiosk(server, manager, { printId: 'K9' })
    const cuts = await everywhere(async () => {
      const card = String(++cards)
      await venue.member({ balance: 1000, physicalCard: card })
      const productId = await venue.product({ price: 300, pieces: 1, selfService: true })
      const { visit } = (await kiosk.visit({ body: { card } })).result
      const [orderId, key] = [newId(), newId()]
      await kiosk.buy({ body: { visit, lines: [{ productId, count: 1, price: 3 }], pays: 'wallet' }, key: orderId })
      return {
        sent: { method: 'POST', path: '/game/kiosk/receipt', key, body: { id: orderId }, token },
        async expectDone({ reply }) {
          expect(reply).toMatchObject({ success: true, result: { id: orderId } })
          const job = `order_id = '${orderId}' and print_id = 'K9'`
          await expectRows({
            consume_order: `id = '${orderId}' and state = 'paid'`,
            print_job: `${job} and copy_no = 0`,
          })
          await kiosk.receipt({ body: { id: orderId }, key: newId() })
          await expectRows({ print_job: [job, 2], 'print_job copy': `${job} and copy_no = 1` })
        },
      }
    })
    expect(cuts).toBeGreaterThanOrEqual(2)
  })

  it('has ordered a recharge once, with one payment', async () => {
    const { server, venue, manager, everywhere, expectRows } = killable
    const { id: kioskId, key: token, kiosk } = await openKiosk(server, manager)
    const ruleId = await venue.rechargeRule({ recharge: 20_000, price: 20_000, selfService: true })
    const cuts = await everywhere(async () => {
      const card = String(++cards)
      const member = await venue.member({ balance: 1000, physicalCard: card })
      const { visit } = (await kiosk.visit({ body: { card } })).result
      const key = newId()
      return {
        sent: {
          method: 'POST',
          path: '/game/kiosk/recharge',
          key,
          body: { visit, ruleId, price: 200, payCode: NEVER },
          token,
        },
        async expectDone({ reply }) {
          expect(reply).toMatchObject({ success: true, message: key, result: { id: key, amount: 200 } })
          await expectRows({
            recharge_order: `id = '${key}' and member_id = '${member}' and state = 'nopay' and operator_id = '${kioskId}'`,
            payment: `id = '${key}'`,
            ledger_line: [`cause_id = '${key}'`, 0],
            audit_entry: trailOf('/game/kiosk/recharge', key),
          })
        },
      }
    })
    expect(cuts).toBeGreaterThanOrEqual(2)
  })
})
