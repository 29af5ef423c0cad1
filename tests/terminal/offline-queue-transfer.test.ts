import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import Database from 'better-sqlite3'
import { afterEach, expect, it } from 'vitest'
import { isWhole } from '#tests/support/runner/sample.ts'
import { until } from '#tests/support/until.ts'
import { removeFolders } from './harness.ts'
import { allSent, type HubStore, openHubStore, regain } from './hub-store.ts'

const KILLS = isWhole() ? 5 : 3
const LINES = 30

let store: HubStore

afterEach(async () => {
  await store.close()
  await removeFolders()
})

interface Life {
  /** Resolves when it has said so much, or has ended. */
  says(count: number): Promise<void>
  kill(): Promise<void>
}

/** A life of a counter in a process of its own; what it says until it is killed counts. */
function live(dir: string, serverUrl: string, { run, told }: { run: string; told: string[] }): Life {
  const words = [
    join(import.meta.dirname, 'offline-queue-hub-child.ts'),
    dir,
    serverUrl,
    run,
    String(run.charCodeAt(1)),
  ]
  const child = spawn(process.execPath, words, {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })
  const read = once(lines, 'close')
  let said = 0
  let hear: () => void = () => undefined
  lines.on('line', (line) => {
    said += 1
    told.push(line)
    hear()
  })
  return {
    says: (count) =>
      new Promise((resolve) => {
        hear = () => said >= count && resolve()
        hear()
        void read.then(() => resolve())
      }),
    async kill() {
      child.kill('SIGKILL')
      await read
    },
  }
}

interface Row {
  id: string
  start_id: string
  ended: string | null
  given_to: string | null
  is_there: 0 | 1
  ride: string | null
}

/** The places that a counter has in its file, or has had. */
function rowsOf(dir: string): Row[] {
  const db = new Database(join(dir, 'terminal.db'), { readonly: true })
  try {
    return db
      .prepare<[], Row>(
        `select p.id, p.start_id, p.ended, p.given_to, p.is_there, s.ticket_no as ride
         from place p left join start s on s.id = p.start_id order by p.seq`,
      )
      .all()
  } finally {
    db.close()
  }
}

it('entries that are transferred between counters that are killed repeatedly exist once, and their rides start once', {
  timeout: 900_000,
}, async () => {
  store = await openHubStore(2)
  const told: string[] = []
  await Promise.all(store.counters.map(({ terminal }) => terminal.close()))
  for (const { internet } of store.counters) internet.cut()
  const begin = (index: number, run: number): Life => {
    const { dir, internet } = store.counters[index] as (typeof store.counters)[0]
    return live(dir, internet.url, { run: `${index}${run}`, told })
  }
  const lives = [begin(0, 0), begin(1, 0)]
  for (let kill = 0; kill < KILLS; kill++) {
    await Promise.all(lives.map((life) => life.says(LINES)))
    // Each in turn, and once both: the other one is in the middle of something.
    const dying = kill === KILLS - 1 ? [0, 1] : [kill % 2]
    await Promise.all(dying.map((index) => lives[index]?.kill()))
    if (kill < KILLS - 1) for (const index of dying) lives[index] = begin(index, kill + 1)
  }
  const words = told.map((line) => line.split(' '))
  const idsOf = (what: string) => words.flatMap(([word, id = '']) => (word === what ? [id] : []))
  expect(words.filter(([what]) => what === 'error')).toEqual([])
  expect(idsOf('took').length).toBeGreaterThan(KILLS)
  expect(idsOf('started').length).toBeGreaterThan(KILLS)

  // What was on its way arrives when both are back.
  for (const index of [0, 1]) await store.reopen(index)
  const rows = () => store.counters.map(({ dir }) => rowsOf(dir))
  await until(() =>
    expect(
      rows()
        .flat()
        .filter((row) => row.given_to !== null && row.is_there === 0),
    ).toEqual([]),
  )
  const [hubRows, otherRows] = rows() as [Row[], Row[]]
  const has = (all: Row[], id: string) => all.some((row) => row.id === id && row.given_to === null)
  for (const id of new Set(idsOf('joined')))
    expect([has(hubRows, id), has(otherRows, id)].toSorted()).toEqual([false, true])
  const rides = [...hubRows, ...otherRows].flatMap(({ start_id, ride }) => (ride === null ? [] : start_id))
  expect(new Set(rides).size).toBe(rides.length)

  const mine = new Set([...hubRows, ...otherRows].map(({ start_id }) => start_id))
  await regain(store.counters)
  await Promise.all(store.counters.map(({ terminal }) => allSent(terminal)))
  const arrived = (await store.records()).map(({ id }) => id).filter((id) => mine.has(id))
  expect(arrived.toSorted()).toEqual(rides.toSorted())
})
