import { z } from 'zod'
import type { TextKey } from '#shared/i18n/catalogue.ts'
import { pageOf } from './envelope.ts'
import { differingValuesOf, familyField, familyNameOf, familyValues } from './family-names.ts'
import type { FieldLabels, Fields } from './fields.ts'
import { joined, listQuery, route } from './route.ts'
import { exact } from './text.ts'

export type { FieldKind, Fields } from './fields.ts'

const FilterText = exact(8000).optional()
const FamilyFilterText = familyField(FilterText)
const ValueFilterText = familyValues(FilterText)

type FilterNames<F extends Fields> = keyof F & string
type FilterShape<F extends Fields> = {
  [K in
    | FilterNames<F>
    | `${FilterNames<F>}_begin`
    | `${FilterNames<F>}_end`
    | `${FilterNames<F>}_MultiString`
    | 'superQueryParams'
    | 'superQueryMatchType']: typeof FilterText
}

/** The filter parameters of a list (`api-family 1.5`). They are plain texts here; the server parses their values. */
export function listFilters<F extends Fields>(fields: F): FilterShape<F> {
  const names = Object.keys(fields).flatMap((name) => [name, `${name}_begin`, `${name}_end`, `${name}_MultiString`])
  const schemaOf = (name: string) => {
    if (differingValuesOf(name).length > 0) return ValueFilterText
    return familyNameOf(name) === name ? FilterText : FamilyFilterText
  }
  const shape = [...names, 'superQueryParams', 'superQueryMatchType'].map((name) => [name, schemaOf(name)] as const)
  // Object.fromEntries loses the key types; the names are those of the mapped type.
  return Object.fromEntries(shape) as FilterShape<F>
}

/** The id of a row: usually a UUID, in some older tables a word. */
export const RecordId = exact(128, 1).regex(/^[^\s,]*$/)

/** 1 to 500 row ids, joined by commas. */
export const RecordIds = joined.pipe(z.array(RecordId).min(1).max(500))

const auditFields = {
  createBy: z.string().nullable(),
  createTime: z.string().nullable(),
  updateBy: z.string().nullable(),
  updateTime: z.string().nullable(),
}

/** A stored row: its own fields, its id, and who created and changed it when. */
export const entity = <S extends z.ZodRawShape>(fields: z.ZodObject<S>) =>
  z.object({ id: z.string(), ...fields.shape, ...auditFields })

/** A plain resource, declared once: contract, table, workbook and screen derive from it. */
export interface Resource<
  E extends z.ZodObject = z.ZodObject,
  C extends z.ZodObject = z.ZodObject,
  U extends z.ZodObject = z.ZodObject,
  F extends Fields = Fields,
  D extends string = string,
> {
  /** Path below `/api`, such as `/sys/position`. */
  path: `/${string}`
  /** The module of its action codes: `position` gives `position:list`, `:add`, `:edit`, `:delete`, `:export`, `:import`. */
  permission: string
  /** Plural noun for the API description. */
  noun: string
  /** A stored row as calls return it, without `_dictText` fields. */
  entity: E
  create: C
  /** Fields that may change. A field that is not sent stays as it is, so the schema must have no defaults. */
  update: U
  /** Fields that a list may be filtered by. */
  filter: F
  /** Fields that a list may be ordered by, a subset of `filter`. The first one descending unless `order` is given. */
  sort: readonly [string, ...string[]]
  order?: { column: string; order: 'asc' | 'desc' }
  /** Fields with a dictionary: each gets a sibling `<field>_dictText` in the language of the reader. */
  dict: Record<D, string>
  /** Labels of the fields in headings, forms, history and errors; `fieldsOf` derives them from field marks. */
  labels?: FieldLabels
  messages?: { added?: TextKey; updated?: TextKey; deleted?: TextKey; batchDeleted?: TextKey }
}

