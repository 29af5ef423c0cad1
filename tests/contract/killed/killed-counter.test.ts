import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoUsers } from '#server/db/seed/access.ts'
import { newId } from '#shared/core/id.ts'
import { TERMINAL_HEADER } from '#shared/core/terminal-signature.ts'
import { jpegOf } from '#tests/support/browser/jpeg.ts'
import { KILLED_PATIENCE, type Killable, startKillable, trailOf } from '#tests/support/faults/killable.ts'
import { nameSampleOnFailure } from '#tests/support/runner/sample.ts'
import { codeOf } from '#tests/support/venue/refusals.ts'
import { enrolledTerminal, type TestTerminal } from '#tests/support/venue/terminal-key.ts'
import { STORE } from '#tests/support/venue/venue.ts'

const PLAYS = '/playbeforepay/sysPlayBeforePay'
const PHOTOS = '/racerphoto/sysRacerPhoto'
const LATE = '/shift/sysShift/late'
const PRICE = 3000

let killable: Killable
let { server, venue, manager, everywhere, expectRows } = {} as Killable
let terminal: TestTerminal
beforeAll(async () => {
  killable = await startKillable('sessions', 'photos', 'shifts')
  ;({ server, venue, manager, everywhere, expectRows } = killable)
  terminal = await enrolledTerminal(server, manager, { now: () => server.clock.now().getTime() })
})
nameSampleOnFailure()
afterAll(() => killable.stop())

function photograph(): FormData {
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(jpegOf())]), 'face.jpg')
  return body
}

const here = () => terminal.with(manager)

/** Closes the shift of the terminal, if one is open. */
async function noShift(): Promise<void> {
  const before = (await here().shifts.current()).result
  if (before) await here().shifts.close({ body: { id: before.id, counted: 0 }, key: newId() })
}

/** What the terminal did with its drawer offline, as it reports it. */
function late(key: string, act: object) {
  const body = { operatorId: demoUsers.manager.id, ...act }
  const call = { method: 'POST', path: LATE, key, token: manager.token, body: JSON.stringify(body) }
  return { method: 'POST', path: LATE, key, body, headers: { [TERMINAL_HEADER]: terminal.sign(call) } } as const
}

async function taken(): Promise<string> {
  const path = `/api${PHOTOS}/upload`
  const answer = await server.request(path, { method: 'POST', body: photograph(), token: manager.token })
  return ((await answer.json()) as { result: { id: string } }).result.id
}

