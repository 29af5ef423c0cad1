import { type RawBuilder, type Selectable, sql } from 'kysely'
import { columnOfField } from '#server/core/lists/columns.ts'
import type { ListSearch } from '#server/core/lists/crud.ts'
import { listConditions } from '#server/core/lists/list.ts'
import type { SignedIn } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { pageOfStores, portionsOf, storesOf } from '#server/db/store-list.ts'
import type { OnlineFormTables, StoredData } from '#server/db/tables/online-forms.ts'
import { SEE_PHONES } from '#server/features/members/index.ts'
import type { Page } from '#shared/core/envelope.ts'
import { AppError } from '#shared/core/errors.ts'
import type { Fields } from '#shared/core/fields.ts'
import { liveFields } from '#shared/features/online-forms/online-form.calc.ts'
import { FORM_LIMITS, type FormField, kindOfType } from '#shared/features/online-forms/online-form.schema.ts'
import type { PublishedForm } from './online-forms.repository.ts'

export type RecordRow = Selectable<OnlineFormTables['onlineFormRecord']> & { storeName?: string | null }

/** Fields of every record that lists may be filtered by. */
const SHARED: Fields = {
  id: 'id',
  createTime: 'time',
  createBy: 'text',
  updateTime: 'time',
  updateBy: 'text',
  version: 'number',
}

/** Fields by which the lists of a form may be filtered: those that its definition marks. */
export const filterOf = ({ definition, slots }: PublishedForm): Fields => ({
  ...SHARED,
  ...Object.fromEntries(searched({ definition, slots }).map(({ key, type }) => [key, kindOfType[type]])),
})

const searched = ({ definition, slots }: Pick<PublishedForm, 'definition' | 'slots'>): FormField[] =>
  liveFields(definition.fields).filter(({ key, search }) => search && Object.hasOwn(slots, key))

const seesPhones = ({ actions }: SignedIn): boolean => actions.has(SEE_PHONES)

/** Columns by which the lists of a form may be ordered; an index serves each. The order of phones would show masked ones. */
export const sortableOf = (form: PublishedForm, user: SignedIn): [string, ...string[]] => [
  'createTime',
  ...searched(form)
    .filter(({ type }) => type !== 'phone' || seesPhones(user))
    .map(({ key }) => key),
]

/** The values of searchable fields, for the columns that serve them. */
function slotValues({ definition, slots }: Pick<PublishedForm, 'definition' | 'slots'>, { values }: StoredData) {
  return searched({ definition, slots }).map(({ key }): [string, RawBuilder<unknown>] => {
    const slot = slots[key] as string
    const value = values[key]
    const stored = value === undefined ? null : typeof value === 'boolean' ? String(value) : value
    return [slot, isTextSlot(slot) ? indexed(sql`${stored}::text`) : sql`${stored}`]
  })
}

const isTextSlot = (slot: string): boolean => slot.startsWith('text')

/** What an index can hold of a text: several choices may be longer, and a text was before it became searchable. */
const indexed = (value: RawBuilder<unknown>) => sql`left(${value}, ${sql.lit(FORM_LIMITS.searched)})`

