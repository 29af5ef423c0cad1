import { execFileSync } from 'node:child_process'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type PrinterSink, startPrinterSink } from '#tests/support/escpos/index.ts'
import { counterPage } from './pages/counter.page.ts'
import { syncCentrePage } from './pages/sync-centre.page.ts'
import { PASSWORD, startVenue, type VenueServer } from './support/built-server.ts'
import { type Counter, startCounter } from './support/counter.ts'
import { createLink, type NetworkLink } from './support/network-link.ts'
import { shows, textOf, until } from './support/shows.ts'
import { cleanUpPages } from './support/test-pages.ts'
import { inEnglish } from './support/texts.ts'
import { pressTimed } from './support/timed-keys.ts'

let server: VenueServer
let printer: PrinterSink
let line: NetworkLink
let counter: Counter

beforeAll(async () => {
  server = await startVenue()
  line = await createLink(server.port)
})
afterAll(async () => {
  await line?.close()
  await server?.remove()
})
beforeEach(async () => {
  line.mend()
  await server.query('update consume_rule set active = true')
  // The vehicles of the previous test are reset.
  await server.query("update run set state = 'ENDED', ended_at = now() where state = 'RUNNING'")
  // A print job that a killed counter had claimed would be offered to the next one a minute later.
  await server.query('delete from print_job')
  printer = await startPrinterSink()
})
afterEach(async () => {
  await counter?.remove()
  await printer.close()
})
cleanUpPages()

const openCounter = async (dir?: string): Promise<void> => {
  const settings = { printer: { transport: 'tcp' as const, address: printer.host, port: printer.port } }
  counter = await startCounter({ serverUrl: line.url, settings, ...(dir ? { dir } : {}) })
  await counter.enrol()
  await counter.signIn()
}

async function goOffline(): Promise<void> {
  line.cut()
  await until(async () => expect(await counter.screen.connection.getAttribute('data-online')).toBe('false'))
}

async function start(ruleKey: string): Promise<string> {
  const { page, screen } = counter
  await page.keyboard.press(ruleKey)
  await until(async () => expect(await textOf(screen.outlook)).not.toContain('请选择规则'))
  return counter.startBy(() => page.keyboard.press('F4'))
}

const setRule = (name: string, active: boolean) =>
  server.query("update consume_rule set active = $2 where org_code = 'A01A01' and name = $1", [name, active])

describe('a ticket that was not printed in time', () => {
  it('is reported on the screen, in both languages, with a link to its reprint', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'pitlane-late-'))
    await openCounter(dir)
    await goOffline()
    await printer.close()
    const ticket = await start('1')
    const { page } = counter
    const expire = () => {
      const disk = new Database(join(dir, 'terminal.db'))
      try {
        return disk.prepare("update print_jobs set expires_at = 1 where state in ('waiting', 'printing')").run().changes
      } finally {
        disk.close()
      }
    }
    await until(() => expect(expire()).toBe(1))
    const notice = page.getByRole('alert')
    await shows(notice, `没有打印出来：${ticket}`)
    await shows(notice, '打印过期')
    await counter.screen.otherLanguage.click()
    await shows(notice, inEnglish('recent.expired'))
    await notice.getByRole('button', { name: inEnglish('print.failedOpen') }).click()
    await page.getByRole('tab', { name: new RegExp(inEnglish('sync.prints')), selected: true }).waitFor()
    expect(page.url()).toContain('/terminal/sync?tab=prints')
    await rm(dir, { recursive: true, force: true })
  })
})

describe('a start that the server refuses afterwards', () => {
  it('stays in the sync centre with its reason, does not block the others, and is retried or dismissed with a remark', async () => {
    await openCounter()
    await goOffline()
    const vehicle = (await counter.screen.chosenVehicle.getAttribute('data-vehicle')) ?? ''
    const refused = await start('1')
    const taken = await start('2')
    // Offline no run can be ended: the cashier starts the returned vehicle again.
    await counter.screen.vehicle(vehicle).click()
    await counter.page.keyboard.press('1')
    await shows(counter.screen.outlook, `${vehicle} 显示使用中，请确认车已回场`)
    const other = await start('1')
    await setRule('标准卡丁', false)
    line.mend()
    await shows(counter.page.locator('.pl-strip'), '被拒 2')
    await counter.page.getByRole('button', { name: '被拒 2' }).click()
    const sync = syncCentrePage(counter.page)
    await sync.open('sent')
    await shows(sync.items.first(), taken)

    await sync.open('refused')
    const item = (ticketNo: string) => sync.items.filter({ hasText: ticketNo })
    await shows(item(refused), '原因: 该规则已停用或不存在')
    await item(refused).getByRole('button', { name: '重试' }).click()
    await shows(item(refused), /已尝试 [23] 次/)
    await shows(item(refused), '该规则已停用或不存在')

    await item(refused).getByRole('button', { name: '关闭' }).click()
    await counter.page.getByRole('dialog').locator('.ant-btn-primary').click()
    await shows(sync.dialog, '请填写备注')
    await sync.dismissWith('客人已付现金')
    await until(async () => expect(await item(refused).count()).toBe(0))
    await sync.open('dismissed')
    await shows(item(refused), '备注: 客人已付现金')

    await setRule('标准卡丁', true)
    await sync.open('refused')
    await item(other).getByRole('button', { name: '重试' }).click()
    await until(async () => expect(await item(other).count()).toBe(0))
    await sync.open('sent')
    await shows(item(other), '标准卡丁')

    const stored = await server.query(
      `select state, remark, code, payload ->> 'terminalTicket' as ticket from sync_refusal order by created_at, id`,
    )
    expect(stored).toEqual(
      expect.arrayContaining([
        { state: 'dismissed', remark: '客人已付现金', code: 'sessions.ruleNotFound', ticket: refused },
        { state: 'settled', remark: '', code: 'sessions.ruleNotFound', ticket: other },
      ]),
    )
    const arrived = await server.query<{ ticket_no: string }>('select ticket_no from play_record where offline')
    expect(arrived.map(({ ticket_no }) => ticket_no).toSorted()).toEqual([taken, other].toSorted())
    expect(printer.jobs).toHaveLength(3)
  })
})

