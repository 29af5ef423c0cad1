import { z } from 'zod'
import { isWebAddress } from '#shared/core/address.ts'
import { entity, resource } from '#shared/core/crud.ts'
import { creationMarks, fieldsOf } from '#shared/core/fields.ts'
import { exact, line, wrong } from '#shared/core/text.ts'
import { WireTime } from '#shared/core/time.ts'
import { YesNo } from '#shared/core/yes-no.ts'

/** The events that an endpoint may receive. */
export const WebhookEvent = z.enum([
  'order.paid',
  'order.refunded',
  'recharge.paid',
  'run.started',
  'run.ended',
  'booking.made',
  'booking.cancelled',
  'member.registered',
  'shift.closed',
  'stock.low',
  'device.trouble',
])
export type WebhookEvent = z.infer<typeof WebhookEvent>

/** The event of a delivery: also a test that a user sends. */
const SentEvent = z.enum([...WebhookEvent.options, 'test'])

export const DeliveryState = z.enum(['waiting', 'sent', 'failed'])
export type DeliveryState = z.infer<typeof DeliveryState>

/** Names of events, joined by commas. */
const Events = exact(400, 1)
  .transform((text) => [...new Set(text.split(',').filter(Boolean))].join(','))
  .refine(
    (text) => text !== '' && text.split(',').every((name) => WebhookEvent.safeParse(name).success),
    wrong('input.webhookEvents'),
  )

const webhookFields = z.object({
  name: line(60, 1),
  /** Where events are sent; HTTPS, unless the server allows its own networks. */
  url: line(500, 1).refine(isWebAddress, wrong('input.webhookUrl')),
  events: Events,
  enabled: YesNo,
})

const marks = {
  name: { kind: 'text', label: 'webhook.name', sort: true },
  url: { kind: 'text', label: 'webhook.url' },
  events: { kind: 'text', label: 'webhook.events', unsearched: true },
  enabled: { kind: 'yesNo', label: 'webhook.enabled', sort: true, dict: 'yn' },
  secretTime: { kind: 'time', label: 'webhook.secretTime', unsearched: true },
  failingTime: { kind: 'time', label: 'webhook.failingTime', unsearched: true },
  sentTime: { kind: 'time', label: 'webhook.sentTime', unsearched: true },
  stoppedBecause: { kind: 'text', label: 'webhook.stoppedBecause', unsearched: true },
  id: { kind: 'id', label: 'crud.id' },
  ...creationMarks,
  sysOrgCode: { kind: 'text', label: 'records.store' },
} as const

/** Addresses of other systems that receive what happens at a store. The secret is made by a call of its own. */
export const webhookResource = resource({
  path: '/webhook/sysWebhook',
  permission: 'webhook',
  noun: 'webhook endpoints',
  entity: entity(
    webhookFields.extend({
      events: z.string(),
      url: z.string(),
      sysOrgCode: z.string(),
      /** When its secret was made; null: it has none, and receives nothing. */
      secretTime: WireTime.nullable(),
      /** Since when every attempt has failed. */
      failingTime: WireTime.nullable(),
      sentTime: WireTime.nullable(),
      /** Why the server switched it off; empty: it did not. */
      stoppedBecause: z.string(),
    }),
  ),
  create: webhookFields.extend({ enabled: YesNo.default('YES') }),
  update: webhookFields,
  ...fieldsOf(marks),
})

/** One attempt to deliver. */
const DeliveryAttempt = z.object({
  at: z.string(),
  ms: z.number().int(),
  /** The HTTP status; 0: there was no answer. */
  status: z.number().int(),
  /** The beginning of the answer, or why there was none. */
  answer: z.string(),
})
export type DeliveryAttempt = z.infer<typeof DeliveryAttempt>

const deliveryMarks = {
  event: { kind: 'text', label: 'webhook.event', sort: true },
  deliveryState: { kind: 'text', label: 'webhook.deliveryState', sort: true },
  happenedTime: { kind: 'time', label: 'webhook.happenedTime', sort: true },
  tries: { kind: 'number', label: 'webhook.tries', unsearched: true },
  nextTime: { kind: 'time', label: 'webhook.nextTime', unsearched: true },
  attempts: { kind: 'text', label: 'webhook.attempts', unsearched: true },
  payload: { kind: 'text', label: 'webhook.payload', unsearched: true },
  endpointId: { kind: 'id', label: 'webhook.endpoint' },
  id: { kind: 'id', label: 'crud.id' },
  createTime: creationMarks.createTime,
  sysOrgCode: { kind: 'text', label: 'records.store' },
} as const

/** What was sent, or will be, with the result of each attempt. */
export const deliveryResource = resource({
  path: '/webhook/sysWebhookDelivery',
  permission: 'webhook',
  noun: 'webhook deliveries',
  entity: z.object({
    id: z.string(),
    event: SentEvent,
    deliveryState: DeliveryState,
    happenedTime: z.string(),
    tries: z.number().int(),
    nextTime: z.string(),
    attempts: z.array(DeliveryAttempt),
    /** The body as it is sent. */
    payload: z.record(z.string(), z.unknown()),
    endpointId: z.uuid(),
    createTime: z.string(),
    sysOrgCode: z.string(),
  }),
  create: z.object({}),
  update: z.object({}),
  ...fieldsOf(deliveryMarks),
})
