import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Cell, writeWorkbook } from '#server/core/excel.write.ts'
import { DEMO_PASSWORD, demoUsers } from '#server/db/seed/access.ts'
import { demoRechargeRules } from '#server/db/seed/venue.data.ts'
import { replayLedger } from '#server/features/ledger/index.ts'
import { newId } from '#shared/core/id.ts'
import { IDEMPOTENCY_HEADER, type Method } from '#shared/core/route.ts'
import { TERMINAL_HEADER } from '#shared/core/terminal-signature.ts'
import { createTestDatabase } from '#tests/support/postgres.ts'
import { startTestServer, type TestClient, type TestServer } from '#tests/support/server.ts'
import { type SteppingWay, steppingWay } from '#tests/support/stepping-way.ts'
import { testTerminal } from '#tests/support/terminal-key.ts'
import { demoRule, STORE, type Venue, venueOf } from '#tests/support/venue.ts'

const PLAYS = '/playbeforepay/sysPlayBeforePay'
const MOST_STATEMENTS = 200
const MOST_TRIES = 5
/** For some dozens of calls on a loaded machine. */
const PATIENCE = 120_000

let dataDir: string
let way: SteppingWay
let server: TestServer
let venue: Venue
let manager: TestClient
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pitlane-killed-'))
  const database = await createTestDatabase()
  way = await steppingWay(database.appUrl)
  server = await startTestServer({ dataDir }, [], { ...database, appUrl: way.url })
  venue = venueOf(server)
  manager = await server.signIn('manager', STORE)
  await venue.setHungLimit(1000)
})
afterAll(async () => {
  await server.stop()
  way.close()
  await rm(dataDir, { recursive: true })
})

interface Sent {
  method: Method
  path: string
  key?: string
  body?: object | FormData
  headers?: Record<string, string>
}

interface Answer {
  status: number
  said: { success: boolean; message: string; result: unknown; error?: { code: string } }
}

/** Sends a call as a client does that gets no answer: again with the same key, until the server says what came of it. */
async function insist({ method, path, key, body, headers = {} }: Sent): Promise<Answer> {
  const isForm = body instanceof FormData
  const all = new Headers(headers)
  if (key) all.set(IDEMPOTENCY_HEADER, key)
  if (body && !isForm) all.set('Content-Type', 'application/json')
  for (let tries = 1; ; tries++) {
    const response = await server.request(`/api${path}`, {
      method,
      token: manager.token,
      headers: Object.fromEntries(all),
      body: body === undefined || isForm ? body : JSON.stringify(body),
    })
    const said = (await response.json()) as Answer['said']
    if (response.status !== 503 || tries === MOST_TRIES) return { status: response.status, said }
  }
}

interface Exercise {
  sent: Sent
  /** Looks at what came of it, when the client has its answer. */
  expectDone(answer: Answer, wasCut: boolean): Promise<void>
}

/** Lets a call die before and after each of its statements, each time with a new exercise, until one passes uncut. */
async function everywhere(prepare: () => Promise<Exercise>): Promise<number> {
  let cuts = 0
  for (const edge of ['unsent', 'unanswered'] as const) {
    for (let statement = 1; statement <= MOST_STATEMENTS; statement++) {
      const { sent, expectDone } = await prepare()
      way.cutAt(statement, edge)
      const answer = await insist(sent)
      const wasCut = way.disarm()
      expect(answer.status, `${edge} ${statement} ${JSON.stringify(answer.said)}`).toBe(200)
      await expectDone(answer, wasCut)
      if (!wasCut) break
      cuts++
    }
  }
  expect(await venue.inEveryStore(replayLedger)).toEqual([])
  return cuts
}

/** Expects as many rows of each table as named that fit: by `table: [where, rows]`, or by `table: where` one. */
async function expectRows(wanted: Record<string, string | readonly [where: string, rows: number]>): Promise<void> {
  const all = Object.entries(wanted).map(([name, given]) => {
    const [where, rows] = typeof given === 'string' ? [given, 1] : given
    return { name, where, rows }
  })
  const counts = all.map(
    ({ name, where }) =>
      sql`(select count(*)::integer from ${sql.table(name.split(' ')[0] ?? '')} where ${sql.raw(where)})`,
  )
  const found = await venue.inEveryStore((trx) =>
    sql<{ rows: number[] }>`select array[${sql.join(counts)}] as rows`.execute(trx),
  )
  const numbers = found.rows[0]?.rows ?? []
  expect(Object.fromEntries(all.map(({ name }, index) => [name, numbers[index]]))).toEqual(
    Object.fromEntries(all.map(({ name, rows }) => [name, rows])),
  )
}

