import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { inspect, parseArgs } from 'node:util'
import { makeFolder, removeFolders } from '#tests/terminal/harness.ts'
import { accountLines, addWalk, emptyAccount } from '#tests/walks/account.ts'
import { chaosOnce } from './counter-day.ts'
import { openCluster, openPostgres } from './places.ts'
import { makePrograms } from './programs.ts'
import type { ChaosVenue } from './venue.ts'

// npm run chaos: days of counters with all kinds of faults, several at a time. Finished days are in the log and are not repeated.
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    jobs: { type: 'string', default: '2' },
    steps: { type: 'string', default: '8' },
    log: { type: 'string', default: join('.cache', 'chaos.log') },
    /** No day begins while the machine's load is above this: a counter without processor time sends nothing, without being broken. */
    calm: { type: 'string', default: '1000' },
    /** Copies of the server in a cluster; 0: one server and one PostgreSQL. */
    copies: { type: 'string', default: '0' },
    /** How many minutes the clocks of copies may differ from the true time. */
    apart: { type: 'string', default: '1' },
    /** Disks of a cluster's PostgreSQL can be full; they are mounted. */
    'small-disks': { type: 'boolean', default: false },
  },
})
const numbers = [values.runs, values.seed, values.jobs, values.steps, values.calm, values.copies, values.apart]
const [runs, first, jobs, steps, calm, copies, apart] = numbers.map(Number) as [
  number,
  number,
  number,
  number,
  number,
  number,
  number,
]
/** Number of days that share a database; then a new venue begins. */
const DAYS_AT_A_VENUE = 25

mkdirSync(dirname(values.log), { recursive: true })
const before = existsSync(values.log) ? readFileSync(values.log, 'utf8') : ''
const known = new Set([...before.matchAll(/^seed (\d+):/gm)].map(([, seed]) => Number(seed)))
const seeds = Array.from({ length: runs }, (_, index) => first + index).filter((seed) => !known.has(seed))
const write = (line: string): void => {
  console.log(line)
  appendFileSync(values.log, `${line}\n`)
}

// Compiled code is stored, so that a program that is started often starts quickly.
process.env.NODE_COMPILE_CACHE ??= await makeFolder()

const programs = await makePrograms()

const haveSmallDisks = values['small-disks']
const ofCluster = { copies, apart: apart * 60_000, haveSmallDisks, programs }
/** Where venues are opened: a PostgreSQL of all jobs, or a cluster of each job, whose faults are then only its own. */
const newPlace = () => (copies > 0 ? openCluster(ofCluster) : openPostgres(programs))
if (copies > 0 && !haveSmallDisks) console.log('no disk is full in these days: only root may mount one that can be')
const shared = copies > 0 ? undefined : await newPlace()

let broken = 0
const account = emptyAccount()
/** Days that ended without a result, for example on a machine too busy to sign in; they are tried again. */
let lost = 0
const MAX_LOST = 100

/** On a machine too busy to sign in: the other days continue. */
function lose(what: string, error: unknown): void {
  lost += 1
  write(`${what}: ${inspect(error)}`)
}

async function tell(venue: ChaosVenue, seed: number): Promise<number> {
  const began = performance.now()
  const outcome = await chaosOnce(venue, seed, steps)
  addWalk(account, outcome.goods)
  const took = ((performance.now() - began) / 1000).toFixed(1)
  write(
    [
      `seed ${seed}: ${outcome.sales} sold, ${outcome.joined} lined up, ${outcome.acts} of the drawer, ${outcome.goods.sent.filter(({ isDone }) => isDone).length} with goods, ${outcome.refused} refused, ` +
        `${outcome.broken.length} broken, ${took} s, ${outcome.faults.join(' ')}`,
      ...outcome.broken,
    ].join('\n  '),
  )
  return outcome.broken.length
}

/** Returns whether all its days passed. */
async function daysAt(venue: ChaosVenue): Promise<boolean> {
  for (let day = 0; day < DAYS_AT_A_VENUE; day++) {
    while ((loadavg()[0] ?? 0) > calm) await pause(10_000)
    const seed = seeds.shift()
    if (seed === undefined) return true
    const found = await tell(venue, seed).catch((error: unknown) => {
      lose(`no day of seed ${seed}`, error)
      seeds.push(seed)
      return null
    })
    broken += found ?? 0
    // A broken database stays broken: the next day must not fail because of it.
    if (found !== 0) return false
  }
  return true
}

async function work(): Promise<void> {
  let place = shared
  while (seeds.length > 0 && lost < MAX_LOST) {
    place ??= await newPlace()
    const venue = await place.open().catch((error: unknown) => lose('no venue', error))
    const isWell = venue ? await daysAt(venue) : false
    if (venue) await venue.stop().catch((error: unknown) => lose('a venue was not left', error))
    if (isWell || shared) continue
    // Nobody knows what is left of a cluster in which a day failed.
    await place.stop()
    place = undefined
  }
  if (!shared) await place?.stop()
}

try {
  await Promise.all(Array.from({ length: jobs }, work))
} finally {
  await removeFolders()
  await programs.remove()
  await shared?.stop()
}
for (const line of accountLines(account)) console.log(line)
console.log(`${broken === 0 ? 'nothing is' : broken} broken${lost === 0 ? '' : `, ${lost} days were tried again`}`)
process.exitCode = broken === 0 && lost < MAX_LOST ? 0 : 1
