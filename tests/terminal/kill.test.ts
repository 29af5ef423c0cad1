import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { afterEach, describe, expect, it } from 'vitest'
import { type Fault, type FaultServer, startFaultServer } from '#tests/support/faults/fault-server.ts'
import { isWhole } from '#tests/support/runner/sample.ts'
import { makeFolder, removeFolders, startTerminal } from './harness.ts'

/** How often each of two terminals is killed. */
const KILLS = isWhole() ? 13 : 6
/** A terminal that is killed while it starts acknowledges nothing; few kills are that early. */
const LEAST_ACKNOWLEDGED = isWhole() ? 100 : 40
const FAULT_RATE = 0.15
const faults: Fault[] = ['lose', 'lose', 'drop', 'fail']

let server: FaultServer

afterEach(async () => {
  await server.kill()
  await removeFolders()
})

interface Acknowledged {
  id: string
  racer: string
}

/** Runs a terminal of its own process until it is killed at some moment; what it reported until then counts. */
async function runAndKill(dir: string, run: string): Promise<Acknowledged[]> {
  const reports: string[] = []
  const child = spawn(process.execPath, [join(import.meta.dirname, 'kill-child.ts'), dir, server.url, run], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })
  const wanted = 1 + Math.floor(Math.random() * 20)
  const enough = new Promise<void>((resolve) => {
    lines.on('line', (line) => {
      reports.push(line)
      if (reports.length > wanted) resolve()
    })
  })
  const read = once(lines, 'close')
  // Mostly at work; at times in the middle of opening, where what was on its way before is taken up again.
  await Promise.race([Math.random() < 0.2 ? pause(Math.random() * 500) : enough, exited])
  await pause(Math.random() * 15)
  child.kill('SIGKILL')
  await exited
  await read
  expect(reports.filter((line) => line.startsWith('error'))).toEqual([])
  return reports
    .filter((line) => line !== 'ready')
    .map((line) => {
      const [id = '', racer = ''] = line.split(' ')
      return { id, racer }
    })
}

async function chain(dir: string, name: string): Promise<Acknowledged[]> {
  const all: Acknowledged[] = []
  for (let kill = 0; kill < KILLS; kill++) all.push(...(await runAndKill(dir, `${name}${kill}`)))
  return all
}

/** The starts of a terminal by vehicle lane, in the order in which they were committed there. */
function lanesOf(dir: string): string[][] {
  const db = new Database(join(dir, 'terminal.db'), { readonly: true })
  const rows = db
    .prepare<[], { id: string; lane: string }>('select id, vehicle_lane as lane from start order by seq')
    .all()
  db.close()
  return [...Map.groupBy(rows, ({ lane }) => lane).values()].map((lane) => lane.map(({ id }) => id))
}

describe('a terminal that is killed repeatedly while the server fails', () => {
  it('loses and doubles no acknowledged start, and keeps the order of each vehicle', {
    timeout: 600_000,
  }, async () => {
    server = await startFaultServer()
    server.plan = (call) =>
      call === 'add' && Math.random() < FAULT_RATE ? (faults[Math.floor(Math.random() * faults.length)] ?? 'ok') : 'ok'
    const dirs = [await makeFolder(), await makeFolder()]
    const acknowledged = (await Promise.all(dirs.map((dir, index) => chain(dir, `t${index}-`)))).flat()

    // Each takes up what it left behind; the server is still in trouble.
    for (const dir of dirs) {
      const terminal = await startTerminal({ dir, serverUrl: server.url })
      await terminal.online()
      await terminal.until(
        () => terminal.handlers.connection.state({}),
        ({ waiting }) => waiting === 0,
      )
      await terminal.close()
    }

    const arrived = new Map(server.starts.map(({ key, body }) => [key, body.racer]))
    const racers = server.starts.map(({ body }) => body.racer)
    expect(acknowledged.length).toBeGreaterThan(LEAST_ACKNOWLEDGED)
    expect(acknowledged.filter(({ id, racer }) => arrived.get(id) !== racer)).toEqual([])
    expect(new Set(racers).size).toBe(racers.length)
    const order = new Map(server.starts.map(({ key }, index) => [key, index]))
    for (const lane of dirs.flatMap(lanesOf)) {
      const places = lane.map((id) => order.get(id))
      expect(places).toEqual([...places].sort((a, b) => Number(a) - Number(b)))
    }
    console.info(
      `${2 * KILLS} kills: ${acknowledged.length} acknowledged, ${server.starts.length} arrived in ${server.attempts.length} requests`,
    )
  })
})