describe('a server that is killed between any two statements and called again has done', {
  timeout: KILLED_PATIENCE,
}, () => {
  it('a photo that can be charged with, and deletes one whose answer was lost', async () => {
    const cuts = await everywhere(async () => ({
      sent: { method: 'POST', path: `${PHOTOS}/upload`, body: photograph() },
      async expectDone({ reply }) {
        const { id } = reply.result as { id: string }
        await expectRows({
          racer_photo: `id = '${id}' and used_for is null`,
          audit_entry: trailOf(`${PHOTOS}/upload`, id),
        })
      },
    }))
    expect(cuts).toBeGreaterThan(1)
  })

  it('a charge with its photo once, and uses the photo for no other', async () => {
    const { id: rule } = await venue.rule({ gatherFace: true, price: PRICE })
    const cuts = await everywhere(async () => {
      const [userId, photoId, key] = [await venue.member({ balance: PRICE }), await taken(), newId()]
      const ride = { consumeType: 'BALANCE', consumeVehicleMode: 'circlemode', usageMode: 'lineup' }
      const body = { sysDepartConsumeRoleId: rule, racer: '阿飞', userId, photoId }
      return {
        sent: { method: 'POST', path: '/consume/sysConsume/add', key, body: Object.assign(ride, body) },
        async expectDone({ reply }) {
          expect(reply).toMatchObject({ success: true, message: key })
          await expectRows({
            consume_order: `id = '${key}' and state = 'paid'`,
            racer_photo: `id = '${photoId}' and used_for = '${key}'`,
            ride_photo: `photo_id = '${photoId}' and play_id in (select id from play_record where consume_id = '${key}')`,
            wallet: `member_id = '${userId}' and kind = 'balance' and value = 0 and held = 0`,
          })
        },
      }
    })
    // One function call in one round trip: the server dies before or after it.
    expect(cuts).toBeGreaterThan(1)
  })

  it('a manual opening of the drawer, with one audit entry', async () => {
    const path = '/shift/sysShift/openDrawer'
    const cuts = await everywhere(async () => {
      const id = newId()
      return {
        sent: { method: 'POST', path, key: id, body: { id, reason: '换零钱' } },
        async expectDone({ reply }) {
          expect(reply).toMatchObject({ success: true })
          await expectRows({ audit_entry: trailOf(path, id) })
        },
      }
    })
    expect(cuts).toBeGreaterThan(1)
  })

  it('an offline ride that was paid in cash once', async () => {
    const { id: ruleId } = await venue.rule({ consumeType: 'NOCARDCONSUME', price: PRICE, deposit: 500 })
    const cuts = await everywhere(async () => {
      const [key, order, { id: vehicleId }] = [newId(), newId(), await venue.vehicle()]
      const startedAt = new Date(server.clock.now().getTime() - 180_000).toISOString()
      const paid = { id: order, by: 'cash', amount: 30, deposit: 5, statement: '' }
      const offline = { startedAt, terminalTicket: 'T1-001', offline: true, paid }
      const body = { ...venue.start({ ruleId, vehicleId }), ...offline }
      const call = { method: 'POST', path: `${PLAYS}/add`, key, token: manager.token, body: JSON.stringify(body) }
      return {
        sent: { method: 'POST', path: `${PLAYS}/add`, key, body, headers: { [TERMINAL_HEADER]: terminal.sign(call) } },
        async expectDone({ reply }) {
          expect(reply).toMatchObject({ success: true, result: { id: key, playState: 'CONSUMED' } })
          await expectRows({
            play_record: `id = '${key}' and consume_id = '${order}' and state = 'CONSUMED' and offline`,
            consume_order: `id = '${order}' and play_id = '${key}' and state = 'paid' and amount = ${PRICE}`,
            'ledger_line of cash': `cause_id = '${order}' and account = 'cash' and delta = ${PRICE + 500}`,
            'ledger_line of the deposit': `cause_id = '${order}' and account = 'deposit' and delta = 500`,
            ledger_line: [`cause_id = '${order}'`, 2],
            run: `play_id = '${key}'`,
          })
        },
      }
    })
    expect(cuts).toBeGreaterThan(1)
  })

  it('a shift that a cash sale required, and then that sale under its key, each once', async () => {
    const { id: rule } = await venue.rule({ consumeType: 'NOCARDCONSUME', price: PRICE })
    await manager.storeSettings.edit({ body: { orgCode: STORE, cashNeedsShift: 'YES' } })
    const rideInCash = {
      consumeType: 'NOCARDCONSUME',
      consumePayMode: 'cash',
      consumeVehicleMode: 'circlemode',
      usageMode: 'lineup',
      racer: '阿飞',
      sysDepartConsumeRoleId: rule,
    } as const
    /** Without a shift the sale is refused; then one is opened, and the sale is repeated under the same key. */
    const refused = async () => {
      await noShift()
      const key = newId()
      expect(await codeOf(here().consume.add({ body: rideInCash, key }))).toBe('shifts.required')
      return key
    }
    const signed = (path: string, key: string, body: object) => {
      const call = { method: 'POST', path, key, token: manager.token, body: JSON.stringify(body) }
      return { method: 'POST', path, key, body, headers: { [TERMINAL_HEADER]: terminal.sign(call) } } as const
    }
    const soldOnce = (key: string, shift: string) =>
      expectRows({
        shift: `terminal_id = '${terminal.id}' and closed_at is null`,
        'ledger_line of the float': `cause_id = '${shift}' and cause_kind = 'float' and delta = 2000 and shift_id = '${shift}'`,
        consume_order: `id = '${key}' and state = 'paid'`,
        'ledger_line of cash': `cause_id = '${key}' and account = 'cash' and delta = ${PRICE} and shift_id = '${shift}'`,
        play_record: `consume_id = '${key}'`,
      })
    const openings = await everywhere(async () => {
      const [key, shift] = [await refused(), newId()]
      return {
        sent: signed('/shift/sysShift/open', shift, { floatAmount: 20 }),
        async expectDone({ reply }) {
          const { id } = reply.result as { id: string }
          await here().consume.add({ body: rideInCash, key })
          await soldOnce(key, id)
        },
      }
    })
    const sales = await everywhere(async () => {
      const key = await refused()
      const { id } = (await here().shifts.open({ body: { floatAmount: 20 }, key: newId() })).result
      return {
        sent: signed('/consume/sysConsume/add', key, rideInCash),
        async expectDone({ reply }) {
          expect(reply).toMatchObject({ success: true, message: key })
          await soldOnce(key, id)
        },
      }
    })
    await manager.storeSettings.edit({ body: { orgCode: STORE, cashNeedsShift: 'NO' } })
    expect(openings).toBeGreaterThan(1)
    expect(sales).toBeGreaterThan(1)
  })

  it('an offline opening of a shift once, with its float at that moment', async () => {
    const cuts = await everywhere(async () => {
      await noShift()
      const [key, happenedAt] = [newId(), server.clock.now().toISOString()]
      return {
        sent: late(key, { act: 'open', cashierId: demoUsers.cashier.id, amount: 20, happenedAt }),
        async expectDone({ reply }) {
          expect(reply).toMatchObject({ success: true, result: { counted: null } })
          await expectRows({
            shift: `id = '${key}' and opened_at = '${happenedAt}' and cashier_id = '${demoUsers.cashier.id}'`,
            'shift that is open': `terminal_id = '${terminal.id}' and closed_at is null`,
            ledger_line: `cause_id = '${key}' and cause_kind = 'float' and delta = 2000 and shift_id = '${key}'`,
            audit_entry: trailOf(LATE, key),
          })
        },
      }
    })
    expect(cuts).toBeGreaterThan(4)
  })

  it.each([
    ['cashIn', 700],
    ['cashOut', -700],
  ] as const)('an offline cash movement of a drawer once (%s)', async (act, delta) => {
    await noShift()
    const shift = (await here().shifts.open({ body: { floatAmount: 20 }, key: newId() })).result
    const cuts = await everywhere(async () => {
      const [key, happenedAt] = [newId(), server.clock.now().toISOString()]
      return {
        sent: late(key, { act, shiftId: shift.id, amount: 7, remark: '零钱', happenedAt }),
        async expectDone({ reply }) {
          expect(reply).toMatchObject({ success: true, result: { counted: null } })
          await expectRows({
            shift_entry: `id = '${key}' and kind = '${act}' and amount = 700 and created_at = '${happenedAt}'`,
            ledger_line: `cause_id = '${key}' and account = 'cash' and delta = ${delta} and shift_id = '${shift.id}'`,
            audit_entry: `action = '${LATE}' and record_id = '${shift.id}' and after ->> 'happenedAt' = '${happenedAt}'`,
          })
        },
      }
    })
    expect(cuts).toBeGreaterThan(4)
  })

  it('an offline count of a drawer once, with the cash expected at that moment', async () => {
    const cuts = await everywhere(async () => {
      await noShift()
      const shift = (await here().shifts.open({ body: { floatAmount: 20 }, key: newId() })).result
      const [key, happenedAt] = [newId(), server.clock.now().toISOString()]
      return {
        sent: late(key, { act: 'close', shiftId: shift.id, amount: 19, happenedAt }),
        async expectDone({ reply }) {
          expect(reply).toMatchObject({ success: true, result: { counted: { id: shift.id, differenceAmount: -1 } } })
          await expectRows({
            shift: `id = '${shift.id}' and expected = 2000 and counted = 1900 and closed_at = '${happenedAt}'`,
            'shift that is open': [`terminal_id = '${terminal.id}' and closed_at is null`, 0],
            audit_entry: trailOf(LATE, shift.id),
          })
        },
      }
    })
    expect(cuts).toBeGreaterThan(4)
  })

  it('an offline hand-over of a drawer once, with the float and the count of that moment', async () => {
    const cuts = await everywhere(async () => {
      await noShift()
      const shift = (await here().shifts.open({ body: { floatAmount: 20 }, key: newId() })).result
      const [key, happenedAt] = [newId(), server.clock.now().toISOString()]
      const act = { act: 'handover', shiftId: shift.id, cashierId: demoUsers.cashier.id, amount: 19, happenedAt }
      return {
        sent: late(key, act),
        async expectDone({ reply }) {
          expect(reply).toMatchObject({ success: true, result: { counted: { id: shift.id, differenceAmount: -1 } } })
          await expectRows({
            shift: `id = '${shift.id}' and expected = 2000 and counted = 1900 and closed_at = '${happenedAt}'`,
            'shift of the key': `id = '${key}' and taken_over = '${shift.id}' and opened_at = '${happenedAt}'`,
            'shift that is open': `terminal_id = '${terminal.id}' and closed_at is null`,
            ledger_line: [`shift_id in ('${shift.id}', '${key}')`, 2],
            'ledger_line of the float': `cause_id = '${key}' and cause_kind = 'float' and delta = 1900 and shift_id = '${key}'`,
            audit_entry: [`action = '${LATE}' and record_id in ('${shift.id}', '${key}')`, 2],
          })
        },
      }
    })
    expect(cuts).toBeGreaterThan(8)
  })
})
