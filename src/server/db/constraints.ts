import type { ErrorCode } from '#shared/core/errors.ts'

/** What breaking a named constraint means to the person at the screen. */
export const constraintCodes: Record<string, ErrorCode> = {
  sys_user_username_key: 'common.duplicate',
  sys_depart_org_code_key: 'common.duplicate',
  member_card_key: 'common.duplicate',
  // Reached only past the checks that say how much is missing.
  consume_order_play_key: 'sessions.alreadySettled',
}
