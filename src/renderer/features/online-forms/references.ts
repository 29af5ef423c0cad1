/** The tables that fields choose from, as dictionaries. */
export const USERS = 'sys_user,realname,username'
export const STORES = 'sys_depart,depart_name,org_code'