/** Checks a resource definition and keeps its inferred types. */
export const resource = <
  E extends z.ZodObject,
  C extends z.ZodObject,
  U extends z.ZodObject,
  const F extends Fields,
  const D extends string = never,
>(
  definition: Resource<E, C, U, F, D>,
): Resource<E, C, U, F, D> => definition

type Texts<D extends string> = { [K in `${D}_dictText`]: z.ZodNullable<z.ZodString> }

/** A row as lists return it: with a `<field>_dictText` for every field that has a dictionary. */
export function listedRow<E extends z.ZodObject, D extends string>(row: E, dict: Record<D, string>) {
  const texts = Object.keys(dict).map((field) => [`${field}_dictText`, z.string().nullable()])
  return z.object({ ...row.shape, ...(Object.fromEntries(texts) as Texts<D>) } as E['shape'] & Texts<D>)
}

/** The query schema of a resource's list. */
export const listQueryOf = <F extends Fields>({
  filter,
  sort,
  order,
}: { filter: F } & Pick<Resource, 'sort' | 'order'>) => listQuery(sort, listFilters(filter), order)

/** List, add, edit, delete, deleteBatch and queryById of a plain resource, as the API family has them (`api-family 1.6`). */
export function crudRoutes<
  E extends z.ZodObject,
  C extends z.ZodObject,
  U extends z.ZodObject,
  F extends Fields,
  D extends string,
>(definition: Resource<E, C, U, F, D>) {
  const { path, permission, noun, create, update, dict, labels = {}, messages = {} } = definition
  const row = listedRow(definition.entity, dict)
  return {
    list: route({
      labels,
      method: 'GET',
      path: `${path}/list`,
      summary: `A page of ${noun}`,
      access: `${permission}:list`,
      query: listQueryOf(definition),
      result: pageOf(row),
    }),
    queryById: route({
      method: 'GET',
      path: `${path}/queryById`,
      summary: `One of the ${noun}`,
      access: `${permission}:list`,
      query: z.object({ id: RecordId }),
      result: row,
    }),
    add: route({
      labels,
      method: 'POST',
      path: `${path}/add`,
      summary: `Adds to the ${noun}`,
      access: `${permission}:add`,
      body: create,
      result: z.null(),
      message: messages.added ?? 'message.added',
    }),
    edit: route({
      labels,
      method: ['PUT', 'POST'],
      path: `${path}/edit`,
      summary: `Changes one of the ${noun}; fields that are not sent stay`,
      access: `${permission}:edit`,
      body: z.object({ ...update.partial().shape, id: RecordId } as Partialized<U> & { id: typeof RecordId }),
      result: z.null(),
      message: messages.updated ?? 'message.updated',
    }),
    delete: route({
      method: 'DELETE',
      path: `${path}/delete`,
      summary: `Removes one of the ${noun}`,
      access: `${permission}:delete`,
      query: z.object({ id: RecordId }),
      result: z.null(),
      message: messages.deleted ?? 'message.deleted',
    }),
    deleteBatch: route({
      method: 'DELETE',
      path: `${path}/deleteBatch`,
      summary: `Removes several of the ${noun}, all or none`,
      access: `${permission}:delete`,
      query: z.object({ ids: RecordIds }),
      result: z.null(),
      message: messages.batchDeleted ?? 'message.batchDeleted',
    }),
  }
}

/** Undoes deletions of a resource whose server handlers are `undoHandlers`. */
export const undoRoutes = ({ path, permission, noun }: Pick<Resource, 'path' | 'permission' | 'noun'>) => ({
  undelete: route({
    method: 'POST',
    path: `${path}/undelete`,
    summary: `Brings back what the caller has deleted of the ${noun} in the last minutes, all or none`,
    access: `${permission}:delete`,
    body: z.object({ ids: RecordIds }),
    result: z.null(),
    message: 'message.undeleted',
  }),
})

type Partialized<U extends z.ZodObject> = { [K in keyof U['shape']]: z.ZodOptional<U['shape'][K]> }
