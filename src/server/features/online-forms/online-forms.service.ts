import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { escapeLike, pageOfTable } from '#server/db/store-list.ts'
import type { Page } from '#shared/core/envelope.ts'
import { AppError } from '#shared/core/errors.ts'
import { toWireTime } from '#shared/core/time.ts'
import { lossOf, problemOf, type Slots, slotsFor } from '#shared/features/online-forms/online-form.calc.ts'
import {
  FORM_LIMITS,
  type FormDefinition,
  type FormField,
  hasDictionary,
  isTyped,
} from '#shared/features/online-forms/online-form.schema.ts'
import type {
  FormAdd,
  FormEdit,
  FormGrant,
  FormPublish,
  FormWhole,
  FormRow as ShownForm,
} from '#shared/features/online-forms/online-forms.contract.ts'
import { grantActs, removePermissions, rightsOf, syncPermissions } from './form-permissions.repository.ts'
import { fillSlot, occupyAll } from './form-records.repository.ts'
import { countRecords, definitionOf, type FormRow, formById, isOwn, ownForm } from './online-forms.repository.ts'

/** Where the history of forms is kept in the audit trail. */
const KIND = '/form/definition'

/** The most records whose values are read again when a field becomes searchable or unique. */
const MAX_READ_AGAIN = 200_000

const wholeFields = ({ fields, subTables }: FormDefinition): FormField[] => [
  ...fields,
  ...subTables.flatMap((table) => table.fields),
]

function checkDefinition(definition: FormDefinition): void {
  const size = Buffer.byteLength(JSON.stringify(definition))
  if (size > FORM_LIMITS.definition) {
    throw new AppError('forms.definitionTooBig', { field: 'draft', limit: Math.floor(FORM_LIMITS.definition / 1000) })
  }
  const problem = problemOf(definition)
  if (problem) throw new AppError(`forms.problem.${problem.code}`, { field: 'draft', key: problem.field })
}

