import type { Answer } from '#shared/core/client.ts'

/** A result with the time of its data, in ms, if that is not up to date. */
export type Dated<R> = R & { asOf?: number }

/** The result of a report, with the time that a standby of the database gave it. */
export const dated = <R extends object>({ result, asOf }: Omit<Answer<R>, 'message'>): Dated<R> =>
  asOf === undefined ? result : { ...result, asOf }
