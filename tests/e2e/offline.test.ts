import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ticketCode } from '#shared/features/scans/index.ts'
import { type PrinterSink, startPrinterSink } from '#tests/support/escpos/index.ts'
import { openSerialPair, rdm6300Frame } from '#tests/support/serial/index.ts'
import { signInPage } from './pages/sign-in.page.ts'
import { syncCentrePage } from './pages/sync-centre.page.ts'
import { PASSWORD, startVenue, type VenueServer } from './support/built-server.ts'
import { type Counter, startCounter } from './support/counter.ts'
import { createLink, type NetworkLink } from './support/network-link.ts'
import { shows, textOf, until } from './support/shows.ts'
import { cleanUpPages } from './support/test-pages.ts'
import { inChinese as t } from './support/texts.ts'

// Step 4 of the main flow: the counter works without its server, and nothing is lost or duplicated.
let server: VenueServer
let reader: Awaited<ReturnType<typeof openSerialPair>>
let printer: PrinterSink
let line: NetworkLink
let counter: Counter

beforeAll(async () => {
  ;[server, reader] = await Promise.all([startVenue(), openSerialPair()])
  // A retry leaves the order of the first attempt open.
  await server.query('update store set hung_order_limit = 1000')
})
afterAll(async () => {
  await Promise.all([server?.remove(), reader?.close()])
})
beforeEach(async () => {
  printer = await startPrinterSink()
  line = await createLink(server.port)
  // The vehicles of the previous test are reset.
  await server.query("update run set state = 'ENDED', ended_at = now() where state = 'RUNNING'")
  // A print job that a killed counter had claimed would be offered to the next one a minute later.
  await server.query('delete from print_job')
})
afterEach(async () => {
  await counter?.remove()
  await Promise.all([printer.close(), line.close(), server.start()])
})
// `afterEach` hooks run in reverse order: the screenshot is taken before the counter ends.
cleanUpPages()

async function openCounter(serverUrl: string, waitsForServer = false): Promise<Counter> {
  const { host: address, port } = printer
  const readers = [{ path: reader.readerPath }]
  const settings = { readers, printer: { transport: 'tcp' as const, address, port } }
  const opened = await startCounter({ serverUrl, settings, waitsForServer })
  await opened.enrol()
  return opened
}

/** The counter knows its last user and asks for confirmation. */
async function unlock(): Promise<void> {
  await counter.page.getByLabel(t('lock.password'), { exact: true }).fill(PASSWORD)
  await counter.page.getByRole('button', { name: t('lock.unlock') }).click()
  await counter.page.getByTestId('lock').waitFor({ state: 'detached' })
}

/** The counter detects it by itself. */
const noticesIts = (online: boolean): Promise<void> =>
  until(async () => expect(await counter.screen.connection.getAttribute('data-online')).toBe(String(online)))

/**
 * Scans until the member is shown, as a person does. The same card within 1.2 s counts as a repeat of the reader, and a
 * busy machine may have read it late.
 */
async function swipe(card: string): Promise<void> {
  let lastSwipe = 0
  await until(async () => {
    if (Date.now() - lastSwipe > 2000) {
      lastSwipe = Date.now()
      await reader.write(rdm6300Frame(card))
    }
    expect(await counter.screen.member.isVisible()).toBe(true)
  })
}

/** Scans a card or none, chooses a rule and starts; returns the ticket number. */
async function start(card: string | null, ruleKey: string): Promise<string> {
  const { page, screen } = counter
  if (card) await swipe(card)
  await page.keyboard.press(ruleKey)
  await until(async () => expect(await textOf(screen.outlook)).not.toContain('请选择规则'))
  return counter.startBy(() => page.keyboard.press('F4'))
}

interface Stored {
  id: string
  state: string
  ticket_no: string
  started_at: string
}

/** The content of the terminal's file, read directly. */
function inTheFile(): Stored[] {
  const db = new DatabaseSync(join(counter.dir, 'terminal.db'), { readOnly: true })
  try {
    return db
      .prepare('select id, state, ticket_no, started_at from start where offline = 1 order by seq')
      .all() as never
  } finally {
    db.close()
  }
}

interface Arrived {
  id: string
  ticket_no: string
  created_at: Date
  offline: boolean
  state: string
}

const arrived = (ids: readonly string[]): Promise<Arrived[]> =>
  server.query(
    `select id, ticket_no, created_at, offline, state from play_record where id = any($1::uuid[])
     order by received_at, id`,
    [ids],
  )

