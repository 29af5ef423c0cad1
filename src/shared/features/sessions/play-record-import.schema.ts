import { z } from 'zod'
import { familyField } from '#shared/core/family-names.ts'
import { Amount } from '#shared/core/money.ts'
import { line } from '#shared/core/text.ts'
import { GivenTime } from '#shared/core/time.ts'
import { PlayState, RunMode } from './play-before-pay.contract.ts'

/**
 * A row of a workbook of records from elsewhere, such as a list kept on paper: a ride that is over and paid for or cancelled. Rule
 * and vehicle are found by their names in the store, and nothing is held, charged or given back.
 */
export const PlayRecordImport = z.object({
  /** A record of ours that was exported is known by it, and not added again. */
  id: z.uuid().optional(),
  createTime: GivenTime,
  playState: PlayState,
  ticketNo: line(20).default(''),
  userId: line(32).default(''),
  racer: familyField(line(30, 1)),
  roleName: line(64, 1),
  consumeVehicleMode: RunMode,
  people: z.number().int().min(1).max(99).default(1),
  /** What all people paid together; left out: by the rule as it is now. */
  price: Amount.min(0).optional(),
  vehicleName: line(64, 1),
  remark: line(200).default(''),
})
export type PlayRecordImport = z.output<typeof PlayRecordImport>
