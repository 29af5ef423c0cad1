import type { ErrorCode } from '#shared/core/errors.ts'

/** What breaking a named constraint means to the person at the screen. */
export const constraintCodes: Record<string, ErrorCode> = {
  // A key of another store, or of a call that runs at this moment: it says no more than that it is taken.
  request_key_pkey: 'common.keyReused',
  sys_user_username_key: 'users.usernameTaken',
  sys_user_phone_key: 'users.phoneTaken',
  sys_user_email_key: 'users.emailTaken',
  sys_user_work_no_key: 'users.workNoTaken',
  sys_role_role_code_key: 'roles.codeTaken',
  sys_depart_role_role_code_key: 'roles.codeTaken',
  sys_permission_perms_key: 'permissions.permsTaken',
  sys_depart_org_code_key: 'common.duplicate',
  sys_user_depart_depart_id_fkey: 'common.recordNotFound',
  sys_depart_parent_fkey: 'common.recordNotFound',
  sys_dict_item_dict_id_fkey: 'common.recordNotFound',
  member_card_key: 'common.duplicate',
  sys_message_template_code_key: 'messages.templateCodeTaken',
  sys_check_rule_code_key: 'checkRules.codeTaken',
  sys_message_pkey: 'messages.sameToday',
  sys_announcement_pkey: 'messages.announcementSameToday',
  sys_quartz_job_name_key: 'jobs.exists',
  // Reached only past the checks that say how much is missing.
  consume_order_play_key: 'sessions.alreadySettled',
}
