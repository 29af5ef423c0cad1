import { z } from 'zod'
import { familyField } from '#shared/core/family-names.ts'
import { exact, line } from '#shared/core/text.ts'
import { ConsumeType } from '#shared/features/rules/consume-rules.contract.ts'

/** The types that a hung order may be changed to (spec §2, edit-play-info dialog). */
export const EditableType = ConsumeType.exclude(['PLAYFREELY', 'TESTCARD'])
export type EditableType = z.infer<typeof EditableType>

export const EditInput = z.object({
  id: z.uuid(),
  consumeType: EditableType,
  ruleId: familyField(exact(64)),
  remark: line(200).nullish(),
  racer: familyField(line(30)),
})
export type EditInput = z.infer<typeof EditInput>

/** Joins a free trial to the recharge that its guest has paid after it (spec §2, `doguadan`). */
export const LinkInput = z.object({
  id: z.uuid(),
  /** The recharge order. */
  reid: exact(64).default(''),
})
export type LinkInput = z.infer<typeof LinkInput>
