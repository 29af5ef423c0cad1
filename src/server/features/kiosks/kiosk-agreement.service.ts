import type { CallContext, Deps } from '#server/core/slice.ts'
import { ownAgreement, signByOneself } from '#server/features/agreements/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { openVisit, requireVisitMember } from './visit.service.ts'

/** The agreement that the member of a visit would sign. Throws `kiosks.visitEnded`. */
export const kioskAgreement = (deps: Deps, ctx: CallContext, visit: string) =>
  ownAgreement(deps, ctx, requireVisitMember(deps, ctx.user.id, visit))

interface KioskSignature {
  visit: string
  agreementId: string
  strokes: string
}

/** Stores a signature with the kiosk as witness. Throws `agreements.minorAlone` for minors, who sign at the counter with a guardian. */
export const signAtKiosk = (deps: Deps, ctx: CallContext, { visit, ...signature }: KioskSignature) =>
  ctx.tx(async (trx) => {
    const { member } = await openVisit(deps, ctx, trx, visit)
    // The contract requires a visit.
    if (!member) throw new AppError('kiosks.visitEnded', { field: 'visit' })
    return signByOneself(deps, ctx, { userId: member.id, ...signature })
  })
