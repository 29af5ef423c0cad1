import type { FastifyInstance } from 'fastify'
import { mount } from '#server/core/http/mount.ts'
import { crudHandlers, crudTable } from '#server/core/lists/crud.ts'
import { listRules } from '#server/core/lists/list-rules.ts'
import type { Deps } from '#server/core/slice.ts'
import { AppError } from '#shared/core/errors.ts'
import { webhookDeliveries, webhooks } from '#shared/features/webhooks/webhooks.contract.ts'
import { deliveryResource, webhookResource } from '#shared/features/webhooks/webhooks.schema.ts'
import { createWebhookSender } from './deliveries.job.ts'
import { findEvents } from './events.job.ts'
import { beginAnew, newSecret, queueAgain, queueTest, requireReceiver, requireRoom } from './webhooks.service.ts'

const INTERVAL_MS = 2000

const table = crudTable(webhookResource, {
  table: 'webhookEndpoint',
  ofStores: true,
  columns: { secretTime: 'secretAt', failingTime: 'failingSince', sentTime: 'sentAt' },
})

const deliveryTable = crudTable(deliveryResource, {
  table: 'webhookDelivery',
  ofStores: true,
  columns: { deliveryState: 'state', happenedTime: 'happenedAt', nextTime: 'nextAt' },
})

export function webhooksRoutes(app: FastifyInstance, deps: Deps): void {
  const statements: typeof table = {
    ...table,
    async add(trx, endpoint, writer) {
      const { orgCode } = writer.user
      if (orgCode === '') throw new AppError('auth.chooseStore')
      requireReceiver(deps.config, endpoint.url)
      await requireRoom(trx, orgCode)
      const id = await table.add(trx, endpoint, writer)
      await beginAnew(trx, id, writer.user.id, writer.at)
      return id
    },
    async edit(trx, id, endpoint, writer) {
      requireReceiver(deps.config, endpoint.url)
      const change = await table.edit(trx, id, endpoint, writer)
      if (change.before.enabled === 'NO' && change.after.enabled === 'YES')
        await beginAnew(trx, id, writer.user.id, writer.at)
      return change
    },
  }
  const { requireListed } = listRules(deps, webhookResource, table)
  const listed = listRules(deps, deliveryResource, deliveryTable)
  mount(app, deps, webhooks, {
    ...crudHandlers(deps, webhookResource, statements),
    newSecret: ({ body: { id }, ctx }) =>
      ctx.tx(async (trx) => {
        await requireListed(trx, [id], ctx)
        return newSecret(deps, ctx, trx, id)
      }),
    test: ({ body: { id }, ctx }) =>
      ctx.tx(async (trx) => {
        await requireListed(trx, [id], ctx)
        return queueTest(deps, trx, id)
      }),
  })
  mount(app, deps, webhookDeliveries, {
    list: crudHandlers(deps, deliveryResource, deliveryTable).list,
    resend: ({ body: { id }, ctx }) =>
      ctx.tx(async (trx) => {
        await listed.requireListed(trx, [id], ctx)
        await queueAgain(deps, trx, id)
        return null
      }),
  })

  const sender = createWebhookSender(deps)
  deps.jobs.every(INTERVAL_MS, async () => {
    await findEvents(deps)
    await sender.run()
  })
}
