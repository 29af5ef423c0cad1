import { afterAll, beforeAll, expect, it } from 'vitest'
import { accountLines, addWalk, emptyAccount } from './account.ts'
import { openPlace, type Place } from './place.ts'
import type { People } from './scene.ts'
import { walkOnce } from './walk.ts'

/** Number of walks, and the seed of the first; `npm run walks` sets more, and reports on each. */
const ASKED = process.env.PITLANE_MONEY_WALKS
const RUNS = Number(ASKED ?? 4)
const SEED = Number(process.env.PITLANE_MONEY_SEED ?? 1)
/** Walks that share a database, so that it stays small enough to be checked after each. */
const RUNS_AT_A_PLACE = 24
/** Everything is checked during and after every n-th walk. */
const RUNS_TO_LOOK = 12
const SIGN_IN_AGAIN_MS = 20 * 3_600_000
const ENOUGH_BROKEN = 20
/** Long enough for any number of walks. */
const PATIENCE = 120_000 + RUNS * 60_000

let place: Place
let people: People | null = null
let signedInAt = 0
beforeAll(async () => {
  place = await openPlace()
})
afterAll(() => place.stop())

async function signedIn(): Promise<People> {
  const now = place.server.clock.now().getTime()
  if (!people || now - signedInAt > SIGN_IN_AGAIN_MS) {
    people = await place.signIn()
    signedInAt = now
  }
  return people
}

async function elsewhere(): Promise<void> {
  await place.stop()
  place = await openPlace()
  people = null
}

it('money and the floor add up for any concurrent acts and wherever the server is cut off from its database', {
  timeout: PATIENCE,
}, async () => {
  const broken: string[] = []
  const account = emptyAccount()
  for (let run = 0; run < RUNS && broken.length < ENOUGH_BROKEN; run++) {
    if (run > 0 && run % RUNS_AT_A_PLACE === 0) await elsewhere()
    const seed = SEED + run
    const isLooked = run % RUNS_TO_LOOK === RUNS_TO_LOOK - 1 || run === RUNS - 1
    const walk = await walkOnce(place, await signedIn(), seed, isLooked)
    broken.push(...walk.broken.map((one) => `seed ${seed}: ${one}`))
    addWalk(account, walk)
    // Rows that a walk no longer needs, and that would fill the disk over many walks.
    for (const { logs } of place.copies) logs.length = 0
    if (!ASKED) continue
    const done = walk.sent.filter(({ isDone }) => isDone).length
    console.log(
      [`seed ${seed}: ${walk.sent.length} sent, ${done} done, ${walk.broken.length} broken`, ...walk.broken].join(
        '\n  ',
      ),
    )
  }
  if (ASKED)
    console.log([`${RUNS} walks from seed ${SEED}, ${broken.length} broken`, ...accountLines(account)].join('\n'))
  expect(broken).toEqual([])
})
