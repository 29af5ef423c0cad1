import { z } from 'zod'
import { fromFamily, toFamily } from '#shared/core/family-names.ts'
import { MAX_QUEUE_ENTRIES } from '#shared/features/queue/queue.schema.ts'
import { ConsumeType } from '#shared/features/rules/consume-rules.contract.ts'
import { RunMode, startFields } from '#shared/features/sessions/play-before-pay.contract.ts'
import { TicketData } from '#shared/ipc/devices.ts'
import { OfflineQueueEntry } from '#shared/ipc/offline-queue.ts'

/** A run as the terminals of a store exchange it. */
export const HubRun = z.object({
  /** The id of the order, by which repeated reports of a run are recognised. */
  id: z.uuid(),
  terminalId: z.uuid(),
  /** The terminal's name. */
  by: z.string().max(40),
  vehicleId: z.string().max(64),
  racer: z.string().max(64),
  startedAt: z.iso.datetime(),
  mode: RunMode,
  minutes: z.number().min(0),
  /** When the server was known to have the run (ms); null while it does not. */
  settledAt: z.number().nullable(),
  /** When the hub received it, by the hub's clock (ms). */
  at: z.number(),
})
export type HubRun = z.infer<typeof HubRun>

const number = z.number().int().nonnegative()

/** A queue entry as the other terminals see it; `to` is the terminal that takes it over. */
export const SharedQueueEntry = OfflineQueueEntry.omit({ at: true }).extend({ to: z.uuid().nullable() })
export type SharedQueueEntry = z.infer<typeof SharedQueueEntry>

/** The whole queue of a terminal, and the entries that were transferred to it with their number of transfers. */
const queueFields = {
  orgCode: z.string(),
  places: z.array(SharedQueueEntry).max(MAX_QUEUE_ENTRIES),
  arrived: z.array(z.object({ id: z.uuid(), hop: number })).max(4 * MAX_QUEUE_ENTRIES),
}
export const OwnQueue = z.object(queueFields)
export type OwnQueue = z.infer<typeof OwnQueue>

/** The queue of another terminal. */
export const PeerQueue = z.object({ ...queueFields, terminalId: z.uuid(), name: z.string().max(40) })
export type PeerQueue = z.infer<typeof PeerQueue>

/** A complete queue entry for the terminal that takes it over. */
export const TransferredEntry = z.object({
  id: z.uuid(),
  orgCode: z.string(),
  day: z.iso.date(),
  startId: z.uuid(),
  ticketNo: z.string().max(20),
  joinedAt: z.number(),
  calledAt: z.number().nullable(),
  expiresAt: z.number(),
  /** Number of transfers; a terminal that has seen this number ignores the message. */
  hop: number,
  fields: startFields,
  memberName: z.string(),
  consumeType: ConsumeType,
  price: z.number().int(),
  ticket: TicketData,
})
export type TransferredEntry = z.infer<typeof TransferredEntry>

/** The transferred entry, or why it was refused. */
export const TransferResult = z.union([
  TransferredEntry,
  z.object({
    code: z.enum(['line.gone', 'line.started', 'line.paying', 'line.elsewhere', 'line.notFound', 'line.notGiven']),
  }),
])
export type TransferResult = z.infer<typeof TransferResult>
/** The limit is more than a store has vehicles. */
const runs = z.array(HubRun).max(2000)
const MAX_BODY_LENGTH = 512 * 1024

/** A call to the server as its terminal has made and signed it. */
export const RelayedCall = z.object({
  method: z.literal('POST'),
  path: z.string().max(300),
  headers: z.record(z.string().max(64), z.string().max(8192)),
  body: z.string().max(MAX_BODY_LENGTH),
})
export type RelayedCall = z.infer<typeof RelayedCall>

/** A message from a member to the hub. The names are wire names. */
export const PeerMessage = z.discriminatedUnion('word', [
  /** The member's own runs, and those of others that it knows of. */
  z.object({ word: z.literal('hello'), terminalId: z.uuid(), name: z.string().max(40), runs, others: runs }),
  /** Requests a vehicle and a ticket number; `seen` is the run of the vehicle that the cashier saw. */
  z.object({
    word: z.literal('take'),
    number,
    run: HubRun,
    seen: z.uuid().nullable(),
    day: z.iso.date(),
  }),
  /** A start without a reservation, or one that the server has now. */
  z.object({ word: z.literal('note'), run: HubRun }),
  /** Releases a vehicle whose start could not be stored. */
  z.object({ word: z.literal('withdraw'), id: z.uuid() }),
  z.object({ word: z.literal('carry'), number, call: RelayedCall }),
  /** The member's queue has changed. */
  z.object({ word: z.literal('line'), line: OwnQueue }),
  /** Requests an entry that another terminal has. */
  z.object({ word: z.literal('wants'), number, id: z.uuid(), from: z.uuid() }),
  z.object({ word: z.literal('gave'), asked: number, handed: TransferResult }),
])
export type PeerMessage = z.infer<typeof PeerMessage>

/** A message from the hub to a member. */
export const HubMessage = z.discriminatedUnion('word', [
  z.object({ word: z.literal('welcome'), terminalId: z.uuid(), name: z.string().max(40), online: z.boolean(), runs }),
  /** `ticketNo` is empty where the hub could not store one: the member then uses its own. */
  z.object({ word: z.literal('taken'), number, ticketNo: z.string().max(20) }),
  z.object({ word: z.literal('busy'), number, by: z.string().max(40) }),
  z.object({ word: z.literal('runs'), runs, gone: z.array(z.uuid()).max(2000) }),
  z.object({ word: z.literal('reach'), online: z.boolean() }),
  z.object({ word: z.literal('answer'), number, status: z.number().int(), type: z.string(), body: z.string() }),
  z.object({ word: z.literal('noAnswer'), number, code: z.enum(['common.offline', 'common.timeout']) }),
  /** The queue of another terminal has changed. */
  z.object({ word: z.literal('line'), line: PeerQueue }),
  /** Asks the owner for an entry that another terminal requests. */
  z.object({ word: z.literal('give'), asked: number, id: z.uuid(), to: z.uuid(), name: z.string().max(40) }),
  z.object({ word: z.literal('given'), number, handed: TransferResult }),
])
export type HubMessage = z.infer<typeof HubMessage>

/** A message as it is sent. Terminals are upgraded one after another, so the fields of starts keep the names that all versions know. */
export const writeMessage = <S extends typeof PeerMessage | typeof HubMessage>(
  schema: S,
  message: z.input<S>,
): unknown => toFamily(schema, message)

const AnyMessage = z.object({ word: z.string() })

/**
 * Parses a message. Returns null for a type that this version does not know, because a newer terminal may send more of
 * them. Throws for an invalid message.
 */
export function readMessage<S extends typeof PeerMessage | typeof HubMessage>(
  schema: S,
  payload: unknown,
): z.output<S> | null {
  const { word } = AnyMessage.parse(payload)
  const isKnown = schema.options.some((one) => one.shape.word.value === word)
  return isKnown ? (schema.parse(fromFamily(schema, payload)) as z.output<S>) : null
}
