import type { z } from 'zod'
import { parseInput } from '#server/core/http/parse.ts'
import type { ListSearch } from '#server/core/lists/crud.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import type { StoredData } from '#server/db/tables/online-forms.ts'
import { SEE_PHONES } from '#server/features/members/index.ts'
import { listFilters } from '#shared/core/crud.ts'
import type { Page } from '#shared/core/envelope.ts'
import { AppError } from '#shared/core/errors.ts'
import { listQuery } from '#shared/core/route.ts'
import { exact } from '#shared/core/text.ts'
import { maskPhone } from '#shared/features/members/phone.calc.ts'
import type { FormRecord } from '#shared/features/online-forms/form-records.contract.ts'
import { labelOf } from '#shared/features/online-forms/online-form.calc.ts'
import type { FormField } from '#shared/features/online-forms/online-form.schema.ts'
import { FormAct } from '#shared/features/online-forms/online-forms.contract.ts'
import { withOwnOptions } from './form-dictionaries.service.ts'
import {
  filterOf,
  occupyUnique,
  type RecordRow,
  recordsOf,
  releaseUnique,
  sortableOf,
} from './form-records.repository.ts'
import { toRecords } from './form-records.view.ts'
import { storedDataOf, type WireRows, type WireValues } from './form-values.service.ts'
import { actionOf, holdForm, openForm, type PublishedForm } from './online-forms.repository.ts'

/** The query of a form's list: page, order, and filters by the fields that its definition marks. */
export function searchOf(form: PublishedForm, query: Record<string, string>, ctx: CallContext): ListSearch {
  const schema = listQuery(sortableOf(form, ctx.user), listFilters(filterOf(form))).extend({
    sysOrgCode: exact(64).optional(),
    selections: exact(20_000).optional(),
    confirm: exact(8).optional(),
  })
  return parseInput(schema, query, ctx.locale) as z.output<typeof schema> & ListSearch
}

const valuesForTrail = (form: PublishedForm, { values, rows }: StoredData) => ({
  ...Object.fromEntries(
    Object.entries(values).map(([key, value]) => {
      const isPhone = form.definition.fields.some((field) => field.key === key && field.type === 'phone')
      return [key, isPhone ? maskPhone(String(value)) : value]
    }),
  ),
  ...rows,
})

/** Where the history of a form's records is kept in the audit trail. */
export const historyKind = ({ code }: Pick<PublishedForm, 'code'>): string => `/form/record/${code}`

