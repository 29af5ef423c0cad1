import { join } from 'node:path'
import { openDatabase, type Sqlite } from '#main/core/storage/database.ts'
import type { StartFields } from '#shared/features/sessions/play-before-pay.contract.ts'
import type { StartOutcome } from '#shared/ipc/contract.ts'
import { ROOM } from '#tests/support/room.ts'
import { startTerminal, type TestTerminal } from '#tests/terminal/harness.ts'
import type { Bench } from './bench.ts'
import { type Outcome, seriesOf, shown } from './report.ts'
import { openSite } from './site.ts'
import { type Round, roundOf } from './stats.ts'

const RAW = 'a bare SQLite insert of as many bytes, WAL, synchronous FULL'

/** From the press of the button to the answer to the window, at the terminal, online and offline. */
export async function startBenchmark({ folder, cluster, rounds, quick }: Bench): Promise<Outcome[]> {
  const site = await openSite(cluster, 'bench_start')
  await site.owner.query(ROOM)
  const terminal = await startTerminal({ dir: join(folder, 'terminal'), serverUrl: site.server.url })
  const raw = openBare(join(folder, 'raw.db'))
  try {
    await terminal.signIn()
    await terminal.online()
    const fields = await someSession(terminal)
    const start = async (state: StartOutcome['state']) => {
      const outcome = await terminal.handlers.starts.start(fields)
      if (outcome.state !== state) throw new Error(`a start was ${outcome.state} instead of ${state}`)
    }
    const freeVehicles = () =>
      site.owner.query(`update run set state = 'ENDED', ended_at = now() where state = 'RUNNING'`)

    const there: Round[] = []
    for (let round = -1; round < rounds; round++) {
      const measured = await timed(quick ? 10 : 40, () => start('online'), freeVehicles)
      if (round >= 0) there.push(measured)
    }
    await freeVehicles()
    await site.server.kill()
    // The terminal does not know yet: its request fails and it continues offline.
    const surprised = await timed(1, () => start('offline'))
    await terminal.online(false)

    const body = Buffer.alloc(bytesOfAStart(join(folder, 'terminal', 'terminal.db')), 1)
    const insert = raw.prepare('insert into entry (body) values (?)')
    const count = quick ? 100 : 400
    const away: Round[] = []
    const bare: Round[] = []
    for (let round = -1; round < rounds; round++) {
      const baseline = await timed(count, async () => void insert.run(body))
      const measured = await timed(count, () => start('offline'))
      if (round < 0) continue
      bare.push(baseline)
      away.push(measured)
    }
    const committed = await terminal.handlers.connection.state({})
    if (committed.waiting !== (rounds + 1) * count + 1)
      throw new Error(`${committed.waiting} starts wait: some are missing`)
    const title = `${count} starts without the server, start and ticket committed, ${rounds} rounds`
    const rates = { benchmark: 'start', unit: 'ms' } as const
    return [
      {
        ...rates,
        title: `${title}: the slowest of a hundred (p99)`,
        subject: seriesOf('start at the terminal, p99', away, 'ms', ({ p99 }) => p99),
        baselines: [seriesOf(`${RAW}, p99`, bare, 'ms', ({ p99 }) => p99)],
      },
      {
        ...rates,
        title: `${title}: the usual one (p50)`,
        subject: seriesOf('start at the terminal, p50', away, 'ms'),
        baselines: [
          seriesOf(`${RAW}, p50`, bare, 'ms'),
          seriesOf('with the server there: committed here, then there', there, 'ms'),
        ],
        notes: [
          `${body.length} bytes in two rows; checked against the contract in both directions, as the window's calls are`,
          `in the moment the server is killed, before anybody noticed: ${shown(surprised.p50)} ms`,
        ],
      },
    ]
  } finally {
    raw.close()
    await terminal.close()
    await site.close()
  }
}

/** A data file like the terminal's, with one table. */
export const openBare = (path: string): Sqlite =>
  openDatabase(path, [{ name: 'raw', sql: 'create table entry (id integer primary key, body blob not null) strict' }])

/** A ride that the demo venue accepts. */
export async function someSession({ handlers }: TestTerminal): Promise<StartFields> {
  const snapshot = await handlers.catalogue.read({})
  const rule = snapshot?.rules.find(({ consumeTypeRole, duration }) => consumeTypeRole === 'BALANCE' && duration > 0)
  const vehicle = snapshot?.vehicles.find(({ state }) => state === 'idle')
  if (!rule || !vehicle) throw new Error('the demo venue has no rule or no free vehicle')
  return {
    consumeVehicleMode: 'timermode',
    ruleId: rule.id,
    vehicleId: vehicle.id,
    remark: '',
    racer: '神秘车手',
    userId: '',
    people: 1,
  }
}

/** Sequential, as a cashier works; the time between them is not counted. */
export async function timed(
  count: number,
  work: () => Promise<void>,
  between?: () => Promise<unknown>,
): Promise<Round> {
  const latencies: number[] = []
  for (let done = 0; done < count; done++) {
    await between?.()
    const began = performance.now()
    await work()
    latencies.push(performance.now() - began)
    // The notifications of a start are sent before the next one.
    await new Promise(setImmediate)
  }
  return roundOf(
    latencies.reduce((sum, one) => sum + one, 0),
    latencies,
  )
}

/** The rows that a start adds to the data file: its own and that of its ticket. */
export function bytesOfAStart(path: string): number {
  const db: Sqlite = openDatabase(path, [])
  try {
    const rows = ['start', 'print_jobs'].map((table) =>
      db.prepare<[], Record<string, unknown>>(`select * from ${table} order by seq desc limit 1`).get(),
    )
    const values = rows.flatMap((row) => Object.values(row ?? {}))
    return values.reduce<number>((sum, value) => {
      if (typeof value === 'string') return sum + Buffer.byteLength(value)
      return sum + (Buffer.isBuffer(value) ? value.length : 4)
    }, 0)
  } finally {
    db.close()
  }
}
