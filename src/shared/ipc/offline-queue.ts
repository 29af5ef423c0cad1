import { z } from 'zod'
import { ipcGroup } from '#shared/core/ipc.ts'
import { Amount } from '#shared/core/money.ts'
import { line } from '#shared/core/text.ts'
import { ConsumeType } from '#shared/features/rules/consume-rules.contract.ts'
import { startFields } from '#shared/features/sessions/play-before-pay.contract.ts'

const nothing = z.object({})

/**
 * A place in line that was given without the server. Nothing is taken for it: what the ride costs is taken when it begins. Who has
 * `expired` can be put back; `paying` is one whose charge the server has not said the end of, `moving` one that another
 * terminal takes over and has not yet.
 */
export const OfflineQueueEntry = z.object({
  id: z.uuid(),
  /** The key under which its ride begins, or is charged: once, whoever asks. */
  startId: z.uuid(),
  ticketNo: z.string(),
  state: z.enum(['waiting', 'called', 'expired', 'paying', 'moving']),
  joinedAt: z.iso.datetime(),
  calledAt: z.iso.datetime().nullable(),
  /** After this it can neither be called nor started. */
  expiresAt: z.iso.datetime(),
  memberName: z.string(),
  ruleName: z.string(),
  consumeType: ConsumeType,
  price: Amount,
  /** What was chosen for the guest; the vehicle is empty where any will do. */
  fields: startFields,
  /** The terminal of the store that has it; null for this one. */
  at: z.object({ terminalId: z.uuid(), name: z.string().max(40) }).nullable(),
})
export type OfflineQueueEntry = z.infer<typeof OfflineQueueEntry>

const OnePlace = z.object({ id: z.uuid() })

export const lineGroup = ipcGroup(
  {
    /** Those who wait in the store worked in, in their order: of this terminal and of those that it works together with. */
    list: { input: nothing, result: z.array(OfflineQueueEntry) },
    /** Lines a guest up while the server is away; the same id is the same place, however often it is asked for. */
    join: { input: startFields.extend({ id: z.uuid() }), result: OfflineQueueEntry },
    /** Takes over the place that another terminal has; whatever is done with a place is done where it is. */
    take: { input: OnePlace, result: OfflineQueueEntry },
    /** Says whose turn it is, or says it again; the number has its whole time again. */
    call: { input: OnePlace, result: OfflineQueueEntry },
    /** Puts one that expired back where it stood. */
    restore: { input: OnePlace, result: OfflineQueueEntry },
    rename: { input: OnePlace.extend({ racer: line(30, 1) }), result: OfflineQueueEntry },
    cancel: { input: OnePlace, result: nothing },
  },
  { changed: nothing },
)
