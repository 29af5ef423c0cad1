/** Refusals of the ledger, and the names of its jobs. */
export const ledger = {
  'error.ledger.reversedMore': 'At most {available} can still be returned ({needed} requested)',
  'error.ledger.lotShort': 'At most {available} is left of it ({needed} needed)',
  'error.ledger.noCard': 'No unlimited card covers this: {needed} needed, {available} left',
  'jobName.ledger.expire': 'Write off expired value',
} as const
