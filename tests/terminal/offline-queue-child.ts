import { writeSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { setImmediate as breath } from 'node:timers/promises'
import { AppError } from '#shared/core/errors.ts'
import { joinLine, startPlace } from '#tests/support/venue/offline-queue.ts'
import { startTerminal } from './harness.ts'

// Lines guests up and begins their rides, without its server, until it is killed; says each that the cashier would have seen as done.
const [, , dir = '', serverUrl = '', run = ''] = process.argv
const CASHIERS = 2
const VEHICLES = 6

const say = (line: string): void => void writeSync(1, `${line}\n`)

const terminal = await startTerminal({ dir, serverUrl })
say('ready')
// A killed process writes no compiled code for the next.
flushCompileCache()

let count = 0

async function work(): Promise<never> {
  for (;;) {
    await breath()
    count += 1
    try {
      const { id, ticketNo } = await joinLine(terminal, { racer: `${run}-${count}` })
      say(`joined ${id} ${ticketNo}`)
      // Also those of a life before, and those that the other one begins at this moment.
      const waiting = await terminal.handlers.offlineQueue.list({})
      const place = waiting[Math.floor(Math.random() * waiting.length)]
      if (!place || Math.random() < 0.3) continue
      if (Math.random() < 0.2) {
        await terminal.handlers.offlineQueue.cancel({ id: place.id })
        say(`cancelled ${place.id}`)
        continue
      }
      const vehicleId = `vehicle-${1 + Math.floor(Math.random() * VEHICLES)}`
      const { ticketNo: ride } = await startPlace(terminal, place, vehicleId)
      say(`started ${place.id} ${ride}`)
    } catch (error) {
      // The other one was faster.
      const isTold = error instanceof AppError && ['line.started', 'line.gone'].includes(error.code)
      if (!isTold) say(`error ${String(error)}`)
    }
  }
}

await Promise.all(Array.from({ length: CASHIERS }, work))
