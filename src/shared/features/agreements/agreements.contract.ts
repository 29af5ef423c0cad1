import { z } from 'zod'
import { crudRoutes, entity, resource } from '#shared/core/crud.ts'
import { creationMarks, fieldsOf } from '#shared/core/fields.ts'
import { onScreen, route, textFilter } from '#shared/core/route.ts'
import { exact, line, lines } from '#shared/core/text.ts'
import { WireTime } from '#shared/core/time.ts'
import { YesNo } from '#shared/core/yes-no.ts'
import { PrintOrdered } from '#shared/features/printing/print-ordered.schema.ts'
import { Strokes } from './own-agreement.schema.ts'

const MAX_TEXT_LENGTH = 20_000

/** The safety agreement, or the consent to be found by the face. Each kind has versions of its own. */
export const AgreementKind = z.enum(['safety', 'face'])
export type AgreementKind = z.infer<typeof AgreementKind>

const agreementFields = z.object({
  titleZh: line(60, 1),
  contentZh: lines(MAX_TEXT_LENGTH, 1),
  /** Empty: guests read the Chinese text. */
  titleEn: line(60),
  contentEn: lines(MAX_TEXT_LENGTH),
})

const marks = {
  kind: { kind: 'text', label: 'agreement.kind', sort: true, dict: 'agreement_kind' },
  version: { kind: 'number', label: 'agreement.version', sort: true },
  titleZh: { kind: 'text', label: 'agreement.titleZh', sort: true },
  titleEn: { kind: 'text', label: 'agreement.titleEn' },
  contentZh: { kind: 'text', label: 'agreement.contentZh', unsearched: true },
  contentEn: { kind: 'text', label: 'agreement.contentEn', unsearched: true },
  publishTime: { kind: 'time', label: 'agreement.publishTime', sort: true },
  publishBy: { kind: 'text', label: 'agreement.publishBy' },
  ...creationMarks,
  sysOrgCode: { kind: 'text', label: 'records.store' },
} as const

/** The versions of the texts that guests agree to; a published one never changes. */
export const agreementResource = resource({
  path: '/membermanage/sysAgreement',
  permission: 'agreement',
  noun: 'versions of the safety agreement and of the consent to face search',
  entity: entity(
    agreementFields.extend({
      sysOrgCode: z.string(),
      kind: AgreementKind,
      version: z.number().int(),
      /** Null: a draft. */
      publishTime: WireTime.nullable(),
      publishBy: z.string(),
    }),
  ),
  create: agreementFields.partial({ titleEn: true, contentEn: true }).extend({ kind: AgreementKind.default('safety') }),
  update: agreementFields,
  ...fieldsOf(marks),
})

export const AgreementMode = z.enum(['off', 'warn', 'block'])
export type AgreementMode = z.infer<typeof AgreementMode>

/** Drawn on a screen, or given on paper before a witness. */
export const SignatureMethod = z.enum(['drawn', 'paper'])
export type SignatureMethod = z.infer<typeof SignatureMethod>

export const Guardian = z.object({ guardianName: line(60), guardianRelation: line(20), guardianPhone: line(20) })

/** A signature as it is stored; it never changes. */
export const AgreementSignature = Guardian.extend({
  id: z.uuid(),
  userId: z.string(),
  version: z.number().int(),
  /** Empty where it was given on paper. */
  strokes: z.string(),
  way: SignatureMethod,
  minor: z.boolean(),
  witnessName: z.string(),
  signTime: WireTime,
  /** Null: valid until another version is published. */
  validUntil: WireTime.nullable(),
})
export type AgreementSignature = z.infer<typeof AgreementSignature>

/** The text to sign, with the state of a member's signature. */
export const CurrentAgreement = z.object({
  /** What a start without a signature does. */
  mode: AgreementMode,
  /** Whether a guardian must sign for a guest under 18. */
  guardian: YesNo,
  /** Null where no text is published. */
  text: z.object({ id: z.uuid(), version: z.number().int(), title: z.string(), content: z.string() }).nullable(),
  /** Null where no member was named. */
  member: z
    .object({
      id: z.string(),
      name: z.string(),
      /** By the birthday, on the store's day; false where the birthday is unknown. */
      minor: z.boolean(),
      signed: z.boolean(),
    })
    .nullable(),
})
export type CurrentAgreement = z.infer<typeof CurrentAgreement>

export const Signing = Guardian.partial().extend({
  userId: exact(32, 1),
  /** Id of the text that was shown; refused if another version was published meanwhile. */
  agreementId: z.uuid(),
  /** Set by the cashier where the birthday is unknown. */
  minor: z.boolean().default(false),
})

const crud = crudRoutes(agreementResource)

export const agreements = onScreen('agreement', {
  ...crud,
  publish: route({
    method: 'POST',
    path: '/membermanage/sysAgreement/publish',
    summary: 'Publishes a draft as the text to sign at the store, or at all stores of the chain',
    access: 'agreement:edit',
    body: z.object({ id: z.uuid() }),
    result: z.null(),
  }),
  current: route({
    method: 'GET',
    path: '/membermanage/sysAgreement/current',
    summary: 'The current text (of the store, else of the chain), and whether a member has signed it',
    access: 'member:search',
    query: z.object({ userId: textFilter(32) }),
    result: CurrentAgreement,
  }),
  sign: route({
    method: 'POST',
    path: '/membermanage/sysAgreement/sign',
    summary: 'Stores the drawn signature of a member; it never changes',
    access: 'agreement:sign',
    body: Signing.extend({ strokes: Strokes }),
    result: z.object({ id: z.uuid() }),
    idempotent: {},
  }),
  signPaper: route({
    method: 'POST',
    path: '/membermanage/sysAgreement/signPaper',
    summary: 'Stores that a member has signed on paper, and the witness',
    access: 'agreement:paper',
    body: Signing,
    result: z.object({ id: z.uuid() }),
    idempotent: {},
  }),
  signatures: route({
    method: 'GET',
    path: '/membermanage/sysAgreement/signatures',
    summary: 'The signatures of a member, newest first; the phone of the guardian is masked',
    access: 'agreement:sign',
    query: z.object({ userId: exact(32, 1) }),
    result: z.array(AgreementSignature).max(50),
  }),
  print: route({
    method: 'POST',
    path: '/membermanage/sysAgreement/print',
    summary: 'Prints the text that a member has signed',
    access: 'agreement:sign',
    body: z.object({ id: z.uuid(), printId: exact(64).default('') }),
    result: PrintOrdered,
    message: 'agreement.printing',
  }),
})
