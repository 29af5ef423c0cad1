import { z } from 'zod'
import { onScreen, route } from '#shared/core/route.ts'
import { exact, wrong } from '#shared/core/text.ts'
import { WireTime } from '#shared/core/time.ts'
import { YesNo } from '#shared/core/yes-no.ts'
import { CurrentAgreement, Signing } from '#shared/features/agreements/agreements.contract.ts'
import { Strokes } from '#shared/features/agreements/own-agreement.schema.ts'
import { FACE_MODEL, TEMPLATE_TEXT_LENGTH } from './face-template.calc.ts'

const PATH = '/membermanage/sysMemberFace'

/** A template as the device computes it; the answer of no call contains one. */
const Face = z.object({
  model: z.literal(FACE_MODEL),
  faceTemplate: z
    .string()
    .length(TEMPLATE_TEXT_LENGTH)
    .regex(/^[A-Za-z0-9+/]+={0,2}$/, wrong('input.faceTemplate')),
})

/** The face of a member: the consent, and whether there is a template. */
export const MemberFace = z.object({
  /** Whether the store finds members by their face. */
  isOn: z.boolean(),
  /** Days without a visit after which the template is deleted. */
  keepDays: z.number().int(),
  /** The text to consent to. */
  consent: CurrentAgreement,
  /** Null: the member has not enrolled, or it ended. */
  enrolled: z
    .object({
      /** Version of the text that was consented to. */
      version: z.number().int(),
      enrolTime: WireTime,
      enrolBy: z.string(),
    })
    .nullable(),
})
export type MemberFace = z.infer<typeof MemberFace>

/** A member whose face is similar; a person must confirm it by the picture. */
export const FaceCandidate = z.object({
  userId: z.string(),
  name: z.string(),
  /** Masked for everybody. */
  phone: z.string(),
  /** The picture that the member already had; empty: none. */
  avatar: z.string(),
  memberLevel_dictText: z.string(),
  havePassword: YesNo,
  frozen: z.boolean(),
  /** Percent, from the threshold up. */
  similarity: z.number().int(),
})
export type FaceCandidate = z.infer<typeof FaceCandidate>

/** More candidates than this are never shown. */
export const MAX_CANDIDATES = 3

/** Members found by their face: consent, enrolment, withdrawal, identification. */
export const memberFaces = onScreen('face', {
  state: route({
    method: 'GET',
    path: `${PATH}/state`,
    summary: 'Whether a member can be found by the face, and the text to consent to',
    access: 'memberface:enrol',
    query: z.object({ userId: exact(32, 1) }),
    result: MemberFace,
  }),
  enrol: route({
    method: 'POST',
    path: `${PATH}/enrol`,
    summary: 'Stores the signed consent of a member with the encrypted template of the face; replaces an earlier one',
    access: 'memberface:enrol',
    body: Signing.extend({ strokes: Strokes }).extend(Face.shape),
    result: z.null(),
    message: 'face.enrolled',
    idempotent: {},
  }),
  withdraw: route({
    method: 'POST',
    path: `${PATH}/withdraw`,
    summary: 'Ends the consent of a member and deletes the template at once, also where the search is off',
    access: 'memberface:enrol',
    body: z.object({ userId: exact(32, 1) }),
    result: z.null(),
    message: 'face.withdrawn',
  }),
  identify: route({
    method: 'POST',
    path: `${PATH}/identify`,
    summary: `At most ${MAX_CANDIDATES} consenting members of the caller’s store whose face is similar, the most similar first`,
    access: 'memberface:identify',
    body: Face,
    result: z.object({ candidates: z.array(FaceCandidate).max(MAX_CANDIDATES) }),
  }),
})