describe('a key that bounces', () => {
  it('starts once, even where the store has one rule and no choice is needed; the notice follows the language', async () => {
    await server.query("update consume_rule set active = false where org_code = 'A01A01' and name <> '标准卡丁'")
    await openCounter()
    const { page, screen } = counter
    const before = await server.query('select id from play_record')
    await shows(screen.outlook, '先玩后付：挂单 68.00')
    const pressed = Date.now()
    await pressTimed(page, [
      { key: 'F4', at: pressed },
      { key: 'F4', at: pressed + 80 },
    ])
    await shows(screen.result, /^A\d{3} 已开始 · \d号车/)
    // The busy page handles the third press only now.
    await pressTimed(page, [{ key: 'F4', at: pressed + 160 }])
    await printer.waitForJob(1)
    await screen.otherLanguage.click()
    await shows(counterPage(page, inEnglish).result, /^A\d{3} started · \d号车 · Printed/)
    await page.getByRole('button', { name: '中文', exact: true }).click()
    expect(await server.query('select id from play_record')).toHaveLength(before.length + 1)
    expect(await counter.ask('app:starts.list')).toHaveLength(1)
    // Only briefly a bounce: the same key starts the next guest.
    await counter.startBy(() => pressTimed(page, [{ key: 'F4', at: Date.now() + 60_000 }]))
    expect(await server.query('select id from play_record')).toHaveLength(before.length + 2)
  })
})

describe('a sign-in that ends while a guest is being served', () => {
  it('refuses the start before a ticket exists, asks for a sign-in over the screen, and one key then starts the chosen ride', async () => {
    await openCounter()
    const { page, screen } = counter
    await screen.search.fill('100005')
    await page.keyboard.press('Enter')
    await shows(screen.member, '100005')
    await page.keyboard.press('2')
    await page.keyboard.press('+')
    const vehicle = (await screen.chosenVehicle.getAttribute('data-vehicle')) ?? ''
    // Freezing a user ends all sign-ins, even when it is brief.
    for (const status of [2, 1])
      await server.query("update user_account set status = $1 where username = 'cashier'", [status])
    await page.keyboard.press('F4')
    const dialog = page.getByRole('dialog')
    await shows(dialog, '登录已过期')
    expect(await counter.ask('app:starts.list')).toEqual([])
    const before = await page.locator('.pl-counter').elementHandle()
    await dialog.getByLabel('密码', { exact: true }).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await until(async () => expect(await dialog.count()).toBe(0))
    await shows(screen.member, '100005')
    // The screen stayed mounted all the time.
    expect(await before?.evaluate((one) => one.isConnected)).toBe(true)
    await page.keyboard.press('F4')
    await shows(screen.result, `已开始 · ${vehicle}`)
    await printer.waitForJob(1)
    const [stored] = await counter.ask<{ id: string }[]>('app:starts.list')
    expect(
      await server.query('select member_id, people, rule_name, offline from play_record where id = $1', [stored?.id]),
    ).toEqual([{ member_id: '100005', people: 2, rule_name: '竞速八圈', offline: false }])
    expect(printer.jobs).toHaveLength(1)
  })
})

describe('a full disk at the counter', () => {
  let dir: string

  // A separate disk needs root, which the test machines have.
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'pitlane-disk-'))
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', dir])
  })
  afterEach(empty)
  afterAll(async () => {
    execFileSync('umount', ['-l', dir])
    await rm(dir, { recursive: true, force: true })
  })

  const filler = (number: number) => join(dir, `filler-${number}`)

  function empty(): void {
    for (const name of readdirSync(dir)) if (name.startsWith('filler-')) rmSync(join(dir, name))
  }

  /** Gives the space of the write-ahead log back. SQLite would otherwise write a start over its old frames on a full disk. */
  const truncateLog = (counterDir: string) =>
    until(() => {
      const disk = new Database(join(counterDir, 'terminal.db'))
      try {
        expect(disk.pragma('wal_checkpoint(truncate)')).toMatchObject([{ busy: 0 }])
      } finally {
        disk.close()
      }
    })

  /** Fills the disk completely. */
  function fill(): void {
    let count = 0
    for (let size = 1 << 22; size >= 512; size >>= 1) {
      try {
        for (;;) writeFileSync(filler(count++), Buffer.alloc(size, 1))
      } catch {
        // Too large now; half of it may still fit.
      }
    }
  }

  it('is reported clearly, nothing is printed or stored, and work continues when there is space again', async () => {
    // A retry has a folder of its own.
    const counterDir = await mkdtemp(join(dir, 'counter-'))
    await openCounter(counterDir)
    await goOffline()
    await start('1')
    await printer.waitForJob(1)
    await truncateLog(counterDir)
    fill()
    const { page, screen } = counter
    await page.keyboard.press('2')
    await page.keyboard.press('F4')
    await shows(screen.outlook, '本机磁盘已满，未保存也未打印。请清理磁盘后重试')
    expect(await counter.ask('app:starts.list')).toHaveLength(1)
    expect(printer.jobs).toHaveLength(1)
    empty()
    expect(await start('2')).toMatch(/^T\d-\d{3}$/)
    await printer.waitForJob(2)
    expect(await counter.ask('app:starts.list')).toHaveLength(2)
  })
})
