import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import Database from 'better-sqlite3'
import { afterEach, expect, it } from 'vitest'
import { type FaultServer, startFaultServer } from '#tests/support/faults/fault-server.ts'
import { lineCashier, noonZone } from '#tests/support/venue/offline-queue.ts'
import { makeFolder, removeFolders, startTerminal } from './harness.ts'

const KILLS = 5

let server: FaultServer

afterEach(async () => {
  await server.kill()
  await removeFolders()
})

/** A terminal of its own process, killed after it has said so much; what it said until then counts. */
async function runAndKill(dir: string, run: string): Promise<string[]> {
  const said: string[] = []
  const child = spawn(process.execPath, [join(import.meta.dirname, 'offline-queue-child.ts'), dir, server.url, run], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })
  const read = once(lines, 'close')
  const wanted = 2 + Math.floor(Math.random() * 25)
  const enough = new Promise<void>((resolve) => {
    lines.on('line', (line) => {
      said.push(line)
      if (said.length > wanted) resolve()
    })
  })
  await Promise.race([enough, exited])
  child.kill('SIGKILL')
  await exited
  await read
  return said.filter((line) => line !== 'ready')
}

interface Row {
  id: string
  start_id: string
  ticket_no: string
  ended: string | null
  ride: string | null
  papers: number
  rides: number
}

const rowsOf = (dir: string): Row[] => {
  const db = new Database(join(dir, 'terminal.db'), { readonly: true })
  const rows = db
    .prepare<[], Row>(
      `select p.id, p.start_id, p.ticket_no, p.ended, s.ticket_no as ride,
         (select count(*) from print_jobs j where j.order_id = p.id) as papers,
         (select count(*) from print_jobs j where j.order_id = p.start_id) as rides
       from place p left join start s on s.id = p.start_id order by p.seq`,
    )
    .all()
  db.close()
  return rows
}

it('a counter that is killed repeatedly loses no queue entry, and starts no ride twice', {
  timeout: 600_000,
}, async () => {
  server = await startFaultServer()
  server.permissions = lineCashier()
  server.timeZone = noonZone()
  const dir = await makeFolder()
  const first = await startTerminal({ dir, serverUrl: server.url })
  await first.online()
  await first.signIn()
  await first.close()
  await server.kill()

  const said: string[][] = []
  for (let kill = 0; kill < KILLS; kill++) said.push(await runAndKill(dir, `r${kill}`))
  const words = said.flat().map((line) => line.split(' '))
  expect(words.filter(([what]) => what === 'error')).toEqual([])
  const told = (wanted: string) =>
    words.flatMap(([what, id = '', number = '']) => (what === wanted ? [{ id, number }] : []))

  const rows = new Map(rowsOf(dir).map((row) => [row.id, row]))
  expect(told('joined').length).toBeGreaterThan(KILLS)
  for (const { id, number } of told('joined')) expect(rows.get(id)).toMatchObject({ ticket_no: number, papers: 1 })
  for (const { id } of told('started')) {
    const row = rows.get(id)
    expect(row).toMatchObject({ ended: null, ride: row?.ticket_no, rides: 1 })
  }
  for (const { id } of told('cancelled'))
    expect(rows.get(id)).toMatchObject({ ended: 'cancelled', ride: null, rides: 0 })
  const numbers = [...rows.values()].map(({ ticket_no }) => ticket_no)
  expect(new Set(numbers).size).toBe(numbers.length)

  // Whoever waits still is there for the next cashier, and what rode arrives once.
  await server.revive()
  const last = await startTerminal({ dir, serverUrl: server.url })
  await last.online()
  const waiting = [...rows.values()].filter(({ ended, ride }) => ended === null && ride === null).map(({ id }) => id)
  expect((await last.handlers.offlineQueue.list({})).map(({ id }) => id)).toEqual(waiting)
  await last.until(
    () => last.handlers.connection.state({}),
    ({ waiting }) => waiting === 0,
  )
  await last.close()
  const ridden = [...rows.values()].flatMap(({ start_id, ride }) => (ride === null ? [] : start_id))
  expect(server.starts.map(({ key }) => key).sort()).toEqual(ridden.sort())
})
