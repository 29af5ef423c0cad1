import { z } from 'zod'
import type { TextKey } from '#shared/i18n/catalogue.ts'
import { ourNameOf } from './family-names.ts'
import type { FieldLabels } from './fields.ts'
import { MAX_PICKED_ROWS } from './picking.ts'
import { exact, wrong } from './text.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * Who may call: everybody, every signed-in user, users who hold an action code of the permission list (`module:verb`,
 * which also controls buttons), only a device of a venue with its key, or only a member who signed in to the member page.
 */
export type Access = 'public' | 'signedIn' | 'device' | 'member' | `${string}:${string}`

export interface Idempotency {
  /** Fields that may differ in a repeated call and are not hashed: secrets, and fields about the repetition itself. */
  exceptFields?: readonly string[]
}

/**
 * An HTTP call, declared once: server, typed client, form rules, permission list and OpenAPI derive from it.
 *
 * Fields that a schema does not name are dropped before the handler runs; a call that must refuse them uses `z.strictObject`.
 */
export interface Route<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
> {
  /** The client uses the first method; the server accepts each. */
  method: Method | readonly [Method, ...Method[]]
  /** Path below `/api`, with `:name` for parameters. */
  path: `/${string}`
  summary: string
  access: Access
  params?: P
  query?: Q
  body?: B
  result: R
  /** The envelope's message on success, unless the handler gives its own. */
  message?: TextKey
  /** The envelope's code on success; the family's clients compare only that of sign-in (200). */
  code?: 0 | 200
  /**
   * For calls that move money or start something: they take effect once per `Idempotency-Key` and return the same response again.
   * The same key with another body is refused.
   */
  idempotent?: Idempotency
  /** The response is a file, or the bare result; only a failure is an envelope. */
  answers?: 'file' | 'bare'
  /** The body is a form (multipart/form-data) with a part `file`. */
  takes?: 'file'
  /** Whose database connections it uses. By default pages use those of lists, and every other call those of the counter. */
  lane?: 'counter' | 'lists' | 'workbooks'
  /**
   * How the call uses a standby of the database, where there is one. By default lists and exports read there what is exactly as new as
   * at the primary. `dated`: a report, whose data may be some seconds old; its answer says of when. `never`: the call decides about
   * money or writes while it reads.
   */
  standby?: 'dated' | 'never'
  /** Labels of the input fields for error texts. */
  labels?: FieldLabels
  /** Prefix of the text keys that label the other fields: `depart` finds `depart.mobile`. */
  screen?: string
  /** Whether the call is written to the audit trail; by default every call but GET. */
  audited?: boolean
  /** Whether a personal access token may make a call of all signed-in users; by default none may, because no scope covers it. */
  byToken?: true
}

export const route = <
  R extends z.ZodType,
  P extends z.ZodType = z.ZodUndefined,
  Q extends z.ZodType = z.ZodUndefined,
  B extends z.ZodType = z.ZodUndefined,
>(
  definition: Route<P, Q, B, R>,
): Route<P, Q, B, R> => definition

export type Contract = Record<string, Route>

/** Sets the label prefix (`screen`) of every call of a contract. */
// Not `C extends Contract`: the compiler would then widen the calls to `Route`.
export const onScreen = <C extends object>(screen: string, contract: C): C =>
  // The same keys and calls, with one more property each.
  Object.fromEntries(Object.entries(contract).map(([name, call]) => [name, { screen, ...call }])) as C

/** The header that carries the id of the order or row that a call creates. */
export const IDEMPOTENCY_HEADER = 'Idempotency-Key'
export const TOKEN_HEADER = 'X-Access-Token'
/** The header by which a call with a personal access token names one of the token's stores. */
export const STORE_HEADER = 'X-Store'
/** Personal access tokens begin with it, so that scanners of published code recognize them. */
export const PERSONAL_TOKEN_PREFIX = 'plt_'

type Part<S> = S extends z.ZodUndefined ? undefined : S extends z.ZodType ? z.input<S> : undefined
type Parts<T extends Route> = {
  params: T extends Route<infer P> ? Part<P> : never
  query: T extends Route<z.ZodType, infer Q> ? Part<Q> : never
  body: T extends Route<z.ZodType, z.ZodType, infer B> ? Part<B> : never
}
type Given<O> = { [K in keyof O as O[K] extends undefined ? never : K]: O[K] }

