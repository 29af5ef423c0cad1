import { z } from 'zod'
import { ipcGroup } from '#shared/core/ipc.ts'
import { Amount } from '#shared/core/money.ts'
import { line } from '#shared/core/text.ts'
import { ConsumeType } from '#shared/features/rules/consume-rules.contract.ts'
import { startFields } from '#shared/features/sessions/play-before-pay.contract.ts'

const nothing = z.object({})

/**
 * An entry of the offline queue. Nothing is paid for it before the ride starts. An `expired` entry can be restored.
 * `paying`: the outcome of its charge at the server is not known. `moving`: it is being transferred to another terminal.
 */
export const OfflineQueueEntry = z.object({
  id: z.uuid(),
  /** Idempotency key under which its ride is started or charged. */
  startId: z.uuid(),
  ticketNo: z.string(),
  state: z.enum(['waiting', 'called', 'expired', 'paying', 'moving']),
  joinedAt: z.iso.datetime(),
  calledAt: z.iso.datetime().nullable(),
  /** After this the entry can neither be called nor started. */
  expiresAt: z.iso.datetime(),
  memberName: z.string(),
  ruleName: z.string(),
  consumeType: ConsumeType,
  price: Amount,
  /** The fields of the later start; an empty vehicle means any. */
  fields: startFields,
  /** The terminal that has the entry; null for this one. */
  at: z.object({ terminalId: z.uuid(), name: z.string().max(40) }).nullable(),
})
export type OfflineQueueEntry = z.infer<typeof OfflineQueueEntry>

const EntryId = z.object({ id: z.uuid() })

export const offlineQueueGroup = ipcGroup(
  {
    /** Waiting entries of the current store in their order, of this terminal and of the others in its cluster. */
    list: { input: nothing, result: z.array(OfflineQueueEntry) },
    /** Adds a guest to the queue while the server is away; repeating an id returns the same entry. */
    join: { input: startFields.extend({ id: z.uuid() }), result: OfflineQueueEntry },
    /** Takes over an entry from another terminal; the actions below do so by themselves. */
    take: { input: EntryId, result: OfflineQueueEntry },
    /** Calls an entry, or calls it again; its time to appear starts anew. */
    call: { input: EntryId, result: OfflineQueueEntry },
    /** Restores an expired entry to its former position. */
    restore: { input: EntryId, result: OfflineQueueEntry },
    rename: { input: EntryId.extend({ racer: line(30, 1) }), result: OfflineQueueEntry },
    cancel: { input: EntryId, result: nothing },
    /** Asks the server at once for the outcome of an entry's charge, which the window knows to have ended. */
    settle: { input: EntryId, result: nothing },
  },
  { changed: nothing },
)
