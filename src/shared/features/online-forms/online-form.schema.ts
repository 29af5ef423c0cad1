import { z } from 'zod'
import type { FieldKind } from '#shared/core/fields.ts'
import { exact, line, lines, wrong } from '#shared/core/text.ts'

/** Limits of forms; the server refuses what exceeds one. */
export const FORM_LIMITS = {
  /** Forms of one organisation. */
  forms: 100,
  fields: 60,
  subTables: 5,
  fieldsOfSubTable: 30,
  rowsOfSubTable: 200,
  options: 50,
  /** Characters of a text that lists can be filtered and ordered by: an index holds no longer ones. */
  searched: 600,
  /** Values of a record with all of its rows. */
  values: 6000,
  /** Bytes of a definition as JSON. */
  definition: 100_000,
  /** Bytes of a record as JSON. */
  record: 200_000,
} as const

export const FieldType = z.enum([
  'text',
  'longText',
  'number',
  'money',
  'date',
  'time',
  'switch',
  'choice',
  'choices',
  'member',
  'vehicle',
  'user',
  'store',
  'picture',
  'phone',
])
export type FieldType = z.infer<typeof FieldType>

/** Names of every record, parameters of lists, and names whose values the API family translates. */
const RESERVED = new Set([
  'id',
  'version',
  'revision',
  'reason',
  'token',
  'selections',
  'confirm',
  'partial',
  'column',
  'order',
  'page_no',
  'page_size',
  'create_by',
  'create_time',
  'update_by',
  'update_time',
  'sys_org_code',
  'constructor',
  'prototype',
  'values',
  'rows',
])

/** The key of a field or sub-table: a name in records, workbooks and queries, and never in a statement. */
export const FieldKey = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,31}$/, wrong('input.fieldKey'))
  .refine((key) => !RESERVED.has(key) && !/__|_(begin|end)$/.test(key), wrong('input.fieldKeyTaken'))

/** The code of a form: part of addresses and of action codes. */
export const FormCode = z.string().regex(/^[a-z][a-z0-9_]{1,39}$/, wrong('input.formCode'))

const Label = line(60, 1).regex(/^[^{}]*$/, wrong('input.noBraces'))
/** A value that a choice offers itself, instead of a dictionary. */
const FieldOption = z.strictObject({
  value: z.string().regex(/^[a-zA-Z0-9_-]{1,40}$/, wrong('input.code')),
  labelZh: Label,
  labelEn: Label,
})
const Bound = z.number().min(-1e12).max(1e12)

/** A field of a form as it is drawn. */
export const FormField = z.strictObject({
  key: FieldKey,
  type: FieldType,
  labelZh: Label,
  labelEn: Label,
  required: z.boolean().default(false),
  /** Whether a value may occur only once: in a store, or in all stores of the form. */
  unique: z.enum(['no', 'store', 'all']).default('no'),
  /** The code of the dictionary of a choice; empty: it has options of its own. */
  dictionary: exact(100).default(''),
  options: z.array(FieldOption).max(FORM_LIMITS.options).default([]),
  /** The first value of a new record. */
  preset: exact(200).default(''),
  min: Bound.nullable().default(null),
  max: Bound.nullable().default(null),
  /** The longest text. */
  length: z.number().int().min(1).max(4000).nullable().default(null),
  /** The code of a check rule for texts. */
  checkRule: exact(64).default(''),
  /** The code of a fill rule, which gives the value of a new record. */
  fillRule: exact(64).default(''),
  /** A column of the list. */
  list: z.boolean().default(true),
  /** A filter of the list, and a column to order by. */
  search: z.boolean().default(false),
  /** Not on the form, but still in records, lists and workbooks. */
  hidden: z.boolean().default(false),
  /** Of no use any more: old records keep their values, and new ones have none. */
  retired: z.boolean().default(false),
})
export type FormField = z.output<typeof FormField>

/** Rows that belong to a record. */
export const SubTable = z.strictObject({
  key: FieldKey,
  labelZh: Label,
  labelEn: Label,
  fields: z.array(FormField).min(1).max(FORM_LIMITS.fieldsOfSubTable),
  maxRows: z.number().int().min(1).max(FORM_LIMITS.rowsOfSubTable).default(50),
  retired: z.boolean().default(false),
})
export type SubTable = z.output<typeof SubTable>

export const FormDefinition = z.strictObject({
  fields: z.array(FormField).min(1).max(FORM_LIMITS.fields),
  subTables: z.array(SubTable).max(FORM_LIMITS.subTables).default([]),
})
export type FormDefinition = z.output<typeof FormDefinition>

/** How lists, workbooks and reports treat the values of a type. */
export const kindOfType: Record<FieldType, FieldKind> = {
  text: 'text',
  longText: 'text',
  number: 'number',
  money: 'money',
  date: 'date',
  time: 'time',
  switch: 'flag',
  choice: 'text',
  choices: 'text',
  member: 'text',
  vehicle: 'text',
  user: 'text',
  store: 'text',
  picture: 'text',
  phone: 'text',
}

/** Types whose values are texts that a user types, so that a length, a check rule or a fill rule applies. */
export const isTyped = (type: FieldType): boolean => type === 'text' || type === 'longText' || type === 'phone'
export const hasDictionary = (type: FieldType): boolean => type === 'choice' || type === 'choices'
export const hasBounds = (type: FieldType): boolean => type === 'number' || type === 'money'
/** A long text or a picture is no good filter, and is never unique. */
export const isSearchable = (type: FieldType): boolean => type !== 'longText' && type !== 'picture'
export const canBeUnique = (type: FieldType): boolean => isSearchable(type) && type !== 'switch' && type !== 'choices'

/** A value of a record on the wire: choices are joined by commas, amounts are decimal, a picture is its address. */
export const FormValue = z.union([lines(4000), z.number().min(-1e15).max(1e15), z.boolean()])
export type FormValue = string | number | boolean
