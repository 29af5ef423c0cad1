import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { sql } from 'kysely'
import { EVERY_STORE } from '#server/db/database.ts'
import { replayLedger } from '#server/features/ledger/index.ts'
import { text } from '#shared/i18n/catalogue.ts'
import type { SyncItem } from '#shared/ipc/contract.ts'
import type { PrintItem } from '#shared/ipc/prints.ts'
import type { ShiftActItem } from '#shared/ipc/shifts.ts'
import { findBroken } from '#tests/support/invariants/index.ts'
import { startTerminal, type TestTerminal } from '#tests/terminal/harness.ts'
import { ENDING_JOBS } from '#tests/walks/acts.ts'
import type { Day } from './counter-day.ts'
import { type ChaosVenue, clockOf } from './venue.ts'

/**
 * Far longer than the store retains a ticket that the printer could not print, and than a claim of a dead terminal lasts, on a
 * busy machine.
 */
const PATIENT_MS = 300_000
const PASSES_MS = 5000
/** Text that only a queue ticket has; its ride has another ticket with the same number. */
const OF_A_PLACE = text('zh', 'ticket.unpaid')

/** After all faults: the counter sends and prints what it has, and everything must be in its place. */
export async function settle(day: Day): Promise<void> {
  const { venue, dir, cable, broken } = day
  await venue.server.up()
  const terminal = await startTerminal({ dir, serverUrl: cable.url, ...clockOf(venue) })
  try {
    await terminal.online()
    const { terminalId } = await terminal.handlers.app.info({})
    await waitForEverything(day, terminal, terminalId)
    const { items, prints } = keptIn(dir)
    lookAtStarts(day, items, await recordsOf(venue, terminalId))
    lookAtPapers(day, prints, items, await jobsAtStore(venue, terminalId))
    lookAtDrawer(day, await terminal.handlers.shifts.list({}), await drawerAtServer(venue, terminalId))
  } finally {
    await terminal.close()
  }
  // Runs what is due by the venue's clock, which went faster than the server's schedule.
  const due = nowAt(venue)
  await venue.server.tell({ jobs: [...ENDING_JOBS] })
  broken.push(...(await lookAtServer(venue, due)))
}

/** Waits until nothing is left here or at the store, or until it has expired, which is soon. */
async function waitForEverything({ venue }: Day, { handlers, signIn }: TestTerminal, terminalId: string) {
  const end = Date.now() + PATIENT_MS
  for (let looks = 1; Date.now() < end; looks++) {
    await pause(100)
    if (looks % 10 === 0) await venue.pass(PASSES_MS)
    // The session may have ended in the meantime: it lasts seven days without an answer of the server.
    if (!(await handlers.session.current({}))) await signIn()
    const { waiting } = await handlers.connection.state({})
    const printing = (await handlers.prints.list({})).some(({ state }) => state === 'waiting' || state === 'printing')
    if (waiting === 0 && !printing && (await papersAtStore(venue, terminalId)) === 0) return
  }
}

function lookAtStarts(
  { broken, done }: Day,
  items: readonly Pick<SyncItem, 'id' | 'state' | 'code'>[],
  records: Awaited<ReturnType<typeof recordsOf>>,
) {
  const left = items.filter(({ state }) => state === 'waiting' || state === 'sending')
  broken.push(...left.map(({ id, state, code }) => `not sent: ${id} ${state} ${code}`))
  const refused = new Set(items.filter(({ state }) => state === 'refused').map(({ id }) => id))
  for (const { id, kind } of done) {
    const found = records.filter((record) => record.id === id)
    if (found.length + (refused.has(id) ? 1 : 0) !== 1)
      broken.push(`${found.length} times at the server: ${kind} ${id}`)
    if (kind === 'cash' && found.some(({ state }) => state !== 'CONSUMED'))
      broken.push(`cash that was not booked: ${id}`)
  }
  const stored = new Set(items.map(({ id }) => id))
  for (const { id } of records) if (!stored.has(id)) broken.push(`at the server and nowhere here: ${id}`)
}

function lookAtPapers(
  { broken, done, sink }: Day,
  prints: readonly Printed[],
  items: readonly Kept[],
  jobs: ReadonlyMap<string, string>,
): void {
  // Tickets of which it is unknown whether they were printed, or that had expired: the cashier is asked.
  const unsure = new Set(prints.filter(({ state }) => state !== 'printed').map(({ ticketNo }) => ticketNo))
  const tickets = sink.jobs.filter((job) => job.complete && !textOf(job).includes(OF_A_PLACE))
  const papersOf = (ticketNo: string) => tickets.filter((job) => wordsOf(job).includes(ticketNo))
  const isAccountedFor = (ticketNo: string) => papersOf(ticketNo).length > 0 || unsure.has(ticketNo)
  const itemOf = (wanted: string) => items.find(({ id }) => id === wanted)
  /**
   * A terminal whose disk was full while the server was away stored no ticket of its own: the guest has the server's. It also
   * did not store the server's answer, so a counter that was killed then returned late with its own number. If the server
   * refused that one, there is no ride and it is shown as refused. Papers that waited for hours had expired.
   */
  const hasAnother = (id: string): boolean => {
    const { ticketNo = '', serverTicket = '', state } = itemOf(id) ?? {}
    const wasOwed = done.some((one) => one.id === id && one.isOwed)
    if (wasOwed && state === 'refused') return true
    return (
      (serverTicket !== '' && isAccountedFor(serverTicket)) || isAccountedFor(ticketNo) || jobs.get(id) === 'expired'
    )
  }
  for (const ticketNo of new Set(done.map((one) => one.ticketNo))) {
    const seen = done.filter((one) => one.ticketNo === ticketNo)
    // Numbers restart each day, and a stored sale also counts where its cashier saw no result.
    const stored = items.filter((item) => item.ticketNo === ticketNo || item.serverTicket === ticketNo)
    const sold = new Set([...seen, ...stored].map(({ id }) => id))
    const firsts = papersOf(ticketNo).filter((job) => !textOf(job).includes('COPY'))
    if (firsts.length > sold.size) broken.push(`${firsts.length} papers of ${sold.size} ${ticketNo}`)
    if (isAccountedFor(ticketNo)) continue
    const job = prints.find((one) => one.ticketNo === ticketNo)
    for (const id of sold) {
      if (hasAnother(id)) continue
      const item = itemOf(id)
      const known = `print job ${job?.state ?? 'none'}, at the store ${jobs.get(id) ?? 'none'}`
      broken.push(
        `no paper of ${ticketNo}: ${known}, stored as ${item?.state} ${item?.code} ${item?.ticketNo} ${item?.serverTicket}`,
      )
    }
  }
}

