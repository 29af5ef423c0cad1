/**
 * What the server announces when more or fewer wait for somebody. Records and vehicles are not among them: rides begin all the time, and each
 * would have what waits counted anew.
 */
export const waitingTopics = ['payments', 'reconciliation', 'refusals', 'refunds', 'applications', 'shifts'] as const
export type WaitingTopic = (typeof waitingTopics)[number]

/** The beginning of the keys of counts that a topic makes old. */
export const waitingFor = (topic: WaitingTopic | undefined): string => `waiting ${topic ?? 'for time'}`
