export const empty = {
  'crud.noneOf': 'No {noun} yet',
  'crud.addFirst': 'Add the first {noun}',
  'empty.users': 'The people who can sign in: managers, cashiers, coaches, each with an account',
  'empty.roles': 'A role defines what a user may do; add one if the built-in ones do not fit',
  'empty.departRoles': 'Roles that apply at this store only, such as a shift leader',
  'empty.announcements': 'News for all or selected users; the counter shows them, too',
  'empty.messageTemplates':
    'The texts of SMS, WeChat messages and emails to members; the system fills in names and amounts',
  'empty.dictionaries': 'The choices of drop-down lists, such as sexes and states',
  'empty.dictItems': 'The choices of this dictionary',
  'empty.positions': 'Positions of staff, such as manager or shift leader',
  'empty.scheduledJobs': 'Jobs that the system runs on a schedule, such as deleting old records every night',
  'empty.messages': 'SMS, emails and WeChat messages that were sent, and whether they arrived',
  'empty.logs': 'Who signed in and did what; recorded automatically',
  'empty.memberRecords': 'The members of the store; register them at the counter, or add and import them here',
  'empty.memberLevels': 'Member levels: the experience they require and the benefits they give',
  'empty.categories': 'Categories in levels, such as kinds of gifts',
}
