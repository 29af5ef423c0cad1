import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { EVERY_STORE } from '#server/db/database.ts'
import { type Cuttable, cuttable } from '#tests/support/cuttable.ts'
import { type PrinterSink, startPrinterSink } from '#tests/support/escpos/index.ts'
import type { TestServer } from '#tests/support/server.ts'
import { makeFolder, startTerminal } from '#tests/terminal/harness.ts'
import { type Chance, chanceOf } from '#tests/walks/random.ts'

const STORE = 'A01A01'
/** Longer than a ticket that the printer could not print stays with the store, and a claim of somebody who died. */
const PATIENT_MS = 75_000

/** A sale that a cashier saw as done. */
interface Done {
  id: string
  ticketNo: string
  kind: string
}

interface Day {
  chance: Chance
  dir: string
  way: Cuttable
  sink: PrinterSink
  cache: string
  child: { process: ChildProcess; ended: Promise<unknown> } | null
  done: Done[]
  broken: string[]
}

/** One counter's day in which everything fails that can; answers what does not hold afterwards, and how much was sold. */
export async function chaosOnce(
  server: TestServer,
  seed: number,
  cache: string,
): Promise<{ broken: string[]; sales: number; kills: number }> {
  const chance = chanceOf(seed)
  const dir = await makeFolder()
  const way = await cuttable(server.url)
  const sink = await startPrinterSink()
  const day: Day = { chance, dir, way, sink, cache, child: null, done: [], broken: [] }
  let kills = 0
  try {
    await openCounter(day)
    let isCut = false
    for (let step = 0; step < 5; step++) {
      if (!day.child) await begin(day)
      await enough(day, chance.between(2, 8))
      const fault = chance.oneOf(['kill', 'cut', 'silence', 'clock', 'paper'] as const)
      if (fault === 'kill' && day.child) {
        await kill(day)
        kills += 1
      } else if (fault === 'clock') day.child?.process.stdin?.write(`${chance.between(-9, 9) * 3_600_000}\n`)
      else if (fault === 'paper') sink.set(chance.oneOf(['paper-out', 'cover-open', 'ready', 'slow']))
      else if (isCut) {
        await way.mend()
        isCut = false
      } else if (fault === 'cut') {
        way.cut()
        isCut = true
      } else way.silence()
    }
    await kill(day)
    if (isCut) await way.mend()
    sink.set('ready')
    await settle(server, day)
    return { broken: day.broken, sales: day.done.length, kills: kills + 1 }
  } finally {
    day.child?.process.kill('SIGKILL')
    way.close()
    await sink.close()
  }
}

/** A new terminal that the store believes, with its cashier signed in. */
async function openCounter({ dir, way, sink }: Day): Promise<void> {
  const printer = { transport: 'tcp', address: sink.host, port: sink.port } as never
  const terminal = await startTerminal({ dir, serverUrl: way.url, settings: { printer } })
  await terminal.online()
  await terminal.enrol(STORE)
  await terminal.signIn()
  await terminal.close()
}

async function begin(day: Day): Promise<void> {
  const { chance, dir, way, cache } = day
  const words = [join(import.meta.dirname, 'chaos-child.ts'), dir, way.url, String(chance.below(2 ** 31))]
  const child = spawn(process.execPath, words, {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, NODE_COMPILE_CACHE: cache },
  })
  child.stdin.on('error', () => undefined)
  createInterface({ input: child.stdout }).on('line', (line) => {
    const [word, id = '', ticketNo = '', kind = ''] = line.split(' ')
    if (word === 'done') day.done.push({ id, ticketNo, kind })
    if (word === 'error') day.broken.push(line)
  })
  day.child = { process: child, ended: once(child, 'close') }
}

/** Until so many more sales are done; a counter that can sell nothing now has had its time. */
async function enough(day: Day, count: number): Promise<void> {
  const wanted = day.done.length + count
  const end = Date.now() + 8000
  while (day.done.length < wanted && Date.now() < end && day.child?.process.exitCode === null) await pause(5)
}

async function kill(day: Day): Promise<void> {
  const { child } = day
  day.child = null
  child?.process.kill('SIGKILL')
  await child?.ended
}

/** All is well again: the counter sends and prints what it has, and everything must be where it belongs. */
async function settle(server: TestServer, day: Day): Promise<void> {
  const { dir, way, sink, done, broken } = day
  const terminal = await startTerminal({ dir, serverUrl: way.url })
  try {
    await terminal.online()
    if (!(await terminal.handlers.session.current({}))) await terminal.signIn()
    const { terminalId } = await terminal.handlers.app.info({})
    const end = Date.now() + PATIENT_MS
    const waits = async () => {
      const { waiting } = await terminal.handlers.connection.state({})
      const printing = (await terminal.handlers.prints.list({})).filter(
        ({ state }) => state === 'waiting' || state === 'printing',
      )
      return waiting + printing.length + (await papersAtStore(server, terminalId)) > 0 && Date.now() < end
    }
    while (await waits()) await pause(50)
    const items = await terminal.handlers.starts.list({})
    const prints = await terminal.handlers.prints.list({})
    const left = items.filter(({ state }) => state === 'waiting' || state === 'sending')
    broken.push(...left.map(({ id, state, code }) => `not sent: ${id} ${state} ${code}`))
    const records = await recordsOf(server, terminalId)
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
    // Nobody knows of these whether they came out, or they were of no use any more: their cashier is asked.
    const unsure = new Set(prints.filter(({ state }) => state !== 'printed').map(({ ticketNo }) => ticketNo))
    for (const ticketNo of new Set(done.map((one) => one.ticketNo))) {
      const papers = sink.jobs.filter(
        (job) => job.complete && textOf(job).includes(ticketNo) && !textOf(job).includes('COPY'),
      )
      if (papers.length > 1) broken.push(`${papers.length} papers of ${ticketNo}`)
      const copies = sink.jobs.filter((job) => textOf(job).includes(ticketNo))
      if (copies.length === 0 && !unsure.has(ticketNo)) {
        const job = prints.find((one) => one.ticketNo === ticketNo)
        broken.push(`no paper of ${ticketNo}: ${job ? `its print job is ${job.state}` : 'it has no print job'}`)
      }
    }
  } finally {
    await terminal.close()
  }
}

const textOf = ({ lines }: { lines: readonly { text: string }[] }): string => lines.map(({ text }) => text).join('\n')

async function recordsOf(server: TestServer, terminalId: string): Promise<{ id: string; state: string }[]> {
  const found = await server.deps.db.scoped(EVERY_STORE, (trx) =>
    sql<{ id: string; state: string }>`select id, state from play_before_pay where terminal_id = ${terminalId}`.execute(
      trx,
    ),
  )
  return found.rows
}

/** Tickets of the terminal's rides that the store still wants printed. */
async function papersAtStore(server: TestServer, terminalId: string): Promise<number> {
  const found = await server.deps.db.scoped(EVERY_STORE, (trx) =>
    sql<{
      open: number
    }>`select count(*)::integer as open from print_job j join play_before_pay p on p.id = j.order_id and p.org_code = j.org_code
      where p.terminal_id = ${terminalId} and j.state in ('waiting', 'claimed')`.execute(trx),
  )
  return found.rows[0]?.open ?? 0
}
