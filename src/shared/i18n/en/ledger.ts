/** What the ledger refuses. */
export const ledger = {
  'error.ledger.reversedMore': 'At most {available} can still be given back ({needed} asked for)',
  'error.ledger.lotShort': 'At most {available} is left of it ({needed} needed)',
  'error.ledger.noCard': 'No unlimited card that covers this: {needed} needed, {available} left',
} as const