const trailOf = (action: string, id: string): string => `action = '${action}' and record_id = '${id}'`

async function newPlay(member: string): Promise<{ id: string }> {
  const { id: vehicleId } = await venue.vehicle()
  const { result } = await manager.playBeforePay.add({ body: venue.start({ vehicleId, userId: member }), key: newId() })
  return result
}

describe('a server that is killed between any two statements, and asked again, has done', { timeout: PATIENCE }, () => {
  const { price = 0, name: ruleName = '' } = demoRule()

  it('a start once', async () => {
    const cuts = await everywhere(async () => {
      const member = await venue.member({ balance: price })
      const { id: vehicleId } = await venue.vehicle()
      const key = newId()
      const body = venue.start({ vehicleId, userId: member })
      return {
        sent: { method: 'POST', path: `${PLAYS}/add`, key, body },
        async expectDone({ said }) {
          expect(said).toMatchObject({ success: true, result: { id: key, hold: 'held' } })
          await expectRows({
            play_before_pay: `member_id = '${member}'`,
            'play_before_pay of the key': `id = '${key}' and state = 'GUADAN'`,
            game_log: `play_id = '${key}' and state = 'RUNNING'`,
            queue_entry: `play_id = '${key}'`,
            hold: `member_id = '${member}' and id = '${key}' and state = 'held'`,
            hold_line: `hold_id = '${key}' and kind = 'balance' and amount = ${price}`,
            print_job: `order_id = '${key}'`,
            wallet: `member_id = '${member}' and held = ${price} and value = ${price}`,
            audit_entry: trailOf(`${PLAYS}/add`, key),
          })
        },
      }
    })
    expect(cuts).toBeGreaterThanOrEqual(2)
  })

  it('a charge once', async () => {
    const cuts = await everywhere(async () => {
      const member = await venue.member({ balance: 2 * price })
      const { id } = await newPlay(member)
      const key = newId()
      const body = { id, consumeType: 'BALANCE', consumeVehicleMode: 'circlemode', userId: member }
      return {
        sent: { method: 'POST', path: `${PLAYS}/doconsume`, key, body },
        async expectDone({ said }) {
          expect(said).toMatchObject({ success: true, message: key })
          await expectRows({
            play_before_pay: `id = '${id}' and state = 'CONSUMED'`,
            consume_order: `play_id = '${id}'`,
            'consume_order of the key': `id = '${key}'`,
            ledger_line: `member_id = '${member}' and cause_kind <> 'opening'`,
            'ledger_line of the key': `cause_id = '${key}' and delta = -${price}`,
            hold: `member_id = '${member}' and state = 'captured'`,
            wallet: `member_id = '${member}' and held = 0 and value = ${price}`,
            wallet_lot: `member_id = '${member}' and value_left = ${price}`,
            audit_entry: trailOf(`${PLAYS}/doconsume`, key),
          })
        },
      }
    })
    expect(cuts).toBeGreaterThanOrEqual(2)
  })

  it('a charge that starts at once, and one of a guest who pays by scan', async () => {
    const path = '/consume/sysConsume/add'
    const guestRule = await venue.rule({ consumeType: 'NOCARDCONSUME', price, deposit: 500 })
    for (const isScan of [false, true]) {
      const cuts = await everywhere(async () => {
        const userId = await venue.member({ balance: 2 * price })
        const { id: vehicleId } = await venue.vehicle()
        const key = newId()
        const rule = isScan
          ? { consumeType: 'NOCARDCONSUME', sysDepartConsumeRoleId: guestRule.id, payCode: '134567890123456782' }
          : { consumeType: 'BALANCE', sysDepartConsumeRoleId: demoRule().id, userId }
        const body = { ...rule, consumeVehicleMode: 'circlemode', vehicleId, cheshou: '车手' }
        return {
          sent: { method: 'POST', path, key, body },
          async expectDone({ said }) {
            expect(said).toMatchObject({ success: true, message: key })
            const payState = isScan ? 'nopay' : 'payed'
            await expectRows({
              consume_order: `id = '${key}' and state = '${payState}'`,
              play_before_pay: `consume_id = '${key}' and state = '${isScan ? 'NOPAY' : 'CONSUMED'}'`,
              game_log: [`vehicle_id = '${vehicleId}'`, isScan ? 0 : 1],
              payment: [`id = '${key}'`, isScan ? 1 : 0],
              vehicle: [`kept_for = '${key}'`, isScan ? 1 : 0],
              ledger_line: [`cause_id = '${key}'`, isScan ? 0 : 1],
              'wallet of the member': [
                `member_id = '${userId}' and kind = 'balance' and value = ${isScan ? 2 * price : price}`,
                1,
              ],
              audit_entry: trailOf(path, key),
            })
          },
        }
      })
      expect(cuts).toBeGreaterThanOrEqual(2)
    }
  })

  it('the return of a deposit once', async () => {
    const path = '/consume/sysConsume/returnDeposit'
    const guestRule = await venue.rule({ consumeType: 'NOCARDCONSUME', price, deposit: 500 })
    const cuts = await everywhere(async () => {
      const { id: vehicleId } = await venue.vehicle()
      const guest = { consumeType: 'NOCARDCONSUME', sysDepartConsumeRoleId: guestRule.id, cheshou: '车手' } as const
      const ride = { consumePayMode: 'unline', consumeVehicleMode: 'circlemode', vehicleId } as const
      const order = await manager.consume.add({ body: { ...guest, ...ride }, key: newId() })
      const { id } = order.result
      const key = newId()
      return {
        sent: { method: 'POST', path, key, body: { id } },
        async expectDone({ said }) {
          expect(said).toMatchObject({ success: true })
          await expectRows({
            consume_order: `id = '${id}' and deposit_returned_at is not null`,
            'ledger_line of the drawer': `cause_kind = 'depositReturn' and account = 'cash' and delta = -500
              and reverses in (select seq from ledger_line where cause_id = '${id}')`,
            audit_entry: trailOf(path, id),
          })
        },
      }
    })
    expect(cuts).toBeGreaterThanOrEqual(2)
  })

  it('a cancellation once', async () => {
    const cuts = await everywhere(async () => {
      const member = await venue.member({ balance: price })
      const { id } = await newPlay(member)
      return {
        sent: { method: 'DELETE', path: `${PLAYS}/delete?id=${id}` },
        async expectDone({ said }) {
          expect(said).toMatchObject({ success: true })
          await expectRows({
            play_before_pay: `id = '${id}' and state = 'CANCELLED'`,
            hold: `member_id = '${member}' and state = 'released'`,
            game_log: `play_id = '${id}' and state = 'ENDED'`,
            queue_entry: `play_id = '${id}' and state = 'CANCELLED'`,
            wallet: `member_id = '${member}' and held = 0 and value = ${price}`,
            wallet_lot: `member_id = '${member}' and value_left = ${price}`,
            audit_entry: trailOf(`${PLAYS}/delete`, id),
          })
        },
      }
    })
    expect(cuts).toBeGreaterThan(10)
  })

  it('a correction of wallets once', async () => {
    const path = '/userproject/sysUserProject/adjust'
    const cuts = await everywhere(async () => {
      const member = await venue.member({ balance: price })
      const key = newId()
      const body = { userId: member, balance: 1, frequency: 2, projectType: 'kart', reason: '补录' }
      return {
        sent: { method: 'POST', path, key, body },
        async expectDone({ said }) {
          expect(said).toMatchObject({ success: true, result: { length: 2 } })
          await expectRows({
            ledger_line: [`member_id = '${member}' and cause_kind = 'adjust'`, 2],
            'ledger_line of the key': [`cause_id = '${key}'`, 2],
            wallet: `member_id = '${member}' and kind = 'balance' and value = ${price + 100}`,
            'wallet of visits': `member_id = '${member}' and kind = 'frequency' and project = 'kart' and value = 2`,
            wallet_lot: [`member_id = '${member}'`, 3],
            audit_entry: trailOf(path, member),
          })
        },
      }
    })
    expect(cuts).toBeGreaterThan(4)
  })

  it('an approval once', async () => {
    const cashier = await server.signIn('cashier')
    const path = '/apply/sysApply/approve'
    const cuts = await everywhere(async () => {
      const member = await venue.member()
      const id = newId()
      await cashier.applications.add({ key: id, body: { userId: member, give: 3, quan: 4 } })
      return {
        sent: { method: 'POST', path, key: newId(), body: { id } },
        async expectDone({ said }) {
          expect(said).toMatchObject({ success: true })
          await expectRows({
            discount_application: `id = '${id}' and state = '1'`,
            ledger_line: [`cause_id = '${id}' and member_id = '${member}' and cause_kind = 'adjust'`, 2],
            wallet: [`member_id = '${member}' and (kind, value) in (('give', 300), ('laps', 4))`, 2],
            announcement: `msg_type = 'USER' and title like '%${member}%'`,
            audit_entry: trailOf(path, id),
          })
        },
      }
    })
    expect(cuts).toBeGreaterThan(6)
  })

  it('a merge once', async () => {
    const path = '/membermanage/sysMemberManage/merge'
    const cuts = await everywhere(async () => {
      const [source, target] = [await venue.member({ balance: 2 * price }), await venue.member({ balance: 100 })]
      const { id } = await newPlay(source)
      const key = newId()
      return {
        sent: { method: 'POST', path, key, body: { sourceId: source, targetId: target, reason: '重复登记' } },
        async expectDone({ said }) {
          expect(said).toMatchObject({ success: true })
          const both = `member_id in ('${source}', '${target}')`
          await expectRows({
            member: `id = '${source}' and merged_into = '${target}'`,
            wallet: `member_id = '${source}' and value = 0 and held = 0`,
            'wallet of the member that stays': `member_id = '${target}' and value = ${2 * price + 100} and held = ${price}`,
            wallet_lot: [`member_id = '${target}'`, 2],
            ledger_line: [`${both} and cause_id = '${key}' and abs(delta) = ${2 * price}`, 2],
            hold: `id = '${id}' and member_id = '${target}' and state = 'held'`,
            play_before_pay: `id = '${id}' and member_id = '${target}'`,
            audit_entry: trailOf(path, target),
          })
        },
      }
    })
    expect(cuts).toBeGreaterThan(6)
  })

  it('a hand-over of a drawer once', async () => {
    const path = '/shift/sysShift/handover'
    const cuts = await everywhere(async () => {
      const before = (await manager.shifts.current()).result
      if (before) await manager.shifts.close({ body: { id: before.id, counted: 0 }, key: newId() })
      const shift = (await manager.shifts.open({ body: { floatAmount: 20 }, key: newId() })).result
      const move = { id: shift.id, kind: 'cashIn' as const, amount: 5, reason: '零钱' }
      await manager.shifts.move({ body: move, key: newId() })
      const key = newId()
      const body = { id: shift.id, counted: 24, departuserId: demoUsers.cashier.id }
      return {
        sent: { method: 'POST', path, key, body },
        async expectDone({ said }) {
          expect(said).toMatchObject({ success: true, result: { differenceAmount: -1, next: { id: key } } })
          await expectRows({
            shift: `id = '${shift.id}' and expected = 2500 and counted = 2400 and closed_at is not null`,
            'shift that is open': `operator_id = '${demoUsers.manager.id}' and closed_at is null`,
            'shift of the key': `id = '${key}' and taken_over = '${shift.id}' and opening_float = 2400`,
            ledger_line: [`shift_id in ('${shift.id}', '${key}')`, 3],
            'ledger_line of the float': `cause_id = '${key}' and cause_kind = 'float' and delta = 2400 and shift_id = '${key}'`,
            audit_entry: [`action = '${path}' and record_id in ('${shift.id}', '${key}')`, 2],
          })
        },
      }
    })
    expect(cuts).toBeGreaterThan(8)
  })

  it('a registration once', async () => {
    const path = '/membermanage/sysMemberManage/add'
    let guests = 0
    const cuts = await everywhere(async () => {
      guests += 1
      const phone = String(13_977_000_000 + guests)
      const physicalCard = String(7_750_000 + guests)
      const body = { realname: `新客${guests}`, phone, physicalCard }
      return {
        sent: { method: 'POST', path, key: newId(), body },
        async expectDone({ said }) {
          const { id } = said.result as { id: string }
          const card = `000${physicalCard}`
          await expectRows({
            member: `phone = '${phone}'`,
            'member that the answer names': `id = '${id}' and physical_card = '${card}' and realname = '新客${guests}'`,
            member_card: `card = '${card}' and member_id = '${id}' and state = 'active'`,
            audit_entry: trailOf(path, id),
          })
        },
      }
    })
    expect(cuts).toBeGreaterThan(4)
  })

  it('a change of cards once', async () => {
    const path = '/membermanage/sysMemberCard/replace'
    let cards = 0
    const cuts = await everywhere(async () => {
      cards += 1
      const [old, next] = [`00076${String(cards).padStart(5, '0')}`, `00077${String(cards).padStart(5, '0')}`]
      const member = await venue.member({ physicalCard: old })
      return {
        sent: { method: 'POST', path, key: newId(), body: { userId: member, physicalCard: next, reason: '消磁' } },
        async expectDone({ said }) {
          expect(said).toMatchObject({ success: true })
          await expectRows({
            member: `id = '${member}' and physical_card = '${next}'`,
            member_card: [`member_id = '${member}'`, 2],
            'member_card that ended': `card = '${old}' and state = 'replaced' and reason = '消磁'`,
            'member_card in use': `card = '${next}' and state = 'active'`,
            audit_entry: trailOf(path, member),
          })
        },
      }
    })
    expect(cuts).toBeGreaterThan(4)
  })

  it('a signature once', async () => {
    await manager.agreements.add({ body: { titleZh: '安全须知', contentZh: '请系好安全带' } })
    const [text] = (await manager.agreements.list({ query: {} })).result.records
    const agreementId = text?.id ?? ''
    await manager.agreements.publish({ body: { id: agreementId } })
    const path = '/membermanage/sysAgreement/sign'
    const cuts = await everywhere(async () => {
      const member = await venue.member()
      const key = newId()
      const body = { userId: member, agreementId, strokes: 'M10 20L30 40L50 60' }
      return {
        sent: { method: 'POST', path, key, body },
        async expectDone({ said }) {
          expect(said).toMatchObject({ success: true, result: { id: key } })
          await expectRows({
            agreement_signature: `member_id = '${member}'`,
            'agreement_signature of the key': `id = '${key}' and agreement_id = '${agreementId}'`,
            member: `id = '${member}' and agreement_id = '${agreementId}'`,
            audit_entry: trailOf(path, member),
          })
        },
      }
    })
    expect(cuts).toBeGreaterThan(4)
  })

  it('a refund once, with the value, the order and the slip', async () => {
    const path = '/refund/sysRefund/add'
    const cuts = await everywhere(async () => {
      const member = await venue.member({ balance: price })
      const { id } = await newPlay(member)
      const order = newId()
      const body = { id, consumeType: 'BALANCE', consumeVehicleMode: 'circlemode', userId: member } as const
      await manager.playBeforePay.doconsume({ key: order, body })
      const key = newId()
      const asked = { orderKind: 'consume', orderId: order, reason: '测试', password: DEMO_PASSWORD }
      return {
        sent: { method: 'POST', path, key, body: asked },
        async expectDone({ said }) {
          expect(said).toMatchObject({ success: true, message: key })
          await expectRows({
            refund_order: `order_id = '${order}'`,
            'refund_order of the key': `id = '${key}' and state = 'refunded' and amount = ${price}`,
            consume_order: `id = '${order}' and state = 'refunded' and refunded = ${price}`,
            ledger_line: `cause_id = '${key}' and delta = ${price} and reverses is not null`,
            wallet: `member_id = '${member}' and held = 0 and value = ${price}`,
            wallet_lot: `member_id = '${member}' and value_left = ${price}`,
            print_job: `order_id = '${key}'`,
            audit_entry: trailOf(path, key),
          })
        },
      }
    })
    expect(cuts).toBeGreaterThanOrEqual(2)
  })

  it('a recharge of somebody new once, with the money, the value, the card of the member and the receipt', async () => {
    const path = '/memberrecharge/sysMemberRecharge/add'
    const [sold] = demoRechargeRules
    let guests = 0
    const cuts = await everywhere(async () => {
      guests += 1
      const key = newId()
      const phone = `1735550${String(guests).padStart(4, '0')}`
      const member = { phone, realname: '新会员', physicalCard: '' }
      const body = { member, sysDepartRechargeRoleId: sold?.id, consumePayMode: 'unline' }
      return {
        sent: { method: 'POST', path, key, body },
        async expectDone({ said }) {
          expect(said).toMatchObject({ success: true, message: key, result: { payState: 'payed', isNew: 'YES' } })
          await expectRows({
            member: `phone = '${phone}'`,
            recharge_order: `id = '${key}' and state = 'payed' and amount = ${sold?.price}`,
            'ledger_line of the money': `cause_id = '${key}' and account = 'cash' and delta = ${sold?.price}`,
            ledger_line: [`cause_id = '${key}'`, 3],
            wallet_lot: [`source_id = '${key}'`, 2],
            print_job: `order_id = '${key}'`,
            audit_entry: trailOf(path, key),
          })
        },
      }
    })
    expect(cuts).toBeGreaterThan(10)
  })

  it('an enrolment with one key', async () => {
    let terminals = 0
    const path = '/terminal/sysTerminal/enrol'
    const cuts = await everywhere(async () => {
      const terminal = testTerminal(server)
      const { id, publicKey } = terminal
      terminals += 1
      const body = { id, name: '前台', prefix: `K${terminals}`, publicKey }
      const call = { method: 'POST', path, key: '', token: manager.token, body: JSON.stringify(body) }
      return {
        sent: { method: 'POST', path, body, headers: { [TERMINAL_HEADER]: terminal.sign(call) } },
        async expectDone({ said }) {
          expect(said).toMatchObject({ success: true, result: { id, prefix: body.prefix } })
          await expectRows({
            terminal: `id = '${id}'`,
            'terminal with its key': `prefix = '${body.prefix}' and public_key = '${publicKey}' and state = 'enrolled'`,
          })
          await terminal.with(manager).terminals.claimPrintJobs({ body: { terminalId: id } })
        },
      }
    })
    expect(cuts).toBeGreaterThan(4)
  })

  it('an import once', async () => {
    const { name: vehicleName } = await venue.vehicle()
    const headings = ['开始时间', '状态', '票号', '车手', '规则', '运行模式', '车辆']
    let workbooks = 0
    const cuts = await everywhere(async () => {
      workbooks += 1
      const tickets = [`I${workbooks}-1`, `I${workbooks}-2`]
      const ride = (ticket: string): Cell[] => {
        const begun = '2026-01-05 10:00:00'
        return [begun, '已消费', ticket, '纸上车手', ruleName, '圈数', vehicleName]
      }
      const rows = async function* () {
        yield tickets.map(ride)
      }
      const file = join(dataDir, 'rides.xlsx')
      await writeWorkbook(file, { titles: [], headings, rows: rows() })
      const body = new FormData()
      body.append('file', new Blob([await readFile(file)]), 'rides.xlsx')
      return {
        sent: { method: 'POST', path: `${PLAYS}/importExcel`, body },
        async expectDone({ said }, wasCut) {
          // Repeated after it was done, each row is there already.
          if (said.result !== null) expect([wasCut, said]).toMatchObject([true, { result: { errorCount: 2 } }])
          const mine = `ticket_no in (${tickets.map((ticket) => `'${ticket}'`).join()})`
          const records = `record_id in (select id::text from play_before_pay where ${mine})`
          await expectRows({
            play_before_pay: [mine, 2],
            audit_entry: [`action = '${PLAYS}/importExcel' and ${records}`, 2],
          })
        },
      }
    })
    expect(cuts).toBeGreaterThan(4)
  })
})
