import { join } from 'node:path'
import { systemClock } from '#main/core/clocks/clock.ts'
import { openDatabase } from '#main/core/storage/database.ts'
import { openSecureStore } from '#main/core/storage/secure-store.ts'
import { memberCache, memberHash } from '#main/features/members/index.ts'
import { createOutbox } from '#main/features/outbox/index.ts'
import { migrations } from '#main/migrations.ts'
import { newId } from '#shared/core/id.ts'
import type { StartFields } from '#shared/features/sessions/play-before-pay.contract.ts'
import { type FaultServer, startFaultServer } from '#tests/support/faults/fault-server.ts'
import { venue } from '#tests/support/venue/counter-venue.ts'
import { buildStart } from '#tests/support/venue/outbox.ts'
import { startTerminal } from '#tests/terminal/harness.ts'
import type { Bench } from './bench.ts'
import type { Outcome, Result } from './report.ts'

const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }
/** Entries that a terminal sends at a time. */
const PARALLEL = 4
const VEHICLES = 40

/** A terminal with the largest expected backlog: a week of unsent starts, and all members of a large store. */
export async function backlogBenchmark({ folder, rounds, quick }: Bench): Promise<Outcome[]> {
  const server = await startFaultServer()
  try {
    const cold = await coldStart(join(folder, 'backlog'), server, rounds)
    const drained = await drain(join(folder, 'drain'), server, { rounds: quick ? 1 : 3, starts: quick ? 2000 : 10_000 })
    return [cold, drained]
  } finally {
    await server.kill()
  }
}

/** The data folder of a used terminal, with a snapshot for working offline. */
async function worked(dir: string, server: FaultServer): Promise<void> {
  const terminal = await startTerminal({ dir, serverUrl: server.url })
  await terminal.online()
  await terminal.signIn()
  await terminal.close()
}

/** Adds the starts and members of a week to its file. */
function fill(dir: string, { starts, members }: { starts: number; members: number }): void {
  const protect = openSecureStore({ dir })
  const hash = memberHash(protect, silent)
  const db = openDatabase(join(dir, 'terminal.db'), migrations)
  const clock = systemClock
  const outbox = createOutbox({ db, protect, hash, clock, log: silent })
  const cache = memberCache({ db, protect, hash, heldOf: outbox.heldOf, clock, log: silent })
  db.transaction(() => {
    for (let count = 0; count < starts; count++) {
      const { body, ...rest } = buildStart({ now: Date.now(), orgCode: venue.orgCode })
      outbox.add({ ...rest, body: { ...body, vehicleId: `vehicle-${count % VEHICLES}` } })
    }
  })()
  const [one] = venue.members
  if (one && members > 0)
    cache.put(
      venue.orgCode,
      Array.from({ length: members }, (_, count) => ({
        ...one,
        id: String(2_000_000 + count),
        physicalCard: String(3e9 + count),
      })),
    )
  db.close()
}

async function coldStart(folder: string, server: FaultServer, rounds: number): Promise<Result> {
  const [full, empty] = [`${folder}-full`, `${folder}-empty`]
  for (const dir of [full, empty]) await worked(dir, server)
  fill(full, { starts: 20_000, members: 50_000 })
  await server.kill()
  const fulls: number[] = []
  const empties: number[] = []
  for (let round = -1; round < rounds; round++) {
    const [bare, measured] = [await firstStart(empty, server.url), await firstStart(full, server.url)]
    if (round < 0) continue
    empties.push(bare)
    fulls.push(measured)
  }
  await server.revive()
  return {
    benchmark: 'backlog',
    title: `main process without the server, from nothing to the first start that is stored, ${rounds} rounds`,
    unit: 'ms',
    subject: { name: '20,000 starts wait, 50,000 members are at hand', figures: fulls },
    baselines: [{ name: 'the same with nothing behind it', figures: empties }],
  }
}

async function firstStart(dir: string, serverUrl: string): Promise<number> {
  const began = performance.now()
  const terminal = await startTerminal({ dir, serverUrl })
  try {
    const found = await terminal.handlers.catalogue.read({})
    const fields: StartFields = {
      consumeVehicleMode: 'timermode',
      ruleId: found?.rules[0]?.id ?? '',
      vehicleId: found?.vehicles[0]?.id ?? '',
      remark: '',
      racer: '神秘车手',
      userId: '',
      people: 1,
    }
    const { state } = await terminal.handlers.starts.start(fields)
    if (state !== 'offline') throw new Error(`the start was ${state}`)
    return performance.now() - began
  } finally {
    await terminal.close()
  }
}

async function drain(
  dir: string,
  server: FaultServer,
  { rounds, starts }: { rounds: number; starts: number },
): Promise<Result> {
  const drained: number[] = []
  const bare: number[] = []
  await worked(dir, server)
  for (let round = 0; round < rounds; round++) {
    bare.push(await sendBare(server, starts))
    await server.kill()
    fill(dir, { starts, members: 0 })
    const before = server.starts.length
    const terminal = await startTerminal({ dir, serverUrl: server.url })
    await server.revive()
    await terminal.online()
    const began = performance.now()
    await terminal.until(
      () => terminal.handlers.connection.state({}),
      ({ waiting }) => waiting === 0,
    )
    drained.push(starts / ((performance.now() - began) / 1000))
    await terminal.close()
    if (server.starts.length - before < starts) throw new Error('some starts never came')
  }
  return {
    benchmark: 'backlog',
    title: `${starts.toLocaleString('en')} starts that waited, of ${VEHICLES} vehicles, until the server has all, ${rounds} rounds`,
    unit: '/s',
    subject: { name: 'terminal: sent, answered, written down', figures: drained },
    baselines: [{ name: `as many bare requests of the same size, ${PARALLEL} at a time`, figures: bare }],
  }
}

async function sendBare(server: FaultServer, count: number): Promise<number> {
  const { body } = buildStart({})
  const [token = ''] = server.validTokens
  let left = count
  const began = performance.now()
  const send = async (): Promise<void> => {
    while (left-- > 0) {
      const headers = { 'content-type': 'application/json', 'x-access-token': token, 'idempotency-key': newId() }
      const call = { method: 'POST', headers, body: JSON.stringify(body) }
      await (await fetch(`${server.url}/api/playbeforepay/sysPlayBeforePay/add`, call)).arrayBuffer()
    }
  }
  await Promise.all(Array.from({ length: PARALLEL }, send))
  return count / ((performance.now() - began) / 1000)
}
