import { writeSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'
import type { StartFields } from '#shared/features/sessions/play-before-pay.contract.ts'
import { chanceOf } from '#tests/walks/random.ts'
import { startTerminal } from './harness.ts'
import { fieldsOf } from './hub-store.ts'

// A counter that lines guests up, takes over those of the others, and begins the rides of both, without its server, until it is killed; says
// what its cashier would have seen as done.
const [, , dir = '', serverUrl = '', run = '', seed = '0'] = process.argv
const VEHICLES = 6
const chance = chanceOf(Number(seed))
/** What it means that another counter was faster, or is not there now. */
const TOLD = ['line.started', 'line.gone', 'line.elsewhere', 'line.notGiven', 'line.noAnswer', 'line.notFound']

const say = (line: string): void => void writeSync(1, `${line}\n`)

const terminal = await startTerminal({ dir, serverUrl })
const { offlineQueue, starts } = terminal.handlers
say('ready')
// A killed process writes no compiled code for the next.
flushCompileCache()

async function work(): Promise<void> {
  if (chance.happens(0.4)) {
    const { id, ticketNo } = await offlineQueue.join({ ...(await fieldsOf(terminal, 0)), vehicleId: '', id: newId() })
    say(`joined ${id} ${ticketNo}`)
  }
  const waiting = (await offlineQueue.list({})).filter(({ state }) => state !== 'moving')
  if (waiting.length === 0) return
  const place = chance.oneOf(waiting)
  const here = await offlineQueue.take({ id: place.id })
  if (place.at) say(`took ${place.id}`)
  if (chance.happens(0.7)) return
  const { vehicleId } = await fieldsOf(terminal, chance.below(VEHICLES))
  const { ticketNo } = await starts.start({
    ...(here.fields as StartFields),
    vehicleId,
    racer: run,
    id: here.startId,
  })
  say(`started ${place.id} ${ticketNo}`)
}

for (;;) {
  await pause(chance.below(10))
  await work().catch((error: unknown) => {
    if (!(error instanceof AppError && (TOLD.includes(error.code) || error.code === 'sessions.vehicleTaken')))
      say(`error ${String(error)} ${error instanceof AppError ? error.code : ''}`)
  })
}
