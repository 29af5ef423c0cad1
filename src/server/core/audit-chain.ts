import type { FastifyInstance } from 'fastify'
import type { Deps } from './slice.ts'

const EVERY_MS = 2000
const BATCH = 500

/** Links the entries of the audit trail to chains in the background, on whichever copy of the server comes first. */
export function keepAuditChain(app: FastifyInstance, { db, log }: Pick<Deps, 'db' | 'log'>): void {
  let running: Promise<void> | undefined
  const link = async () => {
    while ((await db.call<number>('audit-chain', 'select audit_chain($1)', [BATCH])) === BATCH);
  }
  const timer = setInterval(() => {
    // The entries wait in the database; next time is soon enough.
    running ??= link()
      .catch((error: unknown) => log.debug({ err: error }, 'the audit chain waits'))
      .finally(() => {
        running = undefined
      })
  }, EVERY_MS)
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await running
  })
}