const printedCodes = () => printer.jobs.map(({ qr }) => qr[0])

describe('a counter whose server is killed', () => {
  it('works from its own disk, survives kill -9, and uploads everything once and in order', async () => {
    counter = await openCounter(server.url, true)
    await counter.signIn()
    // Online: the member is cached, and the server has given its first number.
    expect(await start('0004829731', '1')).toMatch(/^A\d{3}$/)
    await printer.waitForJob(1)

    await server.kill()
    await noticesIts(false)
    await shows(counter.screen.connection, '离线 · 0 条待同步')

    // The member comes from the cache, and the start is on disk before the first byte reaches the printer.
    let onDiskAtFirstByte: Stored[] | null = null
    const connections = printer.connections()
    const firstByte = printer.until(() => {
      if (printer.connections() === connections) return false
      onDiskAtFirstByte ??= inTheFile()
      return true
    })
    const first = await start('0004829731', '1')
    await firstByte
    expect(first).toMatch(/^T1-\d{3}$/)
    expect(onDiskAtFirstByte).toMatchObject([{ ticket_no: first, state: 'waiting' }])
    const ticket = await printer.waitForJob(2)
    const [storedStart] = inTheFile()
    const shown = ticket.lines.map(({ text }) => text.trim())
    expect(shown).toEqual(expect.arrayContaining(['离线 OFFLINE', first, expect.stringMatching(/^会员卡号 +100001$/)]))
    expect(ticket.qr).toEqual([ticketCode(storedStart?.id ?? '')])
    const second = await start('0004829731', '2')
    const third = await start(null, '1')
    await printer.waitForJob(4)
    await shows(counter.screen.connection, '离线 · 3 条待同步')

    await counter.kill()
    await counter.start()
    // The user proves the identity offline after the restart.
    await unlock()
    await counter.screen.ready()
    await shows(counter.screen.connection, '离线 · 3 条待同步')
    await counter.screen.openMenu('同步中心')
    const sync = syncCentrePage(counter.page)
    await sync.open('waiting')
    await until(async () =>
      expect(await sync.items.locator('strong').allTextContents()).toEqual([third, second, first]),
    )

    const stored = inTheFile()
    const ids = stored.map(({ id }) => id)
    await server.start()
    const records = await until(async () => {
      const found = await arrived(ids)
      expect(found).toHaveLength(3)
      return found
    }, 20_000)
    // The two starts of one member are sent in order; the walk-in's may overtake them.
    expect(records.map(({ ticket_no }) => ticket_no).filter((ticketNo) => ticketNo !== third)).toEqual([first, second])
    for (const record of records) {
      const own = stored.find(({ id }) => id === record.id)
      expect(record).toMatchObject({ offline: true, state: 'PENDING', ticket_no: own?.ticket_no })
      expect(record.created_at.toISOString()).toBe(own?.started_at)
    }
    await sync.open('sent')
    await until(async () =>
      expect(await sync.items.locator('strong').allTextContents()).toEqual(
        expect.arrayContaining([third, second, first]),
      ),
    )
    expect(inTheFile().map(({ state }) => state)).toEqual(['sent', 'sent', 'sent'])

    // An online start prints its ticket; any further copy of the others would have been printed by now.
    await sync.goToCounter()
    await counter.screen.ready()
    expect(await start(null, '2')).toMatch(/^A\d{3}$/)
    await printer.waitForJob(5)
    expect(new Set(printedCodes()).size).toBe(5)
    expect(await server.query('select id from print_job where order_id = any($1::uuid[])', [ids])).toEqual([])
  })
})

describe('a card scanned during a start', () => {
  it('is deferred: the start is for the first guest, then the second one is shown', async () => {
    counter = await openCounter(line.url)
    await counter.signIn()
    const { page, screen } = counter
    await swipe('0004829731')
    await page.keyboard.press('1')
    await shows(screen.outlook, '−68.00')
    // Its response is lost, so the result is unknown for a moment.
    const answered = line.loseAnswer('/playbeforepay/sysPlayBeforePay/add')
    await page.keyboard.press('F4')
    await reader.write(rdm6300Frame('0004829735'))
    await answered
    await shows(screen.result, '会员')
    await shows(screen.member, '100005')
    await until(async () => expect(await counter.ask('app:starts.list')).toHaveLength(1))
    const [stored] = await counter.ask<{ id: string; memberNo: string }[]>('app:starts.list')
    expect(stored?.memberNo).toBe('100001')
    await until(async () => expect(await arrived([stored?.id ?? ''])).toHaveLength(1))
    await printer.waitForJob(1)
    expect(printedCodes()).toEqual([ticketCode(stored?.id ?? '')])
  })
})