export function onlineFormsService({ clock, dictionaries }: Pick<Deps, 'clock' | 'dictionaries'>) {
  const shown = async (trx: Transaction, form: FormRow, { user }: CallContext): Promise<ShownForm> => {
    const { publishedVersion: version } = form
    const published = version === null ? null : await definitionOf(trx, form.id, version)
    return {
      id: form.id,
      code: form.code,
      nameZh: form.nameZh,
      nameEn: form.nameEn,
      icon: form.icon,
      ownerCode: form.ownerCode,
      publishedVersion: version,
      isChanged: published === null || !isDeepStrictEqual(published, form.draft),
      isOwn: isOwn(form, user),
      createBy: form.createdBy,
      createTime: toWireTime(form.createdAt),
      updateBy: form.updatedBy,
      updateTime: form.updatedAt ? toWireTime(form.updatedAt) : null,
    }
  }

  /** What the definition names exists: dictionaries, check rules and fill rules. */
  const checkNames = async (trx: Transaction, definition: FormDefinition, ctx: CallContext): Promise<void> => {
    const known = await dictionaries.all(ctx.locale)
    const checking = await trx.selectFrom('checkRule').select('ruleCode').execute()
    const rules = new Set(checking.map(({ ruleCode }) => ruleCode))
    const filling = await trx.selectFrom('fillRule').select('ruleCode').execute()
    const fillRules = new Set(filling.map(({ ruleCode }) => ruleCode))
    for (const { key, type, dictionary, checkRule, fillRule } of wholeFields(definition)) {
      if (hasDictionary(type) && dictionary !== '' && !Object.hasOwn(known, dictionary)) {
        throw new AppError('forms.problem.dictionary', { field: 'draft', key })
      }
      if (isTyped(type) && checkRule !== '' && !rules.has(checkRule)) {
        throw new AppError('forms.problem.checkRule', { field: 'draft', key })
      }
      if (fillRule !== '' && !fillRules.has(fillRule))
        throw new AppError('forms.problem.fillRule', { field: 'draft', key })
    }
  }

  /** Reads the values of records again for fields that have become searchable or unique. */
  const readRecordsAgain = async (
    trx: Transaction,
    form: FormRow,
    { before, slots }: { before: FormDefinition | null; slots: Slots },
  ): Promise<void> => {
    const old = new Map((before?.fields ?? []).map((field) => [field.key, field]))
    const searchable = form.draft.fields.filter(({ key, search, retired }) => {
      const had = old.get(key)
      return search && !retired && (!had?.search || had.retired || form.slots[key] !== slots[key])
    })
    // The records that were changed while a field was retired occupy no value of it.
    const unique = form.draft.fields.filter(({ key, unique: scope, retired }) => {
      const had = old.get(key)
      return (had?.unique ?? 'no') !== scope || (scope !== 'no' && had?.retired === true && !retired)
    })
    if (before === null || searchable.length + unique.length === 0) return
    const count = await countRecords(trx, form.id)
    if (count === 0) return
    if (count > MAX_READ_AGAIN) throw new AppError('forms.tooManyToRead', { field: 'draft', limit: MAX_READ_AGAIN })
    for (const field of searchable) await fillSlot(trx, form.id, field, slots[field.key] as string)
    for (const field of unique) {
      if (!(await occupyAll(trx, form, field)))
        throw new AppError('forms.notUnique', { field: 'draft', key: field.key })
    }
  }

  return {
    page: (
      query: {
        pageNo: number
        pageSize: number
        column: string
        order: 'asc' | 'desc'
        name?: string | undefined
        code?: string | undefined
      },
      ctx: CallContext,
    ) =>
      ctx.tx(async (trx): Promise<Page<ShownForm>> => {
        const { pageNo, pageSize, order, name, code } = query
        const part = name && `%${escapeLike(name.replaceAll('*', ''))}%`
        const column = { createTime: 'createdAt', updateTime: 'updatedAt' }[query.column] ?? 'code'
        const where = [
          ...(part ? [sql`(t.name_zh ilike ${part} or t.name_en ilike ${part})`] : []),
          ...(code ? [sql`t.code = ${code}`] : []),
        ]
        const page = await pageOfTable<FormRow>(trx, { table: 'onlineForm', where, column, order, pageNo, pageSize })
        const records: ShownForm[] = []
        for (const row of page.records) records.push(await shown(trx, row, ctx))
        return { ...page, records }
      }),

    one: (id: string, ctx: CallContext) =>
      ctx.tx(async (trx): Promise<FormWhole> => {
        const form = await formById(trx, id)
        const version = form.publishedVersion
        const published = version === null ? null : await definitionOf(trx, id, version)
        return { ...(await shown(trx, form, ctx)), draft: form.draft, draftNo: form.draftNo, published }
      }),

    /** Adds a form under an id. */
    addAs: (id: string, body: FormAdd, ctx: CallContext) =>
      ctx.tx(async (trx) => {
        checkDefinition(body.draft)
        const { user } = ctx
        const ownerCode = user.orgCode
        // One at a time, so that the limit holds.
        await sql`select pg_advisory_xact_lock(hashtext(${`online_form ${ownerCode}`}))`.execute(trx)
        const { rows } = await sql<{ total: number }>`select count(*)::int as total from online_form
          where owner_code = ${ownerCode}`.execute(trx)
        if ((rows[0]?.total ?? 0) >= FORM_LIMITS.forms)
          throw new AppError('forms.tooMany', { limit: FORM_LIMITS.forms })
        const { code, nameZh, nameEn, icon, draft } = body
        await trx
          .insertInto('onlineForm')
          .values({
            id,
            ownerCode,
            code,
            nameZh,
            nameEn,
            icon,
            draft: JSON.stringify(draft),
            createdBy: user.username,
            createdAt: clock(),
          })
          .execute()
        ctx.touched({ id, kind: KIND, after: body })
        return { id }
      }),

    edit: ({ id, draftNo, draft, ...names }: FormEdit, ctx: CallContext) =>
      ctx.tx(async (trx) => {
        const form = await ownForm(trx, ctx.user, id)
        if (form.draftNo !== draftNo) throw new AppError('forms.changedMeanwhile')
        if (draft) checkDefinition(draft)
        await trx
          .updateTable('onlineForm')
          .set({
            ...Object.fromEntries(Object.entries(names).filter(([, name]) => name !== undefined)),
            ...(draft ? { draft: JSON.stringify(draft) } : {}),
            draftNo: draftNo + 1,
            updatedBy: ctx.user.username,
            updatedAt: clock(),
          })
          .where('id', '=', id)
          .execute()
        const after = await formById(trx, id)
        if (after.publishedVersion !== null) await syncPermissions(trx, after)
        ctx.touched({ id, kind: KIND, before: form, after })
        return { draftNo: draftNo + 1 }
      }),

    publish: ({ id, draftNo }: FormPublish, ctx: CallContext) =>
      ctx.tx(async (trx) => {
        const form = await ownForm(trx, ctx.user, id)
        if (form.draftNo !== draftNo) throw new AppError('forms.changedMeanwhile')
        checkDefinition(form.draft)
        await checkNames(trx, form.draft, ctx)
        const before = form.publishedVersion === null ? null : await definitionOf(trx, id, form.publishedVersion)
        const loss = before ? lossOf(before, form.draft) : null
        if (loss) {
          const code = loss.to === 'removed' ? 'forms.fieldRemoved' : 'forms.typeChanged'
          throw new AppError(code, { field: 'draft', key: loss.field, from: loss.from, to: loss.to })
        }
        const given = slotsFor(form.draft, form.slots)
        if ('noneFor' in given) throw new AppError('forms.problem.slots', { field: 'draft', key: given.noneFor })
        const { slots } = given
        await readRecordsAgain(trx, form, { before, slots })
        const version = (form.publishedVersion ?? 0) + 1
        await trx
          .insertInto('onlineFormVersion')
          .values({
            formId: id,
            version,
            ownerCode: form.ownerCode,
            definition: JSON.stringify(form.draft),
            publishedBy: ctx.user.username,
            publishedAt: clock(),
          })
          .execute()
        await trx
          .updateTable('onlineForm')
          .set({ publishedVersion: version, slots: JSON.stringify(slots), draftNo: draftNo + 1 })
          .where('id', '=', id)
          .execute()
        await syncPermissions(trx, form)
        ctx.touched({ id, kind: KIND, before: { version: form.publishedVersion }, after: { version } })
        return { version }
      }),

    isCodeFree: (code: string, id: string | undefined, ctx: CallContext): Promise<boolean> =>
      ctx.tx(async (trx) => {
        const taken = await trx.selectFrom('onlineForm').select('id').where('code', '=', code).executeTakeFirst()
        return taken === undefined || taken.id === id
      }),

    /** Deletes forms without records, all or none. */
    removeAll: (ids: readonly string[], ctx: CallContext): Promise<void> =>
      ctx.tx(async (trx) => {
        for (const id of new Set(ids)) {
          const form = await ownForm(trx, ctx.user, id)
          if ((await countRecords(trx, id)) > 0) throw new AppError('forms.hasRecords')
          await removePermissions(trx, form)
          await trx.deleteFrom('onlineForm').where('id', '=', id).execute()
          ctx.touched({ id, kind: KIND, before: form })
        }
      }),

    versions: (id: string, ctx: CallContext) =>
      ctx.tx(async (trx) => {
        await formById(trx, id)
        const rows = await trx
          .selectFrom('onlineFormVersion')
          .selectAll()
          .where('formId', '=', id)
          .orderBy('version', 'desc')
          .limit(100)
          .execute()
        const counts = await sql<{ version: number; total: number }>`select version, count(*)::int as total
          from online_form_record where form_id = ${id} group by version`.execute(trx)
        return rows.map(({ version, publishedBy, publishedAt, definition }) => ({
          version,
          publishedBy,
          publishedAt: toWireTime(publishedAt),
          definition,
          records: counts.rows.find((one) => one.version === version)?.total ?? 0,
        }))
      }),

    rights: (id: string, ctx: CallContext) =>
      ctx.tx(async (trx) => {
        const form = await formById(trx, id)
        if (!isOwn(form, ctx.user)) throw new AppError('forms.notOwn')
        return rightsOf(trx, ctx.user, form)
      }),

    grant: ({ id, roleId, acts }: FormGrant, ctx: CallContext) =>
      ctx.tx(async (trx) => {
        const form = await ownForm(trx, ctx.user, id)
        if (form.publishedVersion === null) throw new AppError('forms.notPublished')
        const { before, after } = await grantActs(trx, ctx.user, form, { roleId, acts })
        ctx.touched({ id, kind: KIND, before: { roleId, acts: before }, after: { roleId, acts: after } })
        return null
      }),
  }
}
