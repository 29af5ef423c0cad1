import type { AgreementMode } from './agreements.contract.ts'

const OF_AGE = 18

/** Whether somebody born on a day is under 18 on another; both `yyyy-MM-dd`. */
export function isMinor(birthday: string | null, day: string): boolean {
  if (!birthday) return false
  const comesOfAge = `${Number(birthday.slice(0, 4)) + OF_AGE}${birthday.slice(4)}`
  return comesOfAge > day
}

/** What a store asks of its guests; the id is empty where nothing is published. */
interface Asks {
  agreementMode: AgreementMode
  agreementId: string
}

/**
 * What a start by this member and rule does for want of a signature; a rule may ask for one where the store does not. A member who was read before this was known has `null`: nobody is
 * turned away for what is not known.
 */
export function missingAgreement(
  { agreementMode, agreementId }: Asks,
  member: { agreementId: string | null } | null,
  rule: { needsAgreement: 'YES' | 'NO' } | null = null,
): 'none' | 'warn' | 'block' {
  const mode = rule?.needsAgreement === 'YES' ? 'block' : agreementMode
  if (mode === 'off' || agreementId === '' || !member || member.agreementId === null) return 'none'
  return member.agreementId === agreementId ? 'none' : mode
}
