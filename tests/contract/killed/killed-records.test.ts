import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Cell, writeWorkbook } from '#server/core/workbooks/excel.write.ts'
import { newId } from '#shared/core/id.ts'
import { TERMINAL_HEADER } from '#shared/core/terminal-signature.ts'
import { KILLED_PATIENCE, type Killable, startKillable, trailOf } from '#tests/support/faults/killable.ts'
import { nameSampleOnFailure } from '#tests/support/runner/sample.ts'
import { testTerminal } from '#tests/support/venue/terminal-key.ts'
import { demoRule } from '#tests/support/venue/venue.ts'

const PLAYS = '/playbeforepay/sysPlayBeforePay'

let killable: Killable
let { server, venue, manager, everywhere, expectRows, newPlay } = {} as Killable
beforeAll(async () => {
  killable = await startKillable('members', 'wallets', 'agreements', 'terminals', 'sessions')
  ;({ server, venue, manager, everywhere, expectRows, newPlay } = killable)
})
nameSampleOnFailure()
afterAll(() => killable.stop())

describe('a server that is killed between any two statements and called again has done', {
  timeout: KILLED_PATIENCE,
}, () => {
  const { price = 0, name: ruleName = '' } = demoRule()

  it('a correction of wallets once', async () => {
    const path = '/userproject/sysUserProject/adjust'
    const cuts = await everywhere(async () => {
      const member = await venue.member({ balance: price })
      const key = newId()
      const body = { userId: member, balance: 1, frequency: 2, projectType: 'kart', reason: '补录' }
      return {
        sent: { method: 'POST', path, key, body },
        async expectDone({ reply }) {
          expect(reply).toMatchObject({ success: true, result: { length: 2 } })
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
      await cashier.applications.add({ key: id, body: { userId: member, give: 3, laps: 4 } })
      return {
        sent: { method: 'POST', path, key: newId(), body: { id } },
        async expectDone({ reply }) {
          expect(reply).toMatchObject({ success: true })
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
        async expectDone({ reply }) {
          expect(reply).toMatchObject({ success: true })
          const both = `member_id in ('${source}', '${target}')`
          await expectRows({
            member: `id = '${source}' and merged_into = '${target}'`,
            wallet: `member_id = '${source}' and value = 0 and held = 0`,
            'wallet of the member that stays': `member_id = '${target}' and value = ${2 * price + 100} and held = ${price}`,
            wallet_lot: [`member_id = '${target}'`, 2],
            ledger_line: [`${both} and cause_id = '${key}' and abs(delta) = ${2 * price}`, 2],
            hold: `id = '${id}' and member_id = '${target}' and state = 'held'`,
            play_record: `id = '${id}' and member_id = '${target}'`,
            audit_entry: trailOf(path, target),
          })
        },
      }
    })
    expect(cuts).toBeGreaterThan(6)
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
        async expectDone({ reply }) {
          const { id } = reply.result as { id: string }
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
        async expectDone({ reply }) {
          expect(reply).toMatchObject({ success: true })
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
        async expectDone({ reply }) {
          expect(reply).toMatchObject({ success: true, result: { id: key } })
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
        async expectDone({ reply }) {
          expect(reply).toMatchObject({ success: true, result: { id, prefix: body.prefix } })
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
      const file = join(killable.dataDir, 'rides.xlsx')
      await writeWorkbook(file, { titles: [], headings, rows: rows() })
      const body = new FormData()
      body.append('file', new Blob([await readFile(file)]), 'rides.xlsx')
      return {
        sent: { method: 'POST', path: `${PLAYS}/importExcel`, body },
        async expectDone({ reply }, wasCut) {
          // Repeated after it was done, it finds each row existing.
          if (reply.result !== null) expect([wasCut, reply]).toMatchObject([true, { result: { errorCount: 2 } }])
          const mine = `ticket_no in (${tickets.map((ticket) => `'${ticket}'`).join()})`
          const records = `record_id in (select id::text from play_record where ${mine})`
          await expectRows({
            play_record: [mine, 2],
            audit_entry: [`action = '${PLAYS}/importExcel' and ${records}`, 2],
          })
        },
      }
    })
    expect(cuts).toBeGreaterThan(4)
  })
})
