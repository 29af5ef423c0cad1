import type { FastifyInstance } from 'fastify'
import { mount } from '#server/core/http/mount.ts'
import type { Deps } from '#server/core/slice.ts'
import { providerSettingsService } from '#server/features/payments/providers/provider-settings.service.ts'
import { paymentProviders } from '#shared/features/payments/payment-providers.contract.ts'
import { paymentDifferences, payments } from '#shared/features/payments/payments.contract.ts'
import { sendSandboxNotices } from './notifications.service.ts'
import { notifyRoutes } from './notify.routes.ts'
import { POLL_MS, processPayments } from './payments.job.ts'
import { paymentsService } from './payments.service.ts'

export async function paymentsRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  const service = paymentsService(deps)
  mount(app, deps, payments, {
    list: service.list,
    queryById: ({ query, ctx }) => service.queryById(query.id, ctx),
    unresolved: ({ ctx }) => service.unresolved(ctx),
    sandbox: ({ ctx }) => service.isSandbox(ctx),
    cancel: ({ body, ctx }) => service.cancel(body.id, ctx),
    retry: ({ body, ctx }) => service.retry(body.id, ctx),
  })
  mount(app, deps, paymentDifferences, {
    list: service.listDifferences,
    settle: ({ body, ctx }) => service.settle(body, ctx),
  })
  const settings = providerSettingsService(deps)
  mount(app, deps, paymentProviders, {
    query: ({ query, ctx }) => settings.query(query.orgCode, ctx),
    edit: ({ body, ctx }) => settings.edit(body, ctx),
    confirm: ({ body, ctx }) => settings.confirm(body.id, ctx),
    refuse: ({ body, ctx }) => settings.refuse(body.id, ctx),
  })
  await notifyRoutes(app, deps)
  startWorkers(deps)
}

declare module '#server/core/realtime/bus.ts' {
  interface BusMessages {
    /** There are payments to process. */
    payments: object
  }
}

function startWorkers(deps: Deps): void {
  const work = async () => {
    await sendSandboxNotices(deps)
    await processPayments(deps)
  }
  deps.jobs.every(POLL_MS, work)
  // New payments do not wait for the next poll.
  deps.bus.listen(({ kind }) => {
    if (kind !== 'payments' || !deps.config.jobs) return
    void work().catch((err: unknown) => deps.log.error({ err }, 'payments could not be processed'))
  })
}
