import type { ChargeResult } from './charge.schema.ts'

/** Returns the papers of a charge's rides with their wristbands; none before the charge is paid. */
export function papersOf({ plays, bracelets }: Pick<ChargeResult, 'plays' | 'bracelets'>) {
  const everybody = plays.reduce((sum, { people }) => sum + people, 0)
  return plays.flatMap(({ ticket, people }) =>
    ticket ? [{ ticket, wristbands: bracelets > 0 ? (bracelets * people) / everybody : 0 }] : [],
  )
}
