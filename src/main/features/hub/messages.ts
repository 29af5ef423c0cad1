import { z } from 'zod'
import { MAX_SHOWN_QUEUE_ENTRIES } from '#shared/features/queue/queue.schema.ts'
import { ConsumeType } from '#shared/features/rules/consume-rules.contract.ts'
import { RunMode, startFields } from '#shared/features/sessions/play-before-pay.contract.ts'
import { TicketData } from '#shared/ipc/devices.ts'
import { OfflineQueueEntry } from '#shared/ipc/offline-queue.ts'

/** A run as the terminals of a store tell it each other. */
export const HubRun = z.object({
  /** The order's own key, by which a run is one whichever way it is heard of. */
  id: z.uuid(),
  terminalId: z.uuid(),
  /** The terminal's name. */
  by: z.string().max(40),
  vehicleId: z.string().max(64),
  racer: z.string().max(64),
  startedAt: z.iso.datetime(),
  mode: RunMode,
  minutes: z.number().min(0),
  /** When the server was known to have it; null while it has not. */
  settledAt: z.number().nullable(),
  /** When the hub heard of it, by its clock. */
  at: z.number(),
})
export type HubRun = z.infer<typeof HubRun>

const number = z.number().int().nonnegative()

/** A place in line as the others see it; `to` is who takes it over. */
export const SharedQueueEntry = OfflineQueueEntry.omit({ at: true }).extend({ to: z.uuid().nullable() })
export type SharedQueueEntry = z.infer<typeof SharedQueueEntry>

/** The whole line of a terminal, and which places have come to it from others, by how often they changed hands. */
const ownLine = {
  orgCode: z.string(),
  places: z.array(SharedQueueEntry).max(MAX_SHOWN_QUEUE_ENTRIES),
  arrived: z.array(z.object({ id: z.uuid(), hop: number })).max(4 * MAX_SHOWN_QUEUE_ENTRIES),
}
export const OwnQueue = z.object(ownLine)
export type OwnQueue = z.infer<typeof OwnQueue>

/** The line of another terminal. */
export const PeerQueue = z.object({ ...ownLine, terminalId: z.uuid(), name: z.string().max(40) })
export type PeerQueue = z.infer<typeof PeerQueue>

/** All of a place, for whoever has it from now on: nobody else has it any more. */
export const TransferredEntry = z.object({
  id: z.uuid(),
  orgCode: z.string(),
  day: z.iso.date(),
  startId: z.uuid(),
  ticketNo: z.string().max(20),
  joinedAt: z.number(),
  calledAt: z.number().nullable(),
  expiresAt: z.number(),
  /** How often it has changed hands; who has had it so often already has what this says. */
  hop: number,
  fields: startFields,
  memberName: z.string(),
  consumeType: ConsumeType,
  price: z.number().int(),
  ticket: TicketData,
})
export type TransferredEntry = z.infer<typeof TransferredEntry>

/** What comes of wanting a place. */
export const TransferResult = z.union([
  TransferredEntry,
  z.object({
    code: z.enum(['line.gone', 'line.started', 'line.paying', 'line.elsewhere', 'line.notFound', 'line.notGiven']),
  }),
])
export type TransferResult = z.infer<typeof TransferResult>
/** More vehicles than a store has. */
const runs = z.array(HubRun).max(2000)
const BODY_MAX = 512 * 1024

/** A call to the server as its terminal has made and signed it. */
export const RelayedCall = z.object({
  method: z.literal('POST'),
  path: z.string().max(300),
  headers: z.record(z.string().max(64), z.string().max(8192)),
  body: z.string().max(BODY_MAX),
})
export type RelayedCall = z.infer<typeof RelayedCall>

/** What a member of the hub says. */
export const PeerMessage = z.discriminatedUnion('word', [
  /** Its own runs, and what it knows of those of others. */
  z.object({ word: z.literal('hello'), terminalId: z.uuid(), name: z.string().max(40), runs, others: runs }),
  /** Wants a vehicle and a number; `seen` is the run of the vehicle that its cashier knew of. */
  z.object({
    word: z.literal('take'),
    number,
    run: HubRun,
    seen: z.uuid().nullable(),
    day: z.iso.date(),
  }),
  /** Started without asking, or the server has it now. */
  z.object({ word: z.literal('note'), run: HubRun }),
  /** Took a vehicle and could not keep the start. */
  z.object({ word: z.literal('withdraw'), id: z.uuid() }),
  z.object({ word: z.literal('carry'), number, call: RelayedCall }),
  /** Its line is another than it was. */
  z.object({ word: z.literal('line'), line: OwnQueue }),
  /** Wants a place that another terminal has. */
  z.object({ word: z.literal('wants'), number, id: z.uuid(), from: z.uuid() }),
  z.object({ word: z.literal('gave'), asked: number, handed: TransferResult }),
])
export type PeerMessage = z.infer<typeof PeerMessage>

/** What the hub says. */
export const HubMessage = z.discriminatedUnion('word', [
  z.object({ word: z.literal('welcome'), terminalId: z.uuid(), name: z.string().max(40), online: z.boolean(), runs }),
  /** The number is empty where the hub could not keep it: the member takes one of its own. */
  z.object({ word: z.literal('taken'), number, ticketNo: z.string().max(20) }),
  z.object({ word: z.literal('busy'), number, by: z.string().max(40) }),
  z.object({ word: z.literal('runs'), runs, gone: z.array(z.uuid()).max(2000) }),
  z.object({ word: z.literal('reach'), online: z.boolean() }),
  z.object({ word: z.literal('answer'), number, status: z.number().int(), type: z.string(), body: z.string() }),
  z.object({ word: z.literal('noAnswer'), number, code: z.enum(['common.offline', 'common.timeout']) }),
  /** The line of another terminal is another than it was. */
  z.object({ word: z.literal('line'), line: PeerQueue }),
  /** Asks for a place that somebody else wants. */
  z.object({ word: z.literal('give'), asked: number, id: z.uuid(), to: z.uuid(), name: z.string().max(40) }),
  z.object({ word: z.literal('given'), number, handed: TransferResult }),
])
export type HubMessage = z.infer<typeof HubMessage>

const Named = z.object({ word: z.string() })

/**
 * A word as this version understands it. Null for one that it does not know: a terminal that is newer may say more, and the two
 * go on working together in what both know. Throws for a word that makes no sense.
 */
export function parseMessage<S extends typeof PeerMessage | typeof HubMessage>(
  words: S,
  said: unknown,
): z.output<S> | null {
  const { word } = Named.parse(said)
  const isKnown = words.options.some((one) => one.shape.word.value === word)
  return isKnown ? (words.parse(said) as z.output<S>) : null
}
