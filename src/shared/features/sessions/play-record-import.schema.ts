import { z } from 'zod'
import { familyField } from '#shared/core/family-names.ts'
import { Amount } from '#shared/core/money.ts'
import { line } from '#shared/core/text.ts'
import { GivenTime } from '#shared/core/time.ts'
import { PlayState, RunMode } from './play-before-pay.contract.ts'

/**
 * A row of an imported workbook: a past ride that was paid or cancelled. Rule
 * and vehicle are looked up by name in the store; nothing is held, charged or refunded.
 */
export const PlayRecordImport = z.object({
  /** Id of an exported record, which is not added again. */
  id: z.uuid().optional(),
  createTime: GivenTime,
  playState: PlayState,
  ticketNo: line(20).default(''),
  userId: line(32).default(''),
  racer: familyField(line(30, 1)),
  roleName: line(64, 1),
  consumeVehicleMode: RunMode,
  people: z.number().int().min(1).max(99).default(1),
  /** Total paid by all people; default: by the current rule. */
  price: Amount.min(0).optional(),
  vehicleName: line(64, 1),
  remark: line(200).default(''),
})
export type PlayRecordImport = z.output<typeof PlayRecordImport>
