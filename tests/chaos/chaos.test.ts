import { afterAll, beforeAll, expect, it } from 'vitest'
import { EVERY_STORE } from '#server/db/database.ts'
import { replayLedger } from '#server/features/ledger/index.ts'
import { findBroken } from '#tests/support/invariants/index.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { makeFolder, removeFolders } from '#tests/terminal/harness.ts'
import { chaosOnce } from './chaos.ts'

/** How many days of a counter, and the seed of the first, as `npm run chaos` asks for them. */
const RUNS = Number(process.env.PITLANE_CHAOS_RUNS ?? 1)
const SEED = Number(process.env.PITLANE_CHAOS_SEED ?? 1)
/** Days that share a database. */
const RUNS_AT_A_SERVER = 25
const ENOUGH_BROKEN = 20

let server: TestServer
let cache = ''

beforeAll(async () => {
  server = await openVenue()
  cache = await makeFolder()
})
afterAll(async () => {
  await server.stop()
  await removeFolders()
})

/** A venue where a day of one counter never reaches a limit. */
async function openVenue(): Promise<TestServer> {
  const venue = await startTestServer()
  const limits = { hungOrderLimit: 1000, trialLimit: -1, offlineMemberCap: 20_000, offlineTerminalCap: 100_000 }
  await venue.deps.db.scoped(EVERY_STORE, (trx) =>
    trx.updateTable('store').set(limits).where('orgCode', '=', 'A01A01').execute(),
  )
  return venue
}

it('loses and doubles no start, sale or ticket, whatever fails at a counter', {
  timeout: 120_000 + RUNS * 90_000,
}, async () => {
  const broken: string[] = []
  for (let run = 0; run < RUNS && broken.length < ENOUGH_BROKEN; run++) {
    if (run > 0 && run % RUNS_AT_A_SERVER === 0) {
      await server.stop()
      server = await openVenue()
    }
    const seed = SEED + run
    const day = await chaosOnce(server, seed, cache)
    const after = await server.deps.db.scoped(EVERY_STORE, async (trx) => [
      ...(await findBroken(trx)),
      ...(await replayLedger(trx)).map((difference) => JSON.stringify(difference)),
    ])
    const found = [...day.broken, ...after].map((one) => `seed ${seed}: ${one}`)
    broken.push(...found)
    console.log([`seed ${seed}: ${day.sales} sold, ${day.kills} kills, ${found.length} broken`, ...found].join('\n  '))
  }
  expect(broken).toEqual([])
})
