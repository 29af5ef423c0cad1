import type { ColumnType, Generated } from 'kysely'
import type { DeliveryAttempt } from '#shared/features/webhooks/webhooks.schema.ts'
import type { Stamped } from './access.ts'

interface WebhookEndpoint extends Stamped {
  id: string
  orgCode: string
  name: string
  url: string
  /** Names of events, joined by commas. */
  events: string
  enabled: Generated<boolean>
  secretSealed: Generated<string>
  secretAt: Date | null
  /** The user who is notified when it is switched off. */
  ownerId: string | null
  /** Only what happens later is sent. */
  sinceAt: ColumnType<Date, Date | undefined, Date>
  failingSince: Date | null
  sentAt: Date | null
  stoppedBecause: Generated<string>
}

interface WebhookDelivery {
  id: string
  orgCode: string
  endpointId: string
  eventId: string
  event: string
  sourceId: string
  happenedAt: Date
  payload: ColumnType<Record<string, unknown>, string, never>
  state: Generated<'waiting' | 'sent' | 'failed'>
  tries: Generated<number>
  nextAt: Date
  claimUntil: Date | null
  attempts: ColumnType<DeliveryAttempt[], string | undefined, string>
  createdAt: Date
  endedAt: Date | null
}

/** How far events were found. */
interface WebhookWatermark {
  single: Generated<boolean>
  foundAt: Generated<Date>
  orders: Generated<number>
  runs: Generated<number>
  nextOrders: Generated<number>
  nextRuns: Generated<number>
  /** A transaction number. */
  nextXact: string | null
}

export interface WebhookTables {
  webhookEndpoint: WebhookEndpoint
  webhookDelivery: WebhookDelivery
  webhookWatermark: WebhookWatermark
}
