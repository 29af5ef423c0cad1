import type { AgreementMode } from './agreements.contract.ts'

const OF_AGE = 18

/** Whether a person born on `birthday` is under 18 on `day` (both `yyyy-MM-dd`); false without a birthday. */
export function isMinor(birthday: string | null, day: string): boolean {
  if (!birthday) return false
  const comesOfAge = `${Number(birthday.slice(0, 4)) + OF_AGE}${birthday.slice(4)}`
  return comesOfAge > day
}

/** A store's setting; the id is empty where no text is published. */
interface StoreAgreement {
  agreementMode: AgreementMode
  agreementId: string
}

/**
 * Whether a missing signature stops a start (`block`), is only shown (`warn`), or nothing is missing (`none`).
 *
 * A rule may require a signature where the store does not. `agreementId` is null for a member that an older version
 * stored; unknown signatures are not demanded.
 */
export function missingAgreement(
  { agreementMode, agreementId }: StoreAgreement,
  member: { agreementId: string | null } | null,
  rule: { needsAgreement: 'YES' | 'NO' } | null = null,
): 'none' | 'warn' | 'block' {
  const mode = rule?.needsAgreement === 'YES' ? 'block' : agreementMode
  if (mode === 'off' || agreementId === '' || !member || member.agreementId === null) return 'none'
  return member.agreementId === agreementId ? 'none' : mode
}
