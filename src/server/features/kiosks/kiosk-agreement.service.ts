import type { CallContext, Deps } from '#server/core/slice.ts'
import { showAgreement, signAgreement } from '#server/features/agreements/index.ts'
import { AppError } from '#shared/core/errors.ts'
import type { KioskAgreement } from '#shared/features/kiosks/kiosk.schema.ts'
import { openVisit, requireVisitMember } from './visit.service.ts'

/** The agreement that the member of a visit would sign. Throws `kiosks.visitEnded`. */
export async function kioskAgreement(deps: Deps, ctx: CallContext, visit: string): Promise<KioskAgreement> {
  const { text, guardian, member } = await showAgreement(deps, ctx, requireVisitMember(deps, ctx.user.id, visit))
  return {
    text,
    isSigned: member?.signed ?? false,
    needsGuardian: guardian === 'YES' && (member?.minor ?? false),
  }
}

interface KioskSignature {
  visit: string
  agreementId: string
  strokes: string
}

/** Stores a signature with the kiosk as witness. Throws `kiosks.minor` for minors, who sign at the counter with a guardian. */
export async function signAtKiosk(deps: Deps, ctx: CallContext, { visit, agreementId, strokes }: KioskSignature) {
  return ctx.tx(async (trx) => {
    const { member } = await openVisit(deps, ctx, trx, visit)
    // The contract requires a visit.
    if (!member) throw new AppError('kiosks.visitEnded', { field: 'visit' })
    return signAgreement(deps, ctx, { userId: member.id, agreementId, strokes, minor: false }).catch(
      (error: unknown) => {
        if (!(error instanceof AppError) || error.code !== 'agreements.guardianRequired') throw error
        throw new AppError('kiosks.minor', { field: 'visit' })
      },
    )
  })
}
