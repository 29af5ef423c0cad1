import type { ChargeResult } from './charge.schema.ts'

/** The papers of a charge's rides, each with its share of the wristbands; none while the charge waits for its payment. */
export function papersOf({ plays, bracelets }: Pick<ChargeResult, 'plays' | 'bracelets'>) {
  const everybody = plays.reduce((sum, { people }) => sum + people, 0)
  return plays.flatMap(({ ticket, people }) =>
    ticket ? [{ ticket, wristbands: bracelets > 0 ? (bracelets * people) / everybody : 0 }] : [],
  )
}
