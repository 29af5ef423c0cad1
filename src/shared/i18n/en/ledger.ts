/** What the ledger refuses, and what its jobs say. */
export const ledger = {
  'error.ledger.reversedMore': 'At most {available} can still be given back ({needed} asked for)',
  'error.ledger.lotShort': 'At most {available} is left of it ({needed} needed)',
  'error.ledger.noCard': 'No unlimited card that covers this: {needed} needed, {available} left',
  'jobName.ledger.expire': 'Write off value that has ended',
  'jobName.ledger.check': 'Check the ledger',
  'ledger.notice.differs': 'The check of the ledger on {day} finds differences: {count}',
  'ledger.notice.more': 'Please do not even them out by hand before you have spoken with support. The first of them:',
  'ledger.notice.line': 'Member {member}, {check} ({account}): there is {stored}, the ledger makes it {replayed}',
  'ledger.check.wallet': 'wallet against ledger',
  'ledger.check.lots': 'lots against wallet',
  'ledger.check.held': 'held against open orders',
  'ledger.check.lot': 'lot against ledger',
  'ledger.check.hold': 'held without an open order',
  'ledger.check.reversal': 'given back more than there was',
} as const
