import type { z } from 'zod'

/**
 * Field names that differ on the wire (`docs/reference/api-family.md`): our name → the API family's name.
 *
 * A field of a contract is renamed only where it is marked with `familyField`. List filters by these names always are.
 */
const FAMILY_NAMES: Readonly<Record<string, string>> = {
  racer: 'cheshou',
  ruleId: 'roleId',
  cashierId: 'departuserId',
  laps: 'quan',
  acceptsCash: 'isUnline',
  paid: 'payed',
  priceMode: 'muiltMode',
}
const OUR_NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(FAMILY_NAMES).map(([ours, family]) => [family, ours]),
)

/** States and pay modes that differ on the wire: our value → the API family's. */
const FAMILY_STATES: Readonly<Record<string, string>> = {
  PENDING: 'GUADAN',
  paid: 'payed',
  cash: 'unline',
}
/**
 * A value is translated only where its schema is marked with `familyValues`, in the filters of `VALUE_FIELDS`, and in the items of
 * `VALUE_DICTIONARIES`. Some values name fields.
 */
const FAMILY_VALUES: Readonly<Record<string, string>> = { ...FAMILY_NAMES, ...FAMILY_STATES }
const OUR_VALUES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(FAMILY_VALUES).map(([ours, family]) => [family, ours]),
)
const valueIn = (values: Readonly<Record<string, string>>, value: string): string =>
  Object.hasOwn(values, value) ? (values[value] ?? value) : value

/** List fields whose values differ on the wire. */
const VALUE_FIELDS: ReadonlySet<string> = new Set(['playState', 'payState', 'consumePayMode'])

/** The values of a list field that differ on the wire, ours and the family's; none for most fields. */
export const differingValuesOf = (field: string): readonly (readonly [ours: string, family: string])[] =>
  VALUE_FIELDS.has(field) ? Object.entries(FAMILY_STATES) : []

/** Our value for one that a filter of a list names by ours or by the family's. */
export const ourFilterValue = (field: string, value: string): string =>
  VALUE_FIELDS.has(field) ? valueIn(OUR_VALUES, value) : value

/** Dictionaries whose items have the family's values, because its clients compare them with the rows of lists. */
const VALUE_DICTIONARIES: ReadonlySet<string> = new Set(['play_state', 'pay_state', 'recharge_pay_mode'])

/** The value of a dictionary's item that stands for our value. */
export const itemValueOf = (dictionary: string, ours: string): string =>
  VALUE_DICTIONARIES.has(dictionary) ? valueIn(FAMILY_VALUES, ours) : ours

/** Our value of a dictionary's item. */
export const ourValueOfItem = (dictionary: string, item: string): string =>
  VALUE_DICTIONARIES.has(dictionary) ? valueIn(OUR_VALUES, item) : item

const SUFFIX = /_(begin|end|MultiString|dictText)$/

const rename = (names: Readonly<Record<string, string>>, field: string): string => {
  const suffix = SUFFIX.exec(field)?.[0] ?? ''
  const base = field.slice(0, field.length - suffix.length)
  return Object.hasOwn(names, base) ? `${names[base]}${suffix}` : field
}

/** Our name of a field that a value names, such as a column to order by; any other name is returned as it is. */
export const ourNameOf = (field: string): string => rename(OUR_NAMES, field)

/** The wire name of a field in a list's query. */
export const familyNameOf = (field: string): string => rename(FAMILY_NAMES, field)

const fieldMarks = new WeakSet<object>()
const valueMarks = new WeakSet<object>()

/** Marks a field that has the family's name on the wire. Call it last: refining makes a new, unmarked schema. */
export function familyField<S extends z.ZodType>(schema: S): S {
  // A clone, because the same schema may be used for another field.
  const marked = schema.clone() as S
  fieldMarks.add(marked)
  return marked
}

/** Marks a schema whose values are translated on the wire too. */
export function familyValues<S extends z.ZodType>(schema: S): S {
  const marked = schema.clone() as S
  valueMarks.add(marked)
  return marked
}

type Direction = 'toFamily' | 'fromFamily'
type Translate = (value: unknown) => unknown

/** The members of zod 4's `def` that hold inner schemas. */
interface Definition {
  type: string
  shape?: Record<string, z.ZodType>
  innerType?: z.ZodType
  element?: z.ZodType
  items?: z.ZodType[]
  options?: z.ZodType[]
  valueType?: z.ZodType
  left?: z.ZodType
  right?: z.ZodType
  in?: z.ZodType
  out?: z.ZodType
  getter?: () => z.ZodType
}
const definitionOf = (schema: z.ZodType): Definition => schema._zod.def as Definition

