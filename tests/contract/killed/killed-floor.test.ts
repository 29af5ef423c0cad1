import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#shared/core/id.ts'
import { KILLED_PATIENCE, type Killable, startKillable, trailOf } from '#tests/support/faults/killable.ts'
import { nameSampleOnFailure } from '#tests/support/runner/sample.ts'
import { lineUp } from '#tests/support/venue/queued.ts'
import { demoRule, STORE } from '#tests/support/venue/venue.ts'

const FLOOR = '/dispatch/sysDispatch'
const QUEUE = '/queue/sysQueue'
const PRICE = 3000

let killable: Killable
let { venue, manager, everywhere, expectRows } = {} as Killable
beforeAll(async () => {
  killable = await startKillable('dispatch', 'queue')
  ;({ venue, manager, everywhere, expectRows } = killable)
  await manager.storeSettings.edit({ body: { orgCode: STORE, queueCallAhead: 100 } })
})
nameSampleOnFailure()
afterAll(() => killable.stop())

/** A run in progress, with its vehicle. */
async function running(): Promise<{ run: string; play: string; vehicle: string }> {
  const userId = await venue.member({ balance: demoRule().price ?? 0 })
  const { id: vehicle } = await venue.vehicle()
  const { result } = await manager.playBeforePay.add({
    body: venue.start({ vehicleId: vehicle, userId }),
    key: newId(),
  })
  return { run: result.gameLogId, play: result.id, vehicle }
}

/** A queue entry of a member who has paid. */
async function inLine(): Promise<{ entry: string; order: string; member: string; number: number }> {
  const member = await venue.member({ balance: PRICE })
  const { id: order, plays } = await lineUp(venue, { by: manager, userId: member, price: PRICE })
  const [entry] = await venue.rows('queueEntry').where('playId', plays[0]?.id)
  return { entry: String(entry?.id), order, member, number: Number(entry?.number) }
}

