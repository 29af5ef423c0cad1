import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { backlogBenchmark } from './backlog.ts'
import type { Bench } from './bench.ts'
import { bigScreenBenchmark } from './big-screen.ts'
import { boardBenchmark } from './board.ts'
import { callBenchmark } from './call.ts'
import { chargeBenchmark } from './charge.ts'
import { coldStartBenchmark } from './cold-start.ts'
import { counterListsBenchmark } from './counter-lists.ts'
import { countersBenchmark } from './counters.ts'
import { facesBenchmark } from './faces.ts'
import { guestStartsBenchmark } from './guest-starts.ts'
import { handsBenchmark } from './hands.ts'
import { lapsBenchmark } from './laps.ts'
import { listBenchmark } from './list.ts'
import { startLoader } from './loader.ts'
import { longListsBenchmark } from './long-lists.ts'
import { describeMachine, presentLoad } from './machine.ts'
import { membersBenchmark } from './members.ts'
import { mergeBenchmark } from './merge.ts'
import { moneyBenchmark } from './money.ts'
import { permissionsBenchmark } from './permissions.ts'
import { root } from './processes.ts'
import { rankingsBenchmark } from './rankings.ts'
import { readersBenchmark } from './readers.ts'
import { replayBenchmark } from './replay.ts'
import { asJson, machineLines, type Outcome, outcomeLines } from './report.ts'
import { searchBenchmark } from './search.ts'
import { shiftMemoryBenchmark } from './shift-memory.ts'
import { shiftReportBenchmark } from './shift-report.ts'
import { startCluster } from './site.ts'
import { startBenchmark } from './start.ts'
import { statisticsBenchmark } from './statistics.ts'
import { ticketBenchmark } from './ticket.ts'
import { vehiclesBenchmark } from './vehicles.ts'
import { webBenchmark } from './web.ts'

const benchmarks: Record<string, (bench: Bench) => Promise<Outcome[]>> = {
  charge: chargeBenchmark,
  money: moneyBenchmark,
  readers: readersBenchmark,
  list: listBenchmark,
  'long-lists': longListsBenchmark,
  members: membersBenchmark,
  search: searchBenchmark,
  call: callBenchmark,
  permissions: permissionsBenchmark,
  merge: mergeBenchmark,
  faces: facesBenchmark,
  replay: replayBenchmark,
  'z-report': shiftReportBenchmark,
  statistics: statisticsBenchmark,
  'counter-lists': counterListsBenchmark,
  'guest-starts': guestStartsBenchmark,
  counters: countersBenchmark,
  board: boardBenchmark,
  hands: handsBenchmark,
  rankings: rankingsBenchmark,
  laps: lapsBenchmark,
  start: startBenchmark,
  ticket: ticketBenchmark,
  'shift-memory': shiftMemoryBenchmark,
  backlog: backlogBenchmark,
  vehicles: vehiclesBenchmark,
  'cold-start': coldStartBenchmark,
  web: webBenchmark,
  'big-screen': bigScreenBenchmark,
}

/** `npm run bench -- [names] [--quick] [--json]`. */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { quick: { type: 'boolean', default: false }, json: { type: 'boolean', default: false } },
  })
  const unknown = positionals.filter((name) => !Object.hasOwn(benchmarks, name))
  if (unknown.length > 0)
    throw new Error(`no benchmark "${unknown.join(', ')}"; there are ${Object.keys(benchmarks).join(', ')}`)
  // With --json the last line of stdout is the whole result.
  const say = (line: string) => void (values.json ? process.stderr : process.stdout).write(`${line}\n`)
  const load = presentLoad()
  // Next to the product's own data, so that the same disk is measured.
  await mkdir(join(root, '.cache'), { recursive: true })
  const folder = await mkdtemp(join(root, '.cache', 'bench-'))
  const cluster = await startCluster(folder)
  const loader = startLoader()
  try {
    const machine = await describeMachine(folder, cluster.ownerUrl, load)
    for (const line of machineLines(machine)) say(line)
    const outcomes: Outcome[] = []
    for (const [name, benchmark] of Object.entries(benchmarks)) {
      if (positionals.length > 0 && !positionals.includes(name)) continue
      const bench = { folder, cluster, loader, rounds: values.quick ? 3 : 5, quick: values.quick }
      for (const outcome of await benchmark(bench)) {
        outcomes.push(outcome)
        for (const line of outcomeLines(outcome)) say(line)
      }
    }
    if (values.json) process.stdout.write(`${asJson(machine, outcomes)}\n`)
  } finally {
    loader.stop()
    await cluster.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

await main()
