import { z } from 'zod'
import { familyField } from '#shared/core/family-names.ts'
import { exact, line } from '#shared/core/text.ts'
import { ConsumeType } from '#shared/features/rules/consume-rules.contract.ts'

/** Types that a pending ride may be changed to (spec §2, edit-play-info dialog). */
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

/** Links a trial to the recharge that its guest paid afterwards (spec §2, `doguadan`). */
export const LinkInput = z.object({
  id: z.uuid(),
  /** Id of the recharge order. */
  reid: exact(64).default(''),
})
export type LinkInput = z.infer<typeof LinkInput>
