import { setImmediate as nextTurn } from 'node:timers/promises'
import { createGuard, guarded } from '#server/core/auth/auth-guard.ts'
import type { StoreSealer } from '#server/core/secrets/sealing.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { levelKey, standingsOf } from '#server/features/members/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { FACE_THRESHOLD, similarity } from '#shared/features/faces/face-template.calc.ts'
import { type FaceCandidate, MAX_CANDIDATES } from '#shared/features/faces/member-faces.contract.ts'
import { maskPhone } from '#shared/features/members/phone.calc.ts'
import { enrolledMembers, facesOf, type SealedFace } from './member-faces.repository.ts'
import { facePurpose, requireFaceSearch, usableTemplate } from './member-faces.service.ts'

/** A busy counter asks less often; who tries out faces waits longer each time. */
const FREE_ATTEMPTS = 20
const PATIENCE = { first: 5, longest: 60, forgives: 60 }

/** Templates compared before other calls have their turn; they take about four milliseconds. */
const BATCH_SIZE = 100

interface Match {
  memberId: string
  similarity: number
}

/** The most similar of some sealed templates from the threshold up, best first. A template that cannot be opened matches nobody. */
export async function nearestFaces(
  probe: Int8Array,
  faces: readonly SealedFace[],
  sealer: StoreSealer,
  onDamaged: (memberId: string, error: unknown) => void,
): Promise<Match[]> {
  const found: Match[] = []
  for (const [at, { memberId, templateSealed }] of faces.entries()) {
    if (at % BATCH_SIZE === BATCH_SIZE - 1) await nextTurn()
    try {
      const opened = sealer.open(templateSealed, facePurpose(memberId))
      const match = similarity(probe, new Int8Array(opened.buffer, opened.byteOffset, opened.length))
      if (match >= FACE_THRESHOLD) found.push({ memberId, similarity: match })
    } catch (error) {
      onDamaged(memberId, error)
    }
  }
  return found.sort((a, b) => b.similarity - a.similarity).slice(0, MAX_CANDIDATES)
}

/**
 * Compares a face with those of the consenting members of the caller's current store, and proposes the most similar ones. Throws
 * `auth.chooseStore`, `faces.off`, `faces.unusable`, or `auth.lockedOut` after too many attempts.
 */
export async function identifyFace(
  deps: Deps,
  ctx: CallContext,
  { model, faceTemplate }: { model: string; faceTemplate: string },
): Promise<{ candidates: FaceCandidate[] }> {
  const { orgCode, id: userId } = ctx.user
  if (orgCode === '') throw new AppError('auth.chooseStore')
  const probe = usableTemplate(faceTemplate)
  await ctx.tx((trx) => requireFaceSearch(trx, orgCode))
  await createGuard(deps).reserve([guarded(`faces by ${userId}`, FREE_ATTEMPTS, PATIENCE)])
  const faces = await ctx.tx((trx) => facesOf(trx, orgCode, model, deps.clock()))
  const matches = await nearestFaces(probe, faces, deps.sealer.ofStore(orgCode), (memberId, error) =>
    ctx.log.error({ err: error, memberId }, 'a face template cannot be opened'),
  )
  return ctx.tx(async (trx) => {
    const ids = matches.map(({ memberId }) => memberId)
    const members = ids.length === 0 ? [] : await enrolledMembers(trx, orgCode, ids)
    const standings = await standingsOf(trx, members)
    const candidates = matches.flatMap(({ memberId, similarity: match }): FaceCandidate[] => {
      const member = members.find(({ id }) => id === memberId)
      if (!member) return []
      return [
        {
          userId: member.id,
          name: member.realname || member.nickname,
          phone: maskPhone(member.phone),
          avatar: member.avatar || member.photo,
          memberLevel_dictText: standings.get(levelKey(orgCode, member.id))?.name ?? member.memberLevel,
          havePassword: member.consumePassword === null ? 'NO' : 'YES',
          frozen: member.frozen,
          similarity: Math.floor(match * 100),
        },
      ]
    })
    // One entry for the search itself, which names whom it proposed.
    ctx.touched({ id: userId, after: { compared: faces.length, proposed: candidates.map((one) => one.userId) } })
    return { candidates }
  })
}
