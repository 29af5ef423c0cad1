import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Database, EVERY_STORE, openDatabase } from '#server/db/database.ts'
import { startEmbeddedPostgres } from '#server/db/embedded.ts'
import { appLogin, withClient } from '#server/db/roles.ts'
import { seedDemo } from '#server/db/seed/index.ts'
import { prepareDatabase } from '#server/prepare.ts'
import { findBroken } from '#tests/support/invariants/index.ts'
import { NO_SHIFTS } from '#tests/support/room.ts'
import { venueOf } from '#tests/support/venue/venue.ts'
import { removeFolders } from '#tests/terminal/harness.ts'
import { ENDING_JOBS } from '#tests/walks/acts.ts'
import { unlikeAnswers } from '#tests/walks/answers.ts'
import { chanceOf } from '#tests/walks/random.ts'
import { heardNothing, type Scene } from '#tests/walks/scene.ts'
import { bring, sell } from '#tests/walks/stock.ts'
import { tellAccount, tellStory } from './account.ts'
import { type Counter, closeCounter, lookAtCounter, openCounter, waitForStarts } from './counter.ts'
import { liveThrough } from './evening.ts'
import { signEverybodyIn } from './people.ts'
import { startVenueServer, type VenueServer } from './venue-server.ts'

// npm run simulate: an evening of a venue with many clients, over real HTTP and real terminals, and whether all adds up in the
// end.
const { values } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, steps: { type: 'string', default: '40' } },
})
const [seed, steps] = [Number(values.seed), Number(values.steps)]
const MINUTE_MS = 60_000
const COUNTERS = 2
const PASSES = [0.5, 0.5, 0.5, 0.5, 20, 20, 20, 20]
/** From the evening into the next business day. */
const OPENS_AT = 'T20:30:00+08:00'
const begun = Date.now()
const tell = (line: string): void => console.log(`${((Date.now() - begun) / 1000).toFixed(1).padStart(6)} s  ${line}`)

let offset = new Date(`${new Date().toISOString().slice(0, 10)}${OPENS_AT}`).getTime() - Date.now()
const now = (): Date => new Date(Date.now() + offset)
const pass = (minutes: number): void => {
  offset += minutes * MINUTE_MS
}

/** Cleanups, run in reverse order, also after a failure. */
const closers: (() => Promise<unknown>)[] = []

/** Lets everything finish, and returns what does not add up then. */
async function lookAtAll(db: Database, server: VenueServer, counters: readonly Counter[], { sent }: Scene) {
  const found: string[] = []
  for (const counter of counters) {
    await counter.network.mend().catch(() => undefined)
    const left = await waitForStarts(counter)
    if (left > 0) found.push(`${left} starts of a counter never reached the server`)
  }
  const records = await db.scoped(EVERY_STORE, (trx) => trx.selectFrom('playRecord').select('id').execute())
  const onServer = new Set(records.map(({ id }) => id))
  for (const counter of counters) found.push(...(await lookAtCounter(counter, onServer)))
  // All payments time out, including the hour in which their providers are asked again.
  let ended = now()
  for (const minutes of PASSES) {
    pass(minutes)
    ended = now()
    await server.tell({ jobs: ['payments', ...ENDING_JOBS] })
  }
  found.push(...(await db.scoped(EVERY_STORE, (trx) => findBroken(trx, ended))), ...(await unlikeAnswers(db, sent)))
  return found
}

async function evening(): Promise<boolean> {
  const dir = await mkdtemp(join(tmpdir(), 'pitlane-evening-'))
  closers.push(() => rm(dir, { recursive: true, force: true }))
  const postgres = await startEmbeddedPostgres({ dataDir: dir, fsync: false })
  closers.push(() => postgres.stop(), removeFolders)
  await prepareDatabase(postgres.ownerUrl)
  const { poolUrl } = await appLogin(postgres.ownerUrl)
  const db = openDatabase(poolUrl, { size: 3 })
  closers.push(() => db.close())
  await seedDemo(db, { now: now(), withSales: false })
  await withClient(postgres.ownerUrl, (owner) => owner.query(NO_SHIFTS))
  const venue = venueOf({ deps: { db }, clock: { now } })
  await venue.setHungLimit(1000)
  await venue.setTrialLimit(1000)
  const chance = chanceOf(seed)
  const stock = {
    ...(await sell(venue)),
    ...(await bring(venue, chance, { members: 12, vehicles: 20, now: now() })),
  }
  const server = await startVenueServer(poolUrl, dir, () => offset)
  closers.push(() => server.stop())
  const counters: Counter[] = []
  for (let count = 0; count < COUNTERS; count++) {
    const counter = await openCounter(server.url, () => now().getTime())
    counters.push(counter)
    closers.push(() => closeCounter(counter))
  }
  const scene: Scene = {
    ...stock,
    people: await signEverybodyIn(server, () => now().getTime()),
    now,
    ...heardNothing(),
    events: [],
    logged: (requestId) => server.logs.filter((line) => requestId !== '' && line.includes(requestId)).join(),
  }
  tell(
    `the venue is open: ${stock.vehicles.length} vehicles, ${stock.members.length} members, ${counters.length} terminals`,
  )
  const opened = now()
  const story = await liveThrough({ scene, server, counters, steps, seed, pass, tell })
  tell('the venue closes')

  scene.broken.push(...(await lookAtAll(db, server, counters, scene)))
  await tellAccount(db, opened, tell)
  tellStory({ scene, counters, story, tell })
  return scene.broken.length === 0
}

try {
  process.exitCode = (await evening()) ? 0 : 1
} finally {
  for (const close of closers.reverse()) await close()
}
