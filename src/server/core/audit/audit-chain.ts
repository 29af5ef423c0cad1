import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/core/slice.ts'

const INTERVAL_MS = 2000
const BATCH_SIZE = 500

/** Hash-chains new entries of the audit trail in the background. Any copy of the server may do it. */
export function startAuditChaining(app: FastifyInstance, { db, log }: Pick<Deps, 'db' | 'log'>): void {
  let running: Promise<void> | undefined
  const link = async () => {
    while ((await db.call<number>('audit-chain', 'select audit_chain($1)', [BATCH_SIZE])) === BATCH_SIZE);
  }
  const timer = setInterval(() => {
    // The entries stay unchained in the database until the next run.
    running ??= link()
      .catch((error: unknown) =>
        log.debug({ err: error }, 'chaining the audit trail failed; it is retried at the next run'),
      )
      .finally(() => {
        running = undefined
      })
  }, INTERVAL_MS)
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await running
  })
}
