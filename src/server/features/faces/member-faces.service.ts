import type { z } from 'zod'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { showAgreement, signAgreement } from '#server/features/agreements/index.ts'
import { inactiveMemberError, lockMember } from '#server/features/members/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { toWireTime } from '#shared/core/time.ts'
import type { MemberFace, memberFaces } from '#shared/features/faces/member-faces.contract.ts'
import { deleteFace, enrolmentOf, storeFace } from './member-faces.repository.ts'

/** Binds a sealed template to its member, so that no row can be given to another. */
export const facePurpose = (memberId: string): string => `face of ${memberId}`

/** Faces in the audit trail; members withdraw theirs on another path. */
const FACE_KIND = '/membermanage/sysMemberFace'

/** The settings of a store about faces; a chain has none. */
const faceSettings = (trx: Transaction, orgCode: string) =>
  trx
    .selectFrom('store')
    .select(['faceSearch', 'faceKeepDays'])
    .where('orgCode', '=', orgCode)
    .executeTakeFirstOrThrow()

/** Throws `faces.off` where the store does not find members by their face. */
export async function requireFaceSearch(trx: Transaction, orgCode: string): Promise<void> {
  if ((await faceSettings(trx, orgCode)).faceSearch === 'NO') throw new AppError('faces.off')
}

/** The numbers of a template with some content. Throws `faces.unusable`. */
export function usableTemplate(faceTemplate: string): Int8Array {
  const numbers = Int8Array.from(Buffer.from(faceTemplate, 'base64'))
  if (numbers.filter((value) => value !== 0).length < numbers.length / 16)
    throw new AppError('faces.unusable', { field: 'faceTemplate' })
  return numbers
}

/** The consent and enrolment of a member. Throws `members.notFound`. */
export async function showFace(deps: Deps, ctx: CallContext, userId: string): Promise<MemberFace> {
  const consent = await showAgreement(deps, ctx, userId, 'face')
  return ctx.tx(async (trx) => {
    const { id, orgCode } = await trx
      .selectFrom('member')
      .select(['id', 'orgCode'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    const { faceSearch, faceKeepDays } = await faceSettings(trx, orgCode)
    const enrolled = await enrolmentOf(trx, id, orgCode)
    return {
      isOn: faceSearch === 'YES',
      keepDays: faceKeepDays,
      consent,
      enrolled: enrolled
        ? { version: enrolled.version, enrolTime: toWireTime(enrolled.enrolledAt), enrolBy: enrolled.enrolledByName }
        : null,
    }
  })
}

type Enrolment = z.output<(typeof memberFaces)['enrol']['body'] & z.ZodType>

/**
 * Stores the signed consent and the encrypted template in one transaction, so that neither is there without the other. Throws
 * `faces.off`, `faces.unusable`, and what signing throws.
 */
export async function enrolFace(deps: Deps, ctx: CallContext, { model, faceTemplate, ...signing }: Enrolment) {
  const numbers = usableTemplate(faceTemplate)
  return ctx.tx(async (trx) => {
    const member = await lockMember(trx, signing.userId)
    await requireFaceSearch(trx, member.orgCode)
    const inactive = inactiveMemberError(member, deps.clock())
    if (inactive) throw inactive
    const { id: signatureId, orgCode, memberId } = await signAgreement(deps, ctx, signing, 'face')
    await storeFace(trx, {
      memberId,
      orgCode,
      signatureId,
      model,
      templateSealed: deps.sealer.ofStore(orgCode).seal(Buffer.from(numbers.buffer), facePurpose(memberId)),
      enrolledAt: deps.clock(),
      enrolledByName: ctx.user.realname,
    })
    return null
  })
}

/** Deletes the template of a member. Doing it twice is no error. Throws `members.notFound`. */
export function withdrawFace(ctx: CallContext, userId: string): Promise<null> {
  return ctx.tx(async (trx) => {
    const { id, orgCode } = await lockMember(trx, userId)
    const wasEnrolled = await deleteFace(trx, id, orgCode)
    ctx.touched({ id, kind: FACE_KIND, before: { enrolled: wasEnrolled }, after: { enrolled: false } })
    return null
  })
}
