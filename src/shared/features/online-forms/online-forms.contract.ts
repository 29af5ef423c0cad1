import { z } from 'zod'
import { pageOf } from '#shared/core/envelope.ts'
import { listQuery, route, textFilter } from '#shared/core/route.ts'
import { exact, line } from '#shared/core/text.ts'
import { FormCode, FormDefinition } from './online-form.schema.ts'

/** What may be done with the records of a form; each is an action `form_<code>:<act>` of its own. */
export const FormAct = z.enum(['list', 'add', 'edit', 'delete', 'export', 'import'])
export type FormAct = z.infer<typeof FormAct>

const Name = line(60, 1)
const Icon = exact(40).regex(/^[a-z][a-z-]*$/)

const FormRow = z.object({
  id: z.string(),
  code: z.string(),
  nameZh: z.string(),
  nameEn: z.string(),
  icon: z.string(),
  /** The organisation that made it; empty: the platform. */
  ownerCode: z.string(),
  /** Its published version; null before the first. */
  publishedVersion: z.number().int().nullable(),
  /** Whether the draft differs from the published version. */
  isChanged: z.boolean(),
  /** Whether the caller may change it. */
  isOwn: z.boolean(),
  createBy: z.string(),
  createTime: z.string(),
  updateBy: z.string().nullable(),
  updateTime: z.string().nullable(),
})
export type FormRow = z.infer<typeof FormRow>

const FormWhole = FormRow.extend({
  draft: FormDefinition,
  draftNo: z.number().int(),
  /** The published version; what it has may be retired, but not removed. */
  published: FormDefinition.nullable(),
})
export type FormWhole = z.infer<typeof FormWhole>

const Id = z.object({ id: z.uuid() })

const DraftNo = z.number().int().min(1).max(2_000_000_000)

const FormAdd = z.object({
  code: FormCode,
  nameZh: Name,
  nameEn: Name,
  icon: Icon.default('form'),
  draft: FormDefinition,
})
export type FormAdd = z.output<typeof FormAdd>

const FormEdit = z.object({
  id: z.uuid(),
  draftNo: DraftNo,
  nameZh: Name.optional(),
  nameEn: Name.optional(),
  icon: Icon.optional(),
  draft: FormDefinition.optional(),
})
export type FormEdit = z.output<typeof FormEdit>

const FormPublish = z.object({ id: z.uuid(), draftNo: DraftNo })
export type FormPublish = z.output<typeof FormPublish>

const FormGrant = z.object({ id: z.uuid(), roleId: exact(64, 1), acts: z.array(FormAct).max(6) })
export type FormGrant = z.output<typeof FormGrant>

const PATH = '/form/definition'
const ACCESS = 'form:define'

/** Forms that an organisation defines: drafts, published versions, and the rights of roles. */
export const onlineForms = {
  list: route({
    method: 'GET',
    path: `${PATH}/list`,
    summary: 'A page of the forms of the own organisation, and of those above and below it',
    access: ACCESS,
    query: listQuery(['createTime', 'code', 'updateTime'], { name: textFilter(), code: textFilter(40) }),
    result: pageOf(FormRow),
  }),
  queryById: route({
    method: 'GET',
    path: `${PATH}/queryById`,
    summary: 'A form with its draft',
    access: ACCESS,
    query: Id,
    result: FormWhole,
  }),
  add: route({
    method: 'POST',
    path: `${PATH}/add`,
    summary: 'Makes a form of the own organisation, as a draft',
    access: ACCESS,
    body: FormAdd,
    result: Id,
    idempotent: {},
    message: 'message.added',
    screen: 'form',
  }),
  edit: route({
    method: ['PUT', 'POST'],
    path: `${PATH}/edit`,
    summary: 'Changes the draft of a form, unless somebody else has meanwhile',
    access: ACCESS,
    body: FormEdit,
    result: z.object({ draftNo: z.number().int() }),
    message: 'message.updated',
    screen: 'form',
  }),
  publish: route({
    method: 'POST',
    path: `${PATH}/publish`,
    summary: 'Makes the draft the next version, which new records have, and puts the form on the menu',
    access: ACCESS,
    body: FormPublish,
    result: z.object({ version: z.number().int() }),
    message: 'message.form.published',
    screen: 'form',
  }),
  delete: route({
    method: 'DELETE',
    path: `${PATH}/delete`,
    summary: 'Deletes a form that has no records',
    access: ACCESS,
    query: Id,
    result: z.null(),
    message: 'message.deleted',
  }),
  versions: route({
    method: 'GET',
    path: `${PATH}/versions`,
    summary: 'The published versions of a form, newest first',
    access: ACCESS,
    query: Id,
    result: z.array(
      z.object({
        version: z.number().int(),
        publishedBy: z.string(),
        publishedAt: z.string(),
        definition: FormDefinition,
        records: z.number().int(),
      }),
    ),
  }),
  rights: route({
    method: 'GET',
    path: `${PATH}/rights`,
    summary: 'What each role may do with the records of a form',
    access: ACCESS,
    query: Id,
    result: z.array(z.object({ roleId: z.string(), roleName: z.string(), acts: z.array(FormAct) })),
  }),
  grant: route({
    method: ['PUT', 'POST'],
    path: `${PATH}/grant`,
    summary: 'Sets what a role may do with the records of a form of the own organisation',
    access: ACCESS,
    body: FormGrant,
    result: z.null(),
    message: 'message.updated',
    screen: 'form',
  }),
}
