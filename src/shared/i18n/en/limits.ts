export const limits = {
  'weekday.between': ', ',
  'error.sessions.ruleLineup': '{rule} is for the queue only and cannot start at once',
  'error.sessions.ruleWeekday': '{rule} is only offered on {days}',
  'error.sessions.ruleMembersOnly': '{rule} is for members only; choose the member first',
  'error.sessions.ruleLevel': '{rule} needs the member level {level}',
  'error.sessions.ruleUsedUp': '{rule} is used up for today ({used} of {limit})',
  'error.sessions.ruleMemberLimit': 'This member has used up {rule} ({used} of {limit})',
  'error.sessions.ruleMemberDayLimit': 'This member has used up {rule} for today ({used} of {limit})',
} as const