/** Each shift action of the drawer is at the server once, or its refusal is shown here. */
function lookAtDrawer({ broken, acted }: Day, items: readonly ShiftActItem[], found: readonly string[]): void {
  const left = items.filter(({ state }) => state === 'waiting' || state === 'sending')
  broken.push(...left.map(({ id, act, state, code }) => `not sent: ${act} ${id} ${state} ${code}`))
  const refused = new Set(items.filter(({ state }) => state === 'refused').map(({ id }) => id))
  for (const { id, act, shiftId } of acted) {
    const action = `${act} ${act === 'close' ? shiftId : id}`
    const times = found.filter((one) => one === action).length + (refused.has(id) ? 1 : 0)
    if (times !== 1) broken.push(`${times} times at the server: ${act} ${id}`)
  }
}

type Kept = Pick<SyncItem, 'id' | 'state' | 'code' | 'ticketNo' | 'serverTicket'>
type Printed = Pick<PrintItem, 'ticketNo' | 'state'>

/** All starts that the counter has stored and all tickets that it has made: its screens list the newest. */
function keptIn(dir: string): { items: Kept[]; prints: Printed[] } {
  const file = new Database(join(dir, 'terminal.db'), { readonly: true })
  const columns = 'id, state, code, ticket_no as ticketNo, server_ticket as serverTicket'
  try {
    return {
      items: file.prepare<[], Kept>(`select ${columns} from start where state <> 'rejected'`).all(),
      prints: file
        .prepare<[], Printed>("select ticket_no as ticketNo, state from print_jobs where kind = 'ticket'")
        .all(),
    }
  } finally {
    file.close()
  }
}

/** Compared number by number: the codes of different tickets share the same characters. */
const wordsOf = (job: { lines: readonly { text: string }[] }): string[] => textOf(job).split(/[^\w-]+/)

const textOf = ({ lines }: { lines: readonly { text: string }[] }): string => lines.map(({ text }) => text).join('\n')

async function recordsOf({ db }: ChaosVenue, terminalId: string): Promise<{ id: string; state: string }[]> {
  const found = await db.scoped(EVERY_STORE, (trx) =>
    sql<{ id: string; state: string }>`select id, state from play_record where terminal_id = ${terminalId}`.execute(
      trx,
    ),
  )
  return found.rows
}

/** What the server received of a terminal's drawer: openings and cash movements by their key, counts by their shift. */
async function drawerAtServer({ db }: ChaosVenue, terminalId: string): Promise<string[]> {
  const found = await db.scoped(EVERY_STORE, (trx) =>
    sql<{ action: string }>`
      select 'open ' || id as action from shift where terminal_id = ${terminalId} union all
      select 'close ' || id from shift where terminal_id = ${terminalId} and state = 'closed' union all
      select e.kind || ' ' || e.id from shift_entry e join shift s on s.id = e.shift_id and s.org_code = e.org_code
        where s.terminal_id = ${terminalId}`.execute(trx),
  )
  return found.rows.map(({ action }) => action)
}

/** The state of the store's first ticket of each ride of a terminal. */
async function jobsAtStore(venue: ChaosVenue, terminalId: string): Promise<Map<string, string>> {
  const now = nowAt(venue)
  const found = await venue.db.scoped(EVERY_STORE, (trx) =>
    sql<{ id: string; state: string }>`
      select p.id, case when j.state in ('waiting', 'claimed') and j.expires_at <= ${now} then 'expired' else j.state end as state
      from print_job j join play_record p on p.id = j.order_id and p.org_code = j.org_code
      where p.terminal_id = ${terminalId} and j.copy_no = 0`.execute(trx),
  )
  return new Map(found.rows.map(({ id, state }) => [id, state]))
}

/** Tickets of the terminal's rides that the store still wants printed. */
async function papersAtStore(venue: ChaosVenue, terminalId: string): Promise<number> {
  const now = nowAt(venue)
  const found = await venue.db.scoped(EVERY_STORE, (trx) =>
    sql<{
      open: number
    }>`select count(*)::integer as open from print_job j join play_record p on p.id = j.order_id and p.org_code = j.org_code
      where p.terminal_id = ${terminalId} and j.state in ('waiting', 'claimed') and j.expires_at > ${now}`.execute(trx),
  )
  return found.rows[0]?.open ?? 0
}

const nowAt = ({ ahead }: ChaosVenue): Date => new Date(Date.now() + ahead())

/** Problems there; everything due at a moment has been run. */
const lookAtServer = ({ db }: ChaosVenue, due: Date): Promise<string[]> =>
  db.scoped(EVERY_STORE, async (trx) => [
    ...(await findBroken(trx, due)),
    ...(await replayLedger(trx)).map((difference) => JSON.stringify(difference)),
  ])
