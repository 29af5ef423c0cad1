import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { EVERY_STORE, openDatabase } from '#server/db/database.ts'
import { startEmbeddedPostgres } from '#server/db/embedded.ts'
import { appLogin } from '#server/db/roles.ts'
import { seedDemo } from '#server/db/seed/index.ts'
import { prepareDatabase } from '#server/prepare.ts'
import { findBroken } from '#tests/support/invariants/index.ts'
import { venueOf } from '#tests/support/venue.ts'
import { removeFolders } from '#tests/terminal/harness.ts'
import { ENDING_JOBS } from '#tests/walks/acts.ts'
import { unlikeAnswers } from '#tests/walks/answers.ts'
import { chanceOf } from '#tests/walks/random.ts'
import type { Scene } from '#tests/walks/scene.ts'
import { bring, sell } from '#tests/walks/stock.ts'
import { tellAccount } from './account.ts'
import { closeCounter, lookAtCounter, openCounter } from './counter.ts'
import { liveThrough } from './evening.ts'
import { signEverybodyIn } from './people.ts'
import { startVenueServer } from './venue-server.ts'

// npm run simulate: an evening of a venue with many clients, over real HTTP and real terminals, and whether all adds up in the end.
const { values } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, steps: { type: 'string', default: '40' } },
})
const [seed, steps] = [Number(values.seed), Number(values.steps)]
const MINUTE_MS = 60_000
/** From the evening into the next business day. */
const OPENS_AT = 'T20:30:00+08:00'
const begun = Date.now()
const tell = (line: string): void => console.log(`${((Date.now() - begun) / 1000).toFixed(1).padStart(6)} s  ${line}`)

let offset = new Date(`${new Date().toISOString().slice(0, 10)}${OPENS_AT}`).getTime() - Date.now()
const now = (): Date => new Date(Date.now() + offset)
const pass = (minutes: number): void => {
  offset += minutes * MINUTE_MS
}

const dir = await mkdtemp(join(tmpdir(), 'pitlane-evening-'))
const postgres = await startEmbeddedPostgres({ dataDir: dir, fsync: false })
await prepareDatabase(postgres.ownerUrl)
const { poolUrl } = await appLogin(postgres.ownerUrl)
const db = openDatabase(poolUrl, { size: 3 })
await seedDemo(db, { now: now(), withSales: false })
const venue = venueOf({ deps: { db }, clock: { now } })
await venue.setHungLimit(1000)
const chance = chanceOf(seed)
const stock = { ...(await sell(venue)), ...(await bring(venue, chance, { members: 12, vehicles: 20 })) }
const server = await startVenueServer(poolUrl, dir, () => offset)
const counters = [
  await openCounter(server.url, () => now().getTime()),
  await openCounter(server.url, () => now().getTime()),
]
const scene: Scene = {
  ...stock,
  people: await signEverybodyIn(server, () => now().getTime()),
  orders: [],
  hung: new Map(),
  sent: [],
  refusals: new Map(),
  broken: [],
  logged: (requestId) => server.logs.filter((line) => requestId !== '' && line.includes(requestId)).join(),
}
tell(
  `the venue is open: ${stock.vehicles.length} vehicles, ${stock.members.length} members, ${counters.length} terminals`,
)
const story = await liveThrough({ scene, server, counters, steps, seed, pass, tell })
tell('the venue closes')

for (const { network } of counters) await network.mend().catch(() => undefined)
const onServer = async (): Promise<Set<string>> =>
  new Set(
    (await db.scoped(EVERY_STORE, (trx) => trx.selectFrom('playBeforePay').select('id').execute())).map(({ id }) => id),
  )
for (const counter of counters) {
  await lookAtCounter(counter, new Set())
  scene.broken.push(...(await lookAtCounter(counter, await onServer())))
}
// All payments get their time, and the hour in which their providers are asked again.
for (const minutes of [0.5, 0.5, 0.5, 0.5, 20, 20, 20, 20]) {
  pass(minutes)
  await server.tell({ jobs: ['payments', ...ENDING_JOBS] })
}
const ended = now()
scene.broken.push(...(await db.scoped(EVERY_STORE, (trx) => findBroken(trx, ended))))
scene.broken.push(...(await unlikeAnswers(db, scene.sent)))

await tellAccount(db, tell)
const done = scene.sent.filter(({ isDone }) => isDone).length
const sum = (counts: Iterable<number>): number => [...counts].reduce((one, other) => one + other, 0)
const offline = counters.flatMap(({ started }) => started).filter(({ state }) => state === 'offline').length
tell(`${sum(story.acts.values())} acts, ${scene.sent.length} keyed calls, ${done} done; line of ${story.longestLine}`)
tell(`${sum(counters.map(({ started }) => started.length))} starts at terminals, ${offline} of them without the server`)
tell(
  `${sum(counters.map(({ printer }) => printer.jobs.length))} tickets; ${story.kills} kills, ${story.cuts} networks cut`,
)
const refusals = [...scene.refusals].sort(([, one], [, other]) => other - one)
tell(
  `refused ${sum(scene.refusals.values())} times, most often: ${refusals
    .slice(0, 6)
    .map(([name, times]) => `${name} (${times})`)
    .join(', ')}`,
)
for (const one of scene.broken) tell(`BROKEN ${one}`)
tell(scene.broken.length === 0 ? 'everything adds up' : `${scene.broken.length} things do not add up`)

for (const counter of counters) await closeCounter(counter)
await server.stop()
await db.close()
await postgres.stop()
await removeFolders()
await rm(dir, { recursive: true, force: true })
process.exitCode = scene.broken.length === 0 ? 0 : 1
