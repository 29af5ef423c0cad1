import type { ErrorCode } from '#shared/core/errors.ts'

/** What breaking a named constraint means to the person at the screen. */
export const constraintCodes: Record<string, ErrorCode> = {
  // A key of another store, or of a call that runs at this moment: it says no more than that it is taken.
  request_key_pkey: 'common.keyReused',
  user_account_username_key: 'users.usernameTaken',
  user_account_phone_key: 'users.phoneTaken',
  user_account_email_key: 'users.emailTaken',
  user_account_work_no_key: 'users.workNoTaken',
  role_role_code_key: 'roles.codeTaken',
  store_role_role_code_key: 'roles.codeTaken',
  user_deputy_user_key: 'deputies.exists',
  user_deputy_other: 'deputies.oneself',
  user_deputy_period: 'deputies.period',
  permission_perms_key: 'permissions.permsTaken',
  store_org_code_key: 'common.duplicate',
  store_name_key: 'departs.nameTaken',
  user_store_store_id_fkey: 'common.recordNotFound',
  store_parent_fkey: 'common.recordNotFound',
  dictionary_item_dictionary_id_fkey: 'common.recordNotFound',
  member_card_key: 'members.cardTaken',
  agreement_draft_key: 'agreements.draftExists',
  agreement_version_key: 'agreements.draftExists',
  member_card_once: 'members.cardTaken',
  member_phone_key: 'members.phoneTaken',
  member_openid_key: 'common.duplicate',
  member_level_code_key: 'levels.codeTaken',
  member_level_name_key: 'levels.nameTaken',
  member_level_rank_key: 'levels.rankTaken',
  message_template_code_key: 'messages.templateCodeTaken',
  check_rule_rule_code_key: 'checkRules.codeTaken',
  message_pkey: 'messages.sameToday',
  announcement_pkey: 'messages.announcementSameToday',
  vehicle_name_key: 'vehicles.nameTaken',
  vehicle_imei_key: 'vehicles.imeiTaken',
  vehicle_rf_card_key: 'vehicles.rfCardTaken',
  vehicle_type_exists: 'vehicleTypes.unknown',
  vehicle_type_name_key: 'vehicleTypes.nameTaken',
  upkeep_plan_vehicle: 'sessions.vehicleNotFound',
  upkeep_plan_type: 'vehicleTypes.unknown',
  upkeep_plan_for_one: 'upkeep.forOne',
  device_serial_number_key: 'devices.serialNumberTaken',
  device_vehicle: 'sessions.vehicleNotFound',
  device_permit_of_device_key: 'devices.permitExists',
  device_permit_free_key: 'devices.freeTaken',
  list_view_name_key: 'listViews.nameTaken',
  scheduled_job_name_key: 'jobs.exists',
  // Reached only past the checks that say how much is missing.
  discount_application_not_own: 'apply.own',
  consume_order_play_key: 'sessions.alreadySettled',
}

/** The field of the form that a broken constraint is about, where the code alone does not lead there. */
export const constraintFields: Record<string, string> = {
  member_card_key: 'physicalCard',
  member_card_once: 'physicalCard',
  member_phone_key: 'phone',
}
