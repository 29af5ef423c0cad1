import { z } from 'zod'
import { ipcGroup } from '#shared/core/ipc.ts'
import { ConsumeType } from '#shared/features/rules/consume-rules.contract.ts'

/** What was chosen for the guest at the counter, kept in case the program ends in the middle. */
export const CounterDraft = z.object({
  /** Of whose guest it is: another store or person begins with nothing. */
  owner: z.string().max(100),
  at: z.iso.datetime(),
  memberId: z.string().max(32),
  type: ConsumeType,
  ruleId: z.string().max(64).nullable(),
  people: z.number().int().min(1).max(100),
  racer: z.string().max(100).nullable(),
  remark: z.string().max(500),
  vehicleId: z.string().max(64).nullable(),
  moreVehicles: z.array(z.string().max(64)).max(50),
  couponCode: z.string().max(64),
})
export type CounterDraft = z.infer<typeof CounterDraft>

export const draftsGroup = ipcGroup(
  {
    read: { input: z.object({}), result: CounterDraft.nullable() },
    keep: { input: z.object({ draft: CounterDraft.nullable() }), result: z.object({}) },
  },
  {},
)