/** The statements of a form's records. Names of columns come from our lists of slots, and every value is a parameter. */
export function recordsOf(form: PublishedForm, reader: SignedIn) {
  const filter = filterOf(form)
  const types = new Map(form.definition.fields.map(({ key, type }) => [key, type]))
  const slotOf = (field: string): string | null =>
    Object.hasOwn(SHARED, field) ? null : ((Object.hasOwn(form.slots, field) ? form.slots[field] : undefined) ?? null)
  const columnOf = (field: string): string | RawBuilder<unknown> => {
    const slot = slotOf(field)
    if (slot === null) return columnOfField(field)
    // Masked as it is shown: a filter by digits would find out the others.
    if (types.get(field) === 'phone' && !seesPhones(reader)) return sql`mask_phone(${sql.ref(`t.${slot}`)})`
    return types.get(field) === 'switch' ? sql`(${sql.ref(`t.${slot}`)} = 'true')` : slot
  }
  const orderedBy = (field: string): string => slotOf(field) ?? columnOfField(field)
  const ofForm = sql`t.form_id = ${form.id}`
  const live = [ofForm, sql`t.deleted_at is null`]

  /** A search as one condition: its filters, stores and selected rows. */
  const whole = (user: SignedIn, query: ListSearch) => {
    const { sysOrgCode, ...rest } = query
    const where = [...live, ...listConditions(filter, rest, columnOf)]
    const stores = storesOf(user, typeof sysOrgCode === 'string' ? sysOrgCode : undefined)
    if (stores) where.push(sql`t.org_code >= ${stores.from} and t.org_code < ${stores.to}`)
    if (typeof query.selections === 'string' && query.selections !== '') {
      const ids = query.selections.split(',').filter((id) => UUID.test(id))
      where.push(sql`t.id = any(${ids}::uuid[])`)
    }
    return sql.join(where, sql` and `)
  }

  return {
    filter,
    columnOf,
    page(trx: Transaction, user: SignedIn, query: ListSearch): Promise<Page<RecordRow>> {
      const { sysOrgCode, pageNo, pageSize, order, ...rest } = query
      const stores = storesOf(user, typeof sysOrgCode === 'string' ? sysOrgCode : undefined)
      return pageOfStores<RecordRow>(trx, {
        table: 'online_form_record',
        where: [...live, ...listConditions(filter, rest, columnOf)],
        column: orderedBy(query.column),
        order,
        pageNo,
        pageSize,
        ...(stores ? { stores } : {}),
      })
    },
    /** One page of the recycle bin. */
    bin: (trx: Transaction, { pageNo, pageSize }: ListSearch): Promise<Page<RecordRow>> =>
      pageOfStores<RecordRow>(trx, {
        table: 'online_form_record',
        where: [ofForm, sql`t.deleted_at is not null`],
        column: 'deletedAt',
        order: 'desc',
        pageNo,
        pageSize,
      }),
    async count(trx: Transaction, user: SignedIn, query: ListSearch) {
      const found = await sql<{ total: number }>`select count(*) as total from online_form_record t
        where ${whole(user, query)}`.execute(trx)
      return found.rows[0]?.total ?? 0
    },
    async *each(trx: Transaction, user: SignedIn, query: ListSearch) {
      const order = query.order === 'asc' ? sql`asc` : sql`desc`
      const select = sql`select t.*, (select name from store s where s.org_code = t.org_code) as store_name
        from online_form_record t where ${whole(user, query)}
        order by ${sql.ref(`t.${orderedBy(query.column)}`)} ${order}, t.id ${order}`
      for await (const rows of portionsOf<RecordRow>(trx, select)) yield rows
    },
    /** Records by id, locked; throws unless all exist, inside or outside of the recycle bin. */
    async locked(trx: Transaction, ids: readonly string[], { deleted }: { deleted: boolean }): Promise<RecordRow[]> {
      const wanted = [...new Set(ids)]
      const found = wanted.every((id) => UUID.test(id))
        ? await trx
            .selectFrom('onlineFormRecord')
            .selectAll()
            .where('formId', '=', form.id)
            .where('id', 'in', wanted)
            .where('deletedAt', deleted ? 'is not' : 'is', null)
            .orderBy('id')
            .forUpdate()
            .execute()
        : []
      if (found.length !== wanted.length) throw new AppError('common.recordNotFound')
      return found
    },
    async get(trx: Transaction, id: string): Promise<RecordRow> {
      const { rows } = await sql<RecordRow>`select t.*, s.name as store_name
        from online_form_record t left join store s on s.org_code = t.org_code
        where t.id = ${id}::uuid and ${sql.join(live, sql` and `)}`.execute(trx)
      const [row] = rows
      if (!row) throw new AppError('common.recordNotFound')
      return row
    },
    async insert(
      trx: Transaction,
      { id, orgCode, data, by, at }: { id: string; orgCode: string; data: StoredData; by: string; at: Date },
    ): Promise<void> {
      const slots = slotValues(form, data)
      const names = slots.map(([slot]) => sql`, ${sql.ref(slot)}`)
      const values = slots.map(([, value]) => sql`, ${value}`)
      await sql`insert into online_form_record (id, org_code, form_id, version, data, created_by, created_at${sql.join(names, sql``)})
        values (${id}, ${orgCode}, ${form.id}, ${form.version}, ${JSON.stringify(data)}::jsonb, ${by}, ${at}${sql.join(values, sql``)})`.execute(
        trx,
      )
    },
    async update(
      trx: Transaction,
      { id, orgCode, data, by, at }: { id: string; orgCode: string; data: StoredData; by: string; at: Date },
    ): Promise<void> {
      const slots = slotValues(form, data).map(([slot, value]) => sql`, ${sql.ref(slot)} = ${value}`)
      await sql`update online_form_record set data = ${JSON.stringify(data)}::jsonb, version = ${form.version},
          revision = revision + 1, updated_by = ${by}, updated_at = ${at}${sql.join(slots, sql``)}
        where id = ${id} and org_code = ${orgCode}`.execute(trx)
    },
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export type FormRecords = ReturnType<typeof recordsOf>

/** The scope within which a value of a unique field may occur once. */
const scopeOfUnique = (form: Pick<PublishedForm, 'ownerCode'>, field: FormField, orgCode: string): string =>
  field.unique === 'all' ? `${form.ownerCode}~` : orgCode

/** Removes what records occupy of the values of unique fields. A record is known by its store as well, because clients choose ids. */
export async function releaseUnique(
  trx: Transaction,
  { id: formId }: Pick<PublishedForm, 'id'>,
  records: readonly Pick<RecordRow, 'id' | 'orgCode'>[],
): Promise<void> {
  const ids = records.map(({ id }) => id)
  const stores = records.map(({ orgCode }) => orgCode)
  await sql`delete from online_form_unique where form_id = ${formId}
    and (record_id, record_org) in (select * from unnest(${ids}::uuid[], ${stores}::text[]))`.execute(trx)
}

/** Occupies the values of a record's unique fields; throws if another record has one. A simultaneous addition is waited for. */
export async function occupyUnique(
  trx: Transaction,
  form: PublishedForm,
  { id, orgCode, data }: { id: string; orgCode: string; data: StoredData },
  labelOf: (field: FormField) => string,
): Promise<void> {
  // In order, so that two additions that wait for each other's values do not deadlock.
  const fields = liveFields(form.definition.fields)
    .filter(({ key, unique }) => unique !== 'no' && data.values[key] !== undefined)
    .toSorted((one, other) => (one.key < other.key ? -1 : 1))
  for (const field of fields) {
    const { rows } =
      await sql`insert into online_form_unique (form_id, field, scope_code, value_hash, record_id, record_org)
      values (${form.id}, ${field.key}, ${scopeOfUnique(form, field, orgCode)},
        ${hashOf(sql`${JSON.stringify(data.values[field.key])}::jsonb #>> '{}'`)}, ${id}, ${orgCode})
      on conflict do nothing returning record_id`.execute(trx)
    if (rows.length === 0) throw new AppError('forms.valueTaken', { field: field.key, name: labelOf(field) })
  }
}

const hashOf = (value: RawBuilder<unknown>) => sql`encode(sha256(convert_to(${value}, 'UTF8')), 'hex')`

/** Fills the column of a field that has become searchable. */
export async function fillSlot(trx: Transaction, formId: string, field: FormField, slot: string): Promise<void> {
  const value = sql`data #>> array['values', ${field.key}::text]`
  const type = slot.startsWith('number')
    ? sql`double precision`
    : slot.startsWith('date')
      ? sql`date`
      : sql`timestamptz`
  const stored = isTextSlot(slot) ? indexed(value) : sql`(${value})::${type}`
  await sql`update online_form_record set ${sql.ref(slot)} = ${stored} where form_id = ${formId}`.execute(trx)
}

/** Occupies the values of a field that has become unique, or is unique elsewhere now; false if some occur twice. */
export async function occupyAll(
  trx: Transaction,
  form: Pick<PublishedForm, 'id' | 'ownerCode'>,
  field: FormField,
): Promise<boolean> {
  await trx.deleteFrom('onlineFormUnique').where('formId', '=', form.id).where('field', '=', field.key).execute()
  if (field.unique === 'no') return true
  const value = sql`data #>> array['values', ${field.key}::text]`
  const scope = field.unique === 'all' ? sql`${`${form.ownerCode}~`}::text` : sql`org_code`
  const { rows } = await sql<{ twice: boolean }>`with taken as (
      insert into online_form_unique (form_id, field, scope_code, value_hash, record_id, record_org)
      select form_id, ${field.key}, ${scope}, ${hashOf(value)}, id, org_code from online_form_record
      where form_id = ${form.id} and deleted_at is null and ${value} is not null
      on conflict do nothing returning 1)
    select (select count(*) from taken) < (select count(*) from online_form_record
      where form_id = ${form.id} and deleted_at is null and ${value} is not null) as twice`.execute(trx)
  return rows[0]?.twice === false
}