/** The arguments of a call: the parts that the route declares, the key of an idempotent route, and the reason of a deletion. */
export type CallInput<T extends Route> = Given<Parts<T>> & { key?: string; reason?: string }

/** Every call that deletes takes a reason in its query, which the audit trail stores (at most `REASON_MAX` characters). */
export const REASON_PARAMETER = 'reason'
export const REASON_MAX = 200

export type CallResult<T extends Route> =
  T extends Route<z.ZodType, z.ZodType, z.ZodType, infer R> ? z.output<R> : never

/**
 * A page size or page number in a query string. An invalid value falls back, as the family's servers do. A value above
 * the maximum becomes the maximum: with the fallback it would look like a short list.
 */
const pageNumber = (fallback: number, max: number) =>
  z.preprocess((value) => (Number(value) > max ? max : value), z.coerce.number().int().min(1).max(max)).catch(fallback)

const PageNo = pageNumber(1, 1_000_000).default(1)
const PageSize = pageNumber(10, 200).default(10)
const Column = exact(64)
const Orders = {
  asc: z.enum(['asc', 'desc']).catch('asc').default('asc'),
  desc: z.enum(['asc', 'desc']).catch('desc').default('desc'),
}

/** Our name of a list field that a caller names by our name or by the family's. */
export const fieldNamed = (fields: readonly string[], name: string): string =>
  fields.includes(name) ? name : ourNameOf(name)

/**
 * The query of a list: page, order and filters. `column` comes from an allow-list; a name that is not on it orders by the
 * default instead of failing (`api-family 1.5`). Unknown parameters are dropped.
 */
export const listQuery = <const C extends readonly [string, ...string[]], F extends z.ZodRawShape>(
  sortable: C,
  filters: F,
  fallback: { column: C[number]; order: 'asc' | 'desc' } = { column: sortable[0], order: 'desc' },
) =>
  z.object({
    pageNo: PageNo,
    pageSize: PageSize,
    column: Column.transform((name) => fieldNamed(sortable, name.replace(/_dictText$/, '')))
      .pipe(z.enum(sortable))
      .catch(fallback.column as C[number] & string)
      .default(fallback.column as C[number] & string),
    order: Orders[fallback.order],
    ...filters,
  })

/** Like `column` of a list, but an unknown name is refused: another order would return other rows than requested. */
export const knownColumn = (sortable: readonly [string, ...string[]]) =>
  exact(64)
    .transform((name) => fieldNamed(sortable, name.replace(/_dictText$/, '')) || sortable[0])
    .refine((name) => sortable.includes(name), wrong('input.noSuchColumn'))
    .default(sortable[0])

/** An optional text filter of a query string; an empty text means no filter. */
export const textFilter = (max = 100) =>
  exact(max)
    .optional()
    .transform((value) => value?.trim() || undefined)

/** An optional filter by one of a list of values; an empty text means no filter, and any other value is refused. */
export const choiceFilter = <C extends z.ZodEnum>(choices: C) =>
  z
    .union([z.literal(''), choices])
    .optional()
    .transform((value) => (value === '' ? undefined : (value as z.output<C> | undefined)))

/** Words joined by commas, as batch calls send them; empty words (a trailing comma) are dropped. */
export const joined = exact(20_000).transform((value) => value.split(',').filter(Boolean))

/** Like `joined`, but null or undefined means an empty list, as the family's pages send it. */
export const joinedOrNone = exact(20_000)
  .nullish()
  .transform((value) => (value ?? '').split(',').filter(Boolean))

/** 1 to 500 row ids (UUIDs), joined by commas. */
export const idList = joined.pipe(z.array(z.uuid()).min(1).max(500))

/** The query of a list for pickers: `id=a,b,` restores what was chosen. */
export const pickerQuery = <const C extends readonly [string, ...string[]], F extends z.ZodRawShape>(
  sortable: C,
  filters: F,
  fallback: { column: C[number]; order: 'asc' | 'desc' },
) =>
  listQuery(sortable, filters, fallback).extend({
    pageSize: pageNumber(10, MAX_PICKED_ROWS).default(10),
    id: joinedOrNone,
  })