const caches: Record<Direction, WeakMap<object, { translate: Translate | null }>> = {
  toFamily: new WeakMap(),
  fromFamily: new WeakMap(),
}

/** Renames the marked fields and values to the family's names. */
export const toFamily = (schema: z.ZodType | undefined, value: unknown): unknown => translate(schema, value, 'toFamily')

/** Renames the marked fields and values to our names; a field that already has our name is left. */
export const fromFamily = (schema: z.ZodType | undefined, value: unknown): unknown =>
  translate(schema, value, 'fromFamily')

function translate(schema: z.ZodType | undefined, value: unknown, direction: Direction): unknown {
  const work = schema && translatorOf(schema, direction)
  return work ? work(value) : value
}

/** Null where nothing below a schema is marked, which is so for most calls: they are not traversed. */
function translatorOf(schema: z.ZodType, direction: Direction): Translate | null {
  const cache = caches[direction]
  const cached = cache.get(schema)
  if (cached) return cached.translate
  // A recursive schema finds this entry, which resolves its translator when it is used.
  const entry: { translate: Translate | null } = { translate: (value) => entry.translate?.(value) ?? value }
  const deferred = entry.translate
  cache.set(schema, entry)
  const made = makeTranslator(schema, direction)
  entry.translate = made === deferred ? null : made
  return entry.translate
}

function makeTranslator(schema: z.ZodType, direction: Direction): Translate | null {
  const {
    type,
    shape,
    innerType,
    element,
    items,
    options,
    valueType,
    left,
    right,
    in: input,
    out,
    getter,
  } = definitionOf(schema)
  const of = (inner: z.ZodType | undefined) => (inner ? translatorOf(inner, direction) : null)
  if (valueMarks.has(schema)) return translateValue(direction)
  if (shape) return translateObject(shape, direction)
  if (type === 'array') return translateArray(of(element))
  if (type === 'tuple') return translateArray(inTurn((items ?? []).map(of)))
  if (type === 'record') return translateRecord(of(valueType))
  if (options) return inTurn(options.map(of))
  if (type === 'intersection') return inTurn([of(left), of(right)])
  if (type === 'pipe') return inTurn([of(input), of(out)])
  return of(getter ? getter() : innerType)
}

function translateValue(direction: Direction): Translate {
  const values = direction === 'toFamily' ? FAMILY_VALUES : OUR_VALUES
  return (value) => (typeof value === 'string' ? valueIn(values, value) : value)
}

/** The value on the wire of a marked schema's value; any other schema's value is returned as it is. */
export const valueOnWire = (schema: z.ZodType, value: string): string =>
  valueMarks.has(schema) ? valueIn(FAMILY_VALUES, value) : value

/** Whether a field is marked, also below `optional`, `default` and similar wrappers. */
function isMarked(schema: z.ZodType): boolean {
  if (fieldMarks.has(schema)) return true
  const { innerType, in: input, out } = definitionOf(schema)
  return [innerType, input, out].some((inner) => inner !== undefined && isMarked(inner))
}

/** The wire name of a field of a contract. */
export const nameOnWire = (field: string, schema: z.ZodType): string => (isMarked(schema) ? familyNameOf(field) : field)

function translateObject(shape: Record<string, z.ZodType>, direction: Direction): Translate | null {
  const names = new Map<string, string>()
  const inner = new Map<string, Translate>()
  for (const [ours, schema] of Object.entries(shape)) {
    const family = nameOnWire(ours, schema)
    const [from, to] = direction === 'toFamily' ? [ours, family] : [family, ours]
    if (from !== to) names.set(from, to)
    const work = translatorOf(schema, direction)
    // Under both names: input that already has our names is translated as well.
    if (work) for (const name of [from, to]) inner.set(name, work)
  }
  if (names.size === 0 && inner.size === 0) return null
  return (value) => {
    if (!isRecord(value)) return value
    const entries = Object.entries(value).map(([name, one]) => [names.get(name) ?? name, inner.get(name)?.(one) ?? one])
    return Object.fromEntries(entries)
  }
}

function translateArray(work: Translate | null): Translate | null {
  return work && ((value) => (Array.isArray(value) ? value.map(work) : value))
}

function translateRecord(work: Translate | null): Translate | null {
  if (!work) return null
  return (value) =>
    isRecord(value) ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, work(one)])) : value
}

/** Applies the translators of all alternatives; a field that one has renamed is not found by the next. */
function inTurn(works: readonly (Translate | null)[]): Translate | null {
  const real = works.filter((work) => work !== null)
  return real.length === 0 ? null : (value) => real.reduce((result, work) => work(result), value)
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
