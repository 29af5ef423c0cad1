import { flushCompileCache } from 'node:module'
import { readConfig } from '#server/config.ts'
import { createLogger } from '#server/core/log.ts'
import { processPayments } from '#server/features/payments/index.ts'
import { startServer } from '#server/server.ts'
import { runJob } from '#tests/walks/acts.ts'
import type { Order, Said } from './venue-server.ts'

// The server of an evening: the product's own, except for the clock, which the parent process sets.
const say = (message: Said): void => void process.send?.(message)
let offset = Number(process.env.SIMULATE_OFFSET ?? 0)
const clock = (): Date => new Date(Date.now() + offset)
const log = createLogger('error', { write: (line: string) => say({ logged: line }) })
const { SIMULATE_DATABASE: url = '', SIMULATE_DIRECT: directUrl = url, SIMULATE_REPLICA: replicaUrl } = process.env
const {
  deps,
  url: listensAt,
  stop,
} = await startServer({
  config: readConfig(process.env),
  login: { poolUrl: url, directUrl, ...(replicaUrl ? { replicaUrl } : {}) },
  log,
  clock,
})

process.on('message', (order: Order) => {
  const obey = async (): Promise<void> => {
    if (order.offset !== undefined) offset = order.offset
    for (const job of order.jobs ?? []) await (job === 'payments' ? processPayments(deps) : runJob(deps, job))
  }
  obey().then(
    () => say({ done: order.number }),
    (error: unknown) => say({ done: order.number, trouble: String(error) }),
  )
})
process.once('SIGTERM', () => void stop().then(() => process.exit(0)))
// The parent is gone, and nobody would end this process.
process.on('disconnect', () => process.exit())
say({ ready: listensAt })
// A killed process saves no compiled code for the next one.
flushCompileCache()
