import { z } from 'zod'
import { crudRoutes } from '#shared/core/crud.ts'
import { route } from '#shared/core/route.ts'
import { deliveryResource, webhookResource } from './webhooks.schema.ts'

const { labels } = webhookResource

/** Webhook endpoints: what happens at a store is sent to other systems. */
export const webhooks = {
  ...crudRoutes(webhookResource),
  newSecret: route({
    labels,
    method: 'POST',
    path: `${webhookResource.path}/newSecret`,
    summary: 'Makes a new secret for an endpoint and returns it once; the previous one signs nothing any more',
    access: 'webhook:edit',
    body: z.object({ id: z.uuid() }),
    result: z.object({ id: z.uuid(), secret: z.string() }),
    message: 'message.updated',
  }),
  test: route({
    labels,
    method: 'POST',
    path: `${webhookResource.path}/test`,
    summary: 'Sends an event `test` to an endpoint, also to one that is switched off',
    access: 'webhook:send',
    body: z.object({ id: z.uuid() }),
    result: z.object({ deliveryId: z.uuid() }),
    message: 'message.webhook.queued',
  }),
}

/** Deliveries of webhooks and their attempts. */
export const webhookDeliveries = {
  list: crudRoutes(deliveryResource).list,
  resend: route({
    labels,
    method: 'POST',
    path: `${deliveryResource.path}/resend`,
    summary: 'Sends a delivery again that was sent or has failed; the event keeps its id',
    access: 'webhook:send',
    body: z.object({ id: z.uuid() }),
    result: z.null(),
    message: 'message.webhook.queued',
  }),
}
