import { afterAll, beforeAll, expect, it } from 'vitest'
import { accountLines, addWalk, emptyAccount } from './account.ts'
import { openPlace, type Place } from './place.ts'
import type { People } from './scene.ts'
import { walkOnce } from './walk.ts'

/** How many walks, and the seed of the first; `npm run walks` asks for more, and to hear of each. */
const ASKED = process.env.PITLANE_MONEY_WALKS
const RUNS = Number(ASKED ?? 4)
const SEED = Number(process.env.PITLANE_MONEY_SEED ?? 1)
/** Walks that share a database, so that it stays small enough to be looked through after each. */
const RUNS_AT_A_PLACE = 24
/** Each so many walks everything is looked through, while they go on and when they are over. */
const RUNS_TO_LOOK = 12
const SIGN_IN_AGAIN_MS = 20 * 3_600_000
const ENOUGH_BROKEN = 20
/** For as many walks as anybody asks for. */
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

it('money and the floor add up, whoever moves what at once and wherever the server is cut off from its database', {
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
    // What a walk does not need any more, and many walks would not leave room for.
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
