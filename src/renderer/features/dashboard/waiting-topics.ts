/**
 * The topics of pushes that change the counts of pending work. Records and vehicles are excluded: rides start all the time, and
 * each would trigger a new count.
 */
export const waitingTopics = [
  'payments',
  'reconciliation',
  'refusals',
  'refunds',
  'applications',
  'shifts',
  'cloakroom',
  'comments',
  'feedback',
  'promoters',
] as const
export type WaitingTopic = (typeof waitingTopics)[number]

/** The query key prefix of the counts to invalidate for a topic. */
export const waitingFor = (topic: WaitingTopic | undefined): string => `waiting ${topic ?? 'for time'}`