describe('a card scanned during a start that is refused', () => {
  it('does not replace the guest whose choices are on the screen', async () => {
    counter = await openCounter(server.url, true)
    await counter.signIn()
    const { page, screen } = counter
    await swipe('0004829736')
    await page.keyboard.press('2')
    const vehicle = (await screen.chosenVehicle.getAttribute('data-vehicle')) ?? ''
    // Another user locks the vehicle for a second and then takes it out of service.
    const where = `where org_code = 'A01A01' and name = '${vehicle}'`
    const taken = server.query(
      `select id from vehicle ${where} for update; select pg_sleep(1); update vehicle set condition = 'maintenance' ${where}`,
    )
    await until(async () =>
      expect(
        await server.query("select pid from pg_stat_activity where query like '%pg_sleep(1)%' and state = 'active'"),
      ).toHaveLength(2),
    )
    await page.keyboard.press('F4')
    await reader.write(rdm6300Frame('0004829737'))
    await taken
    await shows(screen.problem, vehicle)
    await shows(screen.result, '上一位没有开始')
    await shows(screen.member, '100006')
    await server.query(`update vehicle set condition = 'ready' ${where}`)
    await page.keyboard.press('F4')
    await until(async () => expect(await counter.ask('app:starts.list')).toHaveLength(1))
    const [stored] = await counter.ask<{ id: string; memberNo: string }[]>('app:starts.list')
    expect(stored?.memberNo).toBe('100006')
    // Otherwise its ticket would be offered to the next counter.
    await until(async () =>
      expect(await server.query('select state from print_job where order_id = $1', [stored?.id])).toEqual([
        { state: 'printed' },
      ]),
    )
  })
})

describe('a server that dies between its commit and its answer', () => {
  it('has the start once, and prints the ticket once', async () => {
    counter = await openCounter(line.url)
    await counter.signIn()
    const committed = line.loseAnswer('/playbeforepay/sysPlayBeforePay/add').then(() => server.kill())
    const ticketNo = await start(null, '1')
    await committed
    expect(ticketNo).toMatch(/^T\d-\d{3}$/)
    const [stored] = inTheFile()
    // Earlier print jobs of the store may be pending.
    await until(async () =>
      expect(printedCodes().filter((code) => code === ticketCode(stored?.id ?? ''))).toHaveLength(1),
    )

    // Only this cashier can sign in again offline.
    await counter.screen.openMenu('退出登录')
    await counter.page.getByRole('dialog').getByRole('button', { name: '退出登录' }).click()
    const signIn = signInPage(counter.page)
    await signIn.offlineHint.waitFor()
    await signIn.signIn('coach')
    await shows(signIn.failure, '离线时只能使用 72 小时内在本终端登录过的账号')
    await signIn.signIn('cashier', 'wrong')
    await shows(signIn.failure, '用户名或密码错误')
    await signIn.signIn('cashier', PASSWORD)
    await counter.screen.ready()
    await start(null, '2')

    await server.start()
    await noticesIts(true)
    // Offline no token was issued: uploads wait for an online sign-in, and the counter works.
    await shows(counter.page.getByRole('alert'), '已连上服务器')
    expect(await start(null, '2')).toMatch(/^T\d-\d{3}$/)
    await counter.page.getByRole('button', { name: '重新登录' }).click()
    await counter.signIn()
    const ids = inTheFile().map(({ id }) => id)
    expect(ids).toHaveLength(3)
    await until(async () => expect(await arrived(ids)).toHaveLength(3))
    await until(() => expect(inTheFile().map(({ state }) => state)).toEqual(['sent', 'sent', 'sent']))
    await start(null, '1')
    await until(async () => expect(printedCodes()).toEqual(expect.arrayContaining(ids.map(ticketCode))))
    // No duplicates; earlier print jobs of the store may be pending.
    expect(new Set(printedCodes()).size).toBe(printer.jobs.length)
    expect(printedCodes()).toEqual(expect.arrayContaining(ids.map(ticketCode)))
    expect(await server.query('select state from print_job where order_id = $1', [ids[0]])).toEqual([
      { state: 'printed' },
    ])
  })
})
