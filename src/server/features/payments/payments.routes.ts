import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/core/slice.ts'
import { sendSandboxNotices } from './notifications.service.ts'
import { LOOK_MS, workOnPayments } from './payments.job.ts'

export function paymentsRoutes(_app: FastifyInstance, deps: Deps): void {
  const work = async () => {
    await sendSandboxNotices(deps)
    await workOnPayments(deps)
  }
  deps.jobs.every(LOOK_MS, work)
  // What has just begun does not wait for the clock.
  deps.bus.listen(({ kind }) => {
    if (kind !== 'payments' || !deps.config.jobs) return
    void work().catch((err: unknown) => deps.log.error({ err }, 'payments could not be worked on'))
  })
}
