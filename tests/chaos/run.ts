import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openDatabase } from '#server/db/database.ts'
import { startEmbeddedPostgres } from '#server/db/embedded.ts'
import { appLogin, withClient } from '#server/db/roles.ts'
import { seedDemo } from '#server/db/seed/index.ts'
import { prepareDatabase } from '#server/prepare.ts'
import { NO_SHIFTS } from '#tests/support/room.ts'
import { makeFolder, removeFolders } from '#tests/terminal/harness.ts'
import { accountLines, addWalk, emptyAccount } from '#tests/walks/account.ts'
import { chaosOnce } from './counter-day.ts'
import { makePrograms } from './programs.ts'
import { type ChaosVenue, openVenue } from './venue.ts'

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
  },
})
const numbers = [values.runs, values.seed, values.jobs, values.steps, values.calm]
const [runs, first, jobs, steps, calm] = numbers.map(Number) as [number, number, number, number, number]
/** Number of days that share a database; then a new venue begins. */
const DAYS_AT_A_VENUE = 25
const TEMPLATE = 'chaos_template'

mkdirSync(dirname(values.log), { recursive: true })
const before = existsSync(values.log) ? readFileSync(values.log, 'utf8') : ''
const known = new Set([...before.matchAll(/^seed (\d+):/gm)].map(([, seed]) => Number(seed)))
const seeds = Array.from({ length: runs }, (_, index) => first + index).filter((seed) => !known.has(seed))
const write = (line: string): void => {
  console.log(line)
  appendFileSync(values.log, `${line}\n`)
}

const dataDir = await mkdtemp(join(tmpdir(), 'pitlane-chaos-'))
const postgres = await startEmbeddedPostgres({ dataDir, fsync: false })
const at = (name: string): string => Object.assign(new URL(postgres.ownerUrl), { pathname: `/${name}` }).href

async function makeTemplate(): Promise<void> {
  await withClient(postgres.ownerUrl, (client) => client.query(`create database ${TEMPLATE}`))
  await prepareDatabase(at(TEMPLATE))
  const db = openDatabase((await appLogin(at(TEMPLATE))).poolUrl)
  await seedDemo(db, { withSales: false })
  await db.close()
  await withClient(at(TEMPLATE), (owner) => owner.query(NO_SHIFTS))
}

// Compiled code is stored, so that a program that is started often starts quickly.
process.env.NODE_COMPILE_CACHE ??= await makeFolder()

const programs = await makePrograms()

let venues = 0
async function newVenue(): Promise<ChaosVenue & { name: string }> {
  const name = `chaos_${++venues}`
  await withClient(postgres.ownerUrl, (client) => client.query(`create database ${name} template ${TEMPLATE}`))
  const venue = await openVenue((await appLogin(at(name))).poolUrl, programs)
  return Object.assign(venue, { name })
}

async function leave(venue: ChaosVenue & { name: string }): Promise<void> {
  await venue.stop()
  await withClient(postgres.ownerUrl, (client) => client.query(`drop database ${venue.name} with (force)`))
}

let broken = 0
const account = emptyAccount()
/** Days that ended without a result, for example on a machine too busy to sign in; they are tried again. */
let lost = 0
const MOST_LOST = 100

/** On a machine too busy to sign in: the other days continue. */
function lose(what: string, error: unknown): void {
  lost += 1
  write(`${what}: ${error instanceof Error ? error.stack : String(error)}`)
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

async function daysAt(venue: ChaosVenue): Promise<void> {
  for (let day = 0; day < DAYS_AT_A_VENUE; day++) {
    while ((loadavg()[0] ?? 0) > calm) await pause(10_000)
    const seed = seeds.shift()
    if (seed === undefined) return
    const found = await tell(venue, seed).catch((error: unknown) => {
      lose(`no day of seed ${seed}`, error)
      seeds.push(seed)
      return null
    })
    broken += found ?? 0
    // A broken database stays broken: the next day must not fail because of it.
    if (found !== 0) return
  }
}

async function work(): Promise<void> {
  while (seeds.length > 0 && lost < MOST_LOST) {
    const venue = await newVenue().catch((error: unknown) => lose('no venue', error))
    if (!venue) continue
    await daysAt(venue)
    await leave(venue).catch((error: unknown) => lose(`${venue.name} was not left`, error))
  }
}

try {
  await makeTemplate()
  await Promise.all(Array.from({ length: jobs }, work))
} finally {
  await removeFolders()
  await programs.remove()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}
for (const line of accountLines(account)) console.log(line)
console.log(`${broken === 0 ? 'nothing is' : broken} broken${lost === 0 ? '' : `, ${lost} days were tried again`}`)
process.exitCode = broken === 0 && lost < MOST_LOST ? 0 : 1