export function formRecordsService(deps: Pick<Deps, 'clock' | 'dictionaries'>) {
  const { clock } = deps

  const nameIn =
    ({ locale }: CallContext) =>
    (field: FormField): string =>
      labelOf(field, locale)

  /** A masked phone that a form returns stands for the stored one; in rows, unless several stored ones look like it. */
  const withoutMasks = (
    { definition }: PublishedForm,
    given: { values: WireValues; rows?: WireRows | undefined },
    before: StoredData,
    { user }: CallContext,
  ): { values: WireValues; rows?: WireRows | undefined } => {
    if (user.actions.has(SEE_PHONES)) return given
    const unmasked = (fields: readonly FormField[], sent: WireValues, stored: readonly StoredData['values'][]) =>
      Object.fromEntries(
        Object.entries(sent).map(([key, value]) => {
          const isPhone = fields.some((field) => field.key === key && field.type === 'phone')
          const phones = isPhone ? stored.map((one) => one[key]).filter((one) => one !== undefined) : []
          const alike = new Set(phones.filter((one) => value === maskPhone(String(one))))
          const [same] = alike
          return [key, same !== undefined && alike.size === 1 ? same : value]
        }),
      )
    const { rows } = given
    return {
      values: unmasked(definition.fields, given.values, [before.values]),
      rows:
        rows &&
        Object.fromEntries(
          Object.entries(rows).map(([key, sent]) => {
            const stored = before.rows?.[key] ?? []
            const fields = definition.subTables.find((table) => table.key === key)?.fields ?? []
            return [
              key,
              sent.map((row, index) => {
                // The row of the same place first: it is the same one unless rows were moved.
                const inPlace = stored[index] ? unmasked(fields, row, [stored[index]]) : row
                return unmasked(fields, inPlace, stored)
              }),
            ]
          }),
        ),
    }
  }

  const service = {
    /** The published form, and what the caller may do. */
    form: (code: string, ctx: CallContext) =>
      ctx.tx(async (trx) => {
        const form = await openForm(trx, ctx.user, code, FormAct.options)
        return {
          id: form.id,
          code: form.code,
          nameZh: form.nameZh,
          nameEn: form.nameEn,
          version: form.version,
          definition: form.definition,
          acts: FormAct.options.filter((act) => ctx.user.actions.has(actionOf(code, act))),
          sortable: sortableOf(form, ctx.user),
        }
      }),

    page: (code: string, query: Record<string, string>, ctx: CallContext) =>
      ctx.tx(async (trx): Promise<Page<FormRecord>> => {
        const form = await openForm(trx, ctx.user, code, ['list'])
        const page = await recordsOf(form, ctx.user).page(trx, ctx.user, searchOf(form, query, ctx))
        const records = await toRecords(deps, trx, form.definition, page.records, { reader: ctx, withRows: false })
        return { ...page, records }
      }),

    one: (code: string, id: string, ctx: CallContext) =>
      ctx.tx(async (trx): Promise<FormRecord> => {
        const form = await openForm(trx, ctx.user, code, ['list'])
        const row = await recordsOf(form, ctx.user).get(trx, id)
        const [record] = await toRecords(deps, trx, form.definition, [row], { reader: ctx, withRows: true })
        if (!record) throw new AppError('common.recordNotFound')
        return record
      }),

    /** Adds a record within a transaction; `id` is the idempotency key of the call, or a new id. */
    async insert(
      trx: Transaction,
      form: PublishedForm,
      { id, values, rows }: { id: string; values: WireValues; rows?: WireRows | undefined },
      ctx: CallContext,
    ): Promise<StoredData> {
      const { user, locale } = ctx
      // A record belongs to a store at or below the form's organisation.
      if (user.orgCode === '') throw new AppError('auth.chooseStore')
      if (!user.orgCode.startsWith(form.ownerCode)) throw new AppError('forms.notHere')
      const now = clock()
      const filling = { trx, user, locale, now, formCode: form.code }
      const data = await storedDataOf(
        { dictionaries: withOwnOptions(deps.dictionaries, form.definition) },
        filling,
        form.definition,
        { values, rows },
      )
      await recordsOf(form, ctx.user).insert(trx, { id, orgCode: user.orgCode, data, by: user.username, at: now })
      await occupyUnique(trx, form, { id, orgCode: user.orgCode, data }, nameIn(ctx))
      return data
    },

    add: (code: string, body: { values: WireValues; rows: WireRows }, ctx: CallContext) =>
      ctx.tx(async (trx) => {
        const form = await holdForm(trx, ctx.user, code, ['add'])
        const data = await service.insert(trx, form, { id: ctx.key, ...body }, ctx)
        ctx.touched({ id: ctx.key, kind: historyKind(form), after: valuesForTrail(form, data) })
        return { id: ctx.key }
      }),

    edit: (
      code: string,
      {
        id,
        revision,
        values,
        rows,
      }: { id: string; revision?: number; values: WireValues; rows?: WireRows | undefined },
      ctx: CallContext,
    ) =>
      ctx.tx(async (trx) => {
        const form = await holdForm(trx, ctx.user, code, ['edit'])
        const records = recordsOf(form, ctx.user)
        const [row] = (await records.locked(trx, [id], { deleted: false })) as [RecordRow]
        if (revision !== undefined && row.revision !== revision) throw new AppError('forms.recordChanged')
        const { user, locale } = ctx
        const now = clock()
        const filling = { trx, user, locale, now, formCode: form.code }
        const given = withoutMasks(form, { values, rows }, row.data, ctx)
        const data = await storedDataOf(
          { dictionaries: withOwnOptions(deps.dictionaries, form.definition) },
          filling,
          form.definition,
          given,
          row.data,
        )
        await records.update(trx, { id, orgCode: row.orgCode, data, by: user.username, at: now })
        await releaseUnique(trx, form, [row])
        await occupyUnique(trx, form, { id, orgCode: row.orgCode, data }, nameIn(ctx))
        const trail = { before: valuesForTrail(form, row.data), after: valuesForTrail(form, data) }
        ctx.touched({ id, kind: historyKind(form), ...trail })
        return { revision: row.revision + 1 }
      }),

    /** Puts records into the recycle bin; their unique values are free again. */
    remove: (code: string, ids: readonly string[], ctx: CallContext) =>
      ctx.tx(async (trx) => {
        const form = await holdForm(trx, ctx.user, code, ['delete'])
        const rows = await recordsOf(form, ctx.user).locked(trx, ids, { deleted: false })
        await trx
          .updateTable('onlineFormRecord')
          .set({ deletedAt: clock(), deletedBy: ctx.user.username })
          .where('formId', '=', form.id)
          .where(
            'id',
            'in',
            rows.map(({ id }) => id),
          )
          .execute()
        await releaseUnique(trx, form, rows)
        for (const row of rows)
          ctx.touched({ id: row.id, kind: historyKind(form), before: valuesForTrail(form, row.data) })
        return null
      }),

    bin: (code: string, query: Record<string, string>, ctx: CallContext) =>
      ctx.tx(async (trx): Promise<Page<FormRecord>> => {
        const form = await openForm(trx, ctx.user, code, ['delete'])
        const page = await recordsOf(form, ctx.user).bin(trx, searchOf(form, query, ctx))
        const records = await toRecords(deps, trx, form.definition, page.records, { reader: ctx, withRows: false })
        return { ...page, records }
      }),

    restore: (code: string, ids: readonly string[], ctx: CallContext) =>
      ctx.tx(async (trx) => {
        const form = await holdForm(trx, ctx.user, code, ['delete'])
        const rows = await recordsOf(form, ctx.user).locked(trx, ids, { deleted: true })
        for (const row of rows) {
          await trx
            .updateTable('onlineFormRecord')
            .set({ deletedAt: null, deletedBy: null })
            .where('id', '=', row.id)
            .where('orgCode', '=', row.orgCode)
            .execute()
          await occupyUnique(trx, form, row, nameIn(ctx))
          ctx.touched({ id: row.id, kind: historyKind(form), after: valuesForTrail(form, row.data) })
        }
        return null
      }),

    purge: (code: string, ids: readonly string[], ctx: CallContext) =>
      ctx.tx(async (trx) => {
        const form = await holdForm(trx, ctx.user, code, ['delete'])
        const rows = await recordsOf(form, ctx.user).locked(trx, ids, { deleted: true })
        await trx
          .deleteFrom('onlineFormRecord')
          .where('formId', '=', form.id)
          .where(
            'id',
            'in',
            rows.map(({ id }) => id),
          )
          .execute()
        for (const row of rows)
          ctx.touched({ id: row.id, kind: historyKind(form), before: valuesForTrail(form, row.data) })
        return null
      }),
  }

  return service
}
