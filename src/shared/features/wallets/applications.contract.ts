import { z } from 'zod'
import { entity, listedRow, listQueryOf, resource } from '#shared/core/crud.ts'
import { pageOf } from '#shared/core/envelope.ts'
import { familyField } from '#shared/core/family-names.ts'
import { creationMarks, type FieldMarks, fieldsOf } from '#shared/core/fields.ts'
import { Amount } from '#shared/core/money.ts'
import { route } from '#shared/core/route.ts'
import { exact, line, wrong } from '#shared/core/text.ts'
import { CORRECTION_LIMITS } from './correction.calc.ts'
import { ProjectType } from './user-projects.contract.ts'

/** 0 waiting, 1 approved, 2 rejected. */
export const ApplyState = z.enum(['0', '1', '2'])

const upTo = (most: number) => z.number().int().min(0).max(most).default(0)

/** Requested values (spec §5): member, at least one value, and a reason. */
export const ApplicationInput = z
  .object({
    userId: exact(32, 1),
    give: Amount.min(0).max(CORRECTION_LIMITS.money).default(0),
    integral: upTo(CORRECTION_LIMITS.integral),
    frequency: upTo(CORRECTION_LIMITS.frequency),
    laps: familyField(upTo(CORRECTION_LIMITS.laps)),
    projectType: ProjectType.default('currency'),
    remark: line(200).default(''),
  })
  .refine(({ give, integral, frequency, laps }) => give + integral + frequency + laps > 0, {
    ...wrong('input.nothingChanges'),
    path: ['give'],
  })
export type ApplicationInput = z.output<typeof ApplicationInput>

const marks = {
  userId: { kind: 'text', label: 'wallets.member' },
  applyState: { kind: 'text', label: 'apply.state', dict: 'apply_state', sort: true },
  give: { kind: 'money', label: 'wallets.give', sort: true },
  integral: { kind: 'number', label: 'wallets.integral' },
  frequency: { kind: 'number', label: 'wallets.frequency' },
  projectType: { kind: 'text', label: 'wallets.project' },
  laps: { kind: 'number', label: 'wallets.laps' },
  remark: { kind: 'text', label: 'apply.remark' },
  applicantName: { kind: 'text', label: 'apply.applicant' },
  reviewerName: { kind: 'text', label: 'apply.reviewer' },
  reject: { kind: 'text', label: 'apply.answer' },
  ...creationMarks,
  updateTime: { kind: 'time', label: 'apply.reviewedAt' },
  sysOrgCode: { kind: 'text', label: 'records.store' },
} as const satisfies FieldMarks

export const applicationResource = resource({
  path: '/apply/sysApply',
  permission: 'apply',
  noun: 'discount applications',
  entity: entity(
    z.object({
      sysOrgCode: z.string(),
      userId: z.string(),
      give: Amount,
      integral: z.number().int(),
      frequency: z.number().int(),
      projectType: z.string(),
      laps: familyField(z.number().int()),
      applyState: ApplyState,
      remark: z.string(),
      applicantName: z.string(),
      reviewerName: z.string(),
      /** Remark of the reviewer; for a rejection its reason. */
      reject: z.string(),
    }),
  ),
  create: ApplicationInput,
  update: z.object({}),
  ...fieldsOf(marks),
})

/** An application in lists, with details of the member. */
const Application = listedRow(applicationResource.entity, applicationResource.dict).extend({
  userNickname: z.string(),
  userTruename: z.string(),
  /** Masked unless the caller may see phones. */
  userPhone: z.string(),
})
export type Application = z.infer<typeof Application>

const { labels } = applicationResource

/** Discount applications (spec §2, §7): value requested by staff for a member, reviewed by another user. */
export const applications = {
  list: route({
    labels,
    method: 'GET',
    path: '/apply/sysApply/list',
    summary: 'A page of discount applications',
    access: 'apply:list',
    query: listQueryOf(applicationResource),
    result: pageOf(Application),
  }),
  mine: route({
    labels,
    method: 'GET',
    path: '/apply/sysApply/mine',
    summary: "A page of the caller's own applications",
    access: 'apply:add',
    query: listQueryOf(applicationResource),
    result: pageOf(Application),
  }),
  add: route({
    labels,
    method: 'POST',
    path: '/apply/sysApply/add',
    summary: 'Applies for gift balance, points, visits or laps for a member',
    access: 'apply:add',
    body: ApplicationInput,
    result: z.null(),
    message: 'message.apply.added',
    idempotent: {},
  }),
  approve: route({
    labels,
    method: 'POST',
    path: '/apply/sysApply/approve',
    summary: 'Approves an application once and credits the member; the applicant cannot',
    access: 'apply:review',
    body: z.object({ id: z.uuid(), reject: line(200).default('') }),
    result: z.null(),
    message: 'message.apply.approved',
    idempotent: {},
  }),
  reject: route({
    labels,
    method: 'POST',
    path: '/apply/sysApply/reject',
    summary: 'Rejects an application with a reason; the applicant cannot',
    access: 'apply:review',
    body: z.object({ id: z.uuid(), reject: line(200, 1) }),
    result: z.null(),
    message: 'message.apply.rejected',
    idempotent: {},
  }),
}
