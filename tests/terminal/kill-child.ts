import { writeSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { setImmediate as breath } from 'node:timers/promises'
import { AppError } from '#shared/core/errors.ts'
import { venue } from '#tests/support/venue/counter-venue.ts'
import { startTerminal } from './harness.ts'

// Starts sessions without a pause until it is killed; says each one that the cashier would have seen as done.
const [, , dir = '', serverUrl = '', run = ''] = process.argv
const CASHIERS = 3
const VEHICLES = 6

const say = (line: string): void => void writeSync(1, `${line}\n`)

const terminal = await startTerminal({ dir, serverUrl })
await terminal.online()
if (!(await terminal.handlers.session.current({}))) await terminal.signIn()
say('ready')
// A killed process writes no compiled code for the next.
flushCompileCache()

let count = 0

async function work(): Promise<never> {
  for (;;) {
    // Without the server a start never waits for anything; the sender needs its turn all the same.
    await breath()
    count += 1
    const racer = `${run}-${count}`
    const vehicleId = `vehicle-${1 + Math.floor(Math.random() * VEHICLES)}`
    const userId = Math.random() < 0.3 ? '100001' : ''
    try {
      const { id } = await terminal.handlers.starts.start(venue.fields({ racer, vehicleId, userId }))
      say(`${id} ${racer}`)
    } catch (error) {
      // A refusal is an answer too; anything else is what this test is looking for.
      if (!(error instanceof AppError)) say(`error ${String(error)}`)
      else say(`error ${error.code}`)
    }
  }
}

await Promise.all(Array.from({ length: CASHIERS }, work))
