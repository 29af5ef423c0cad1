import type { Generated, JSONColumnType } from 'kysely'
import type { MassAudience, MassState } from '#shared/features/guest-messages/mass-messages.contract.ts'
import type { PurchaseState } from '#shared/features/guest-messages/sms-purchases.contract.ts'

interface SmsPackage {
  id: string
  name: string
  texts: number
  price: number
  /** The store whose payment provider receives the money. */
  sellerCode: string
  active: Generated<boolean>
  remark: Generated<string>
  createdBy: string
  createdAt: Date
  updatedBy: string | null
  updatedAt: Date | null
}

interface SmsPurchase {
  /** Also the id of its payment, which belongs to the seller. */
  id: string
  orgCode: string
  packageName: string
  texts: number
  amount: number
  sellerCode: string
  state: Generated<PurchaseState>
  textsAfter: number | null
  operatorId: string
  operatorName: string
  createdAt: Date
  endedAt: Date | null
}

interface MassMessage {
  id: string
  orgCode: string
  /** The idempotency key of its call: the same at every store that it was sent for. */
  campaignId: string
  title: string
  content: string
  audience: JSONColumnType<Omit<MassAudience, 'stores'>>
  state: Generated<MassState>
  stopReason: Generated<'' | 'person' | 'textsUsedUp'>
  /** SMS per person. */
  parts: number
  /** How many people were confirmed. */
  planned: number
  /** Members up to this number have been read; null: all. */
  position: Generated<string | null>
  /** In the outbox, or handed to the provider. */
  queued: Generated<number>
  optedOut: Generated<number>
  noConsent: Generated<number>
  noPhone: Generated<number>
  duplicate: Generated<number>
  sent: Generated<number>
  failed: Generated<number>
  unknown: Generated<number>
  nextAt: Date | null
  createdBy: string
  createdAt: Date
  updatedBy: string | null
  updatedAt: Date | null
  endedAt: Date | null
}

/** What was sent by itself, once for each occasion. */
interface MessageOccasion {
  orgCode: string
  kind: 'birthday' | 'ending' | 'called'
  occasion: string
  createdAt: Date
}

/** A change of what a store may still send. */
interface SmsEntry {
  id: Generated<number>
  orgCode: string
  kind: 'opening' | 'platform' | 'purchase' | 'message' | 'mass' | 'returned'
  /** The purchase, message or mass message. */
  causeId: string | null
  /** 0 at a store that is not counted. */
  delta: number
  /** SMS that were put into the outbox, less those that were withdrawn. */
  texts: number
  createdAt: Date
}

export interface GuestMessageTables {
  smsEntry: SmsEntry
  messageOccasion: MessageOccasion
  massMessage: MassMessage
  smsPackage: SmsPackage
  smsPurchase: SmsPurchase
}
