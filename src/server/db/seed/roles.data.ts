/** The roles of a new system by their codes; a store may change them. */
export const roleNames = {
  admin: '平台管理员',
  hq: '总部',
  manager: '店长（单店通用）',
  coach: '教练',
  cashier: '收银员',
  partner: '合作方',
} as const
