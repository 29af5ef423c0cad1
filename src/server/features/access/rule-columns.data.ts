import type { Fields } from '#shared/core/crud.ts'
import { userFilter } from '#shared/features/access/users.schema.ts'
import { messageTemplateResource } from '#shared/features/messages/message-templates.contract.ts'
import { messageResource } from '#shared/features/messages/messages.contract.ts'
import { playRecordFields } from '#shared/features/sessions/play-before-pay.contract.ts'
import { positionResource } from '#shared/features/system/positions.contract.ts'

/**
 * The permissions whose lists obey data rules, with the fields that a rule may name; a rule elsewhere would do nothing.
 * tests/contract/data-rules.test.ts proves for each that what a rule hides cannot be read, changed or removed by its id.
 */
export const ruledPermissions: Record<string, Fields> = {
  'user:list': userFilter,
  'playbeforepay:list': playRecordFields,
  'position:list': positionResource.filter,
  'template:list': messageTemplateResource.filter,
  'message:list': messageResource.filter,
}