describe('a server that is killed between any two statements and called again has done', {
  timeout: KILLED_PATIENCE,
}, () => {
  it('an extension of a run once', async () => {
    const cuts = await everywhere(async () => {
      const { run } = await running()
      return {
        sent: { method: 'POST', path: `${FLOOR}/extend`, key: newId(), body: { id: run } },
        async expectDone({ reply }) {
          expect(reply).toMatchObject({ success: true, result: { run: { extended: 1 } } })
          await expectRows({
            run: `id = '${run}' and state = 'RUNNING' and extended = 1`,
            audit_entry: trailOf(`${FLOOR}/extend`, run),
          })
        },
      }
    })
    expect(cuts).toBeGreaterThan(4)
  })

  it('a slower vehicle, and its end, once', async () => {
    for (const [call, given, done] of [
      ['slow', { slowed: true }, "state = 'RUNNING' and slowed"],
      ['stop', { now: true }, "state = 'ENDED'"],
    ] as const) {
      const cuts = await everywhere(async () => {
        const { run, play, vehicle } = await running()
        return {
          sent: { method: 'POST', path: `${FLOOR}/${call}`, body: { id: run, ...given } },
          async expectDone({ reply }) {
            expect(reply).toMatchObject({ success: true, result: { id: vehicle } })
            await expectRows({
              run: `play_id = '${play}' and ${done}`,
              queue_entry: `play_id = '${play}' and state = '${call === 'stop' ? 'DONE' : 'STARTED'}'`,
              hold: `id = '${play}' and state = 'held'`,
              audit_entry: trailOf(`${FLOOR}/${call}`, run),
            })
          },
        }
      })
      expect(cuts).toBeGreaterThan(4)
    }
  })

  it('a swap of vehicles once, with the first one out of service', async () => {
    const cuts = await everywhere(async () => {
      const { run, play, vehicle } = await running()
      const { id: other } = await venue.vehicle()
      const body = { id: run, vehicleId: other, maintain: true, reason: '轮胎' }
      return {
        sent: { method: 'POST', path: `${FLOOR}/swap`, key: newId(), body },
        async expectDone({ reply }) {
          expect(reply).toMatchObject({ success: true, result: { id: other } })
          await expectRows({
            run: [`play_id = '${play}'`, 2],
            'run that goes on': `play_id = '${play}' and state = 'RUNNING' and vehicle_id = '${other}'`,
            'run of the first vehicle': [`vehicle_id = '${vehicle}' and state = 'RUNNING'`, 0],
            vehicle: `id = '${vehicle}' and condition = 'maintenance'`,
            play_record: `id = '${play}' and vehicle_id = '${other}'`,
            audit_entry: trailOf(`${FLOOR}/swap`, run),
          })
        },
      }
    })
    expect(cuts).toBeGreaterThan(6)
  })

  it('a call of the next queue entry once', async () => {
    const cuts = await everywhere(async () => {
      const next = await inLine()
      return {
        sent: { method: 'POST', path: `${QUEUE}/callNext`, key: newId(), body: { count: 1 } },
        async expectDone({ reply }) {
          expect(reply).toMatchObject({ success: true, result: [{ id: next.entry }] })
          await expectRows({
            queue_entry: `id = '${next.entry}' and state = 'CALLED'`,
            audit_entry: trailOf(`${QUEUE}/callNext`, next.entry),
          })
        },
      }
    })
    expect(cuts).toBeGreaterThan(4)
  })

  it('a manual call and a move in the queue', async () => {
    const first = await inLine()
    for (const [method, path, given, done] of [
      ['POST', `${QUEUE}/call`, {}, "state = 'CALLED'"],
      [
        'PUT',
        '/consume/sysConsume/editpaidui',
        { paiduiNumber: first.number, racer: '新名字' },
        `place < (select place from queue_entry where id = '${first.entry}')`,
      ],
    ] as const) {
      const cuts = await everywhere(async () => {
        const { entry, order } = await inLine()
        return {
          sent: { method, path, body: { id: entry, ...given } },
          async expectDone({ reply }) {
            expect(reply).toMatchObject({ success: true, result: { id: entry } })
            await expectRows({
              queue_entry: `id = '${entry}' and ${done}`,
              consume_order: `id = '${order}' and state = 'paid'`,
            })
          },
        }
      })
      expect(cuts).toBeGreaterThan(4)
    }
  })

  it('a cancellation in the queue once, with the value returned', async () => {
    const cuts = await everywhere(async () => {
      const { entry, order, member } = await inLine()
      const key = newId()
      return {
        sent: { method: 'POST', path: `${QUEUE}/cancel`, key, body: { id: entry, remark: '不等了' } },
        async expectDone({ reply }) {
          expect(reply).toMatchObject({ success: true, result: { consumeid: order, refundState: 'refunded' } })
          await expectRows({
            queue_entry: `id = '${entry}' and state = 'CANCELLED'`,
            consume_order: `id = '${order}' and state = 'refunded' and refunded = ${PRICE}`,
            refund_order: `order_id = '${order}' and state = 'refunded'`,
            ledger_line: `member_id = '${member}' and delta = ${PRICE} and reverses is not null`,
            wallet: `member_id = '${member}' and kind = 'balance' and value = ${PRICE} and held = 0`,
          })
        },
      }
    })
    expect(cuts).toBeGreaterThanOrEqual(2)
  })

  it('a reminder for a waiting guest, once', async () => {
    let phones = 13_700_000_000
    const cuts = await everywhere(async () => {
      phones += 1
      const phone = String(phones)
      const userId = await venue.member({ phone, balance: PRICE })
      const { plays } = await lineUp(venue, { by: manager, userId, price: PRICE })
      const play = plays[0]?.id
      return {
        sent: { method: 'POST', path: `/memberrecharge/sysMemberRecharge/tixing?consumeid=${play}` },
        async expectDone({ reply }) {
          expect(reply).toMatchObject({ success: true })
          await expectRows({
            message: `receiver = '${phone}'`,
            queue_entry: `play_id = '${play}' and reminded_at is not null`,
          })
        },
      }
    })
    expect(cuts).toBeGreaterThan(4)
  })

  it('a receipt, of which at most one is not marked as a copy', async () => {
    const path = '/consume/sysConsume/printReceipt'
    const cuts = await everywhere(async () => {
      const { order } = await inLine()
      const printId = `R${newId().slice(-12)}`
      return {
        sent: { method: 'POST', path, body: { id: order, printId } },
        async expectDone({ reply }, wasCut) {
          expect(reply).toMatchObject({ success: true })
          await expectRows({ print_job: `print_id = '${printId}' and copy_no = 0` })
          if (!wasCut) await expectRows({ 'print_job of any kind': `print_id = '${printId}'` })
        },
      }
    })
    expect(cuts).toBeGreaterThan(4)
  })
})
