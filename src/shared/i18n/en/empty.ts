export const empty = {
  'crud.noneOf': 'No {noun} yet',
  'crud.addFirst': 'Add the first {noun}',
  'empty.users': 'The people who can sign in: managers, cashiers, coaches, each with an account',
  'empty.roles': 'A role says what a person may do; add one where the built-in ones do not fit',
  'empty.departRoles': 'Roles that count at this store alone, such as a shift leader',
  'empty.announcements': 'News for everybody or for some people; the counter sees them, too',
  'empty.messageTemplates':
    'The words of texts, WeChat messages and mails to members; the system fills in names and figures',
  'empty.dictionaries': 'What drop-down lists offer, such as sexes and states',
  'empty.dictItems': 'The choices of this dictionary',
  'empty.positions': 'What staff are, such as manager or shift leader',
  'empty.scheduledJobs': 'What the system does by the clock, such as removing old records every night',
  'empty.messages': 'Texts, mails and WeChat messages that were sent, and whether they arrived',
  'empty.logs': 'Who signed in and did what; it is written here by itself',
  'empty.memberRecords': 'The members of the store; register them at the counter, or add and import them here',
  'empty.memberLevels': 'Levels of members: from how much experience, and what they give',
  'empty.categories': 'Categories in layers, such as kinds of gifts',
}
