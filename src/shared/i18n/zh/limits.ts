/** Whom, when and how often a consume rule is for. */
export const limits = {
  'weekday.between': '、',
  'error.sessions.ruleLineup': '{rule} 仅限排队使用，不能立即开始',
  'error.sessions.ruleWeekday': '{rule} 仅限{days}使用',
  'error.sessions.ruleMembersOnly': '{rule} 仅限会员使用，请先选择会员',
  'error.sessions.ruleLevel': '{rule} 需要会员等级 {level}',
  'error.sessions.ruleUsedUp': '{rule} 今日次数已用完（{used}/{limit}）',
  'error.sessions.ruleMemberLimit': '该会员使用 {rule} 的次数已用完（{used}/{limit}）',
  'error.sessions.ruleMemberDayLimit': '该会员今日使用 {rule} 的次数已用完（{used}/{limit}）',
  'rule.no.lineup': '仅限排队',
  'rule.no.weekday': '仅限{days}',
  'rule.no.guest': '仅限会员',
  'rule.no.level': '需要{level}',
  'rule.no.usedUp': '今日已用完 {used}/{limit}',
  'rule.no.memberLimit': '该会员已用完 {used}/{limit}',
  'rule.no.memberDayLimit': '该会员今日已用完 {used}/{limit}',
} as const
