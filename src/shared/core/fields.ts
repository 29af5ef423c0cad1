import type { TextKey } from '#shared/i18n/catalogue.ts'

/**
 * What a field is, for filters, order and conversion: `time` is a wire time, `date` a day, `money` a decimal amount on the
 * wire and minor units in the table, `yesNo` YES or NO on the wire and a boolean in the table, `id` a UUID.
 */
export type FieldKind = 'text' | 'number' | 'money' | 'time' | 'date' | 'flag' | 'yesNo' | 'id'
export type Fields = Record<string, FieldKind>

/** The description of a resource's field, from which list, search, order, form, workbook, history and errors derive. */
export interface FieldMark {
  kind: FieldKind
  /** Its label on screens. */
  label: TextKey
  /** Lists may be ordered by it. */
  sort?: true
  /** The dictionary of its values: rows get a sibling `<field>_dictText` in the language of the reader. */
  dict?: string
  /** A column of workbooks, under this heading where it is not the label. */
  sheet?: true | TextKey
  /** Neither filtered nor ordered by. */
  unsearched?: true
}
export type FieldMarks = Readonly<Record<string, FieldMark>>

/** Labels by field name. */
export type FieldLabels = Readonly<Record<string, TextKey>>

/** The marks of creation time and creator, which most lists show. */
export const creationMarks = {
  createTime: { kind: 'time', label: 'crud.createTime', sort: true },
  createBy: { kind: 'text', label: 'crud.createBy' },
} as const satisfies FieldMarks

type Searched<M extends FieldMarks> = { [K in keyof M as M[K] extends { unsearched: true } ? never : K]: M[K]['kind'] }
type WithDict<M extends FieldMarks> = { [K in keyof M as M[K] extends { dict: string } ? K : never]: string }

const pick = <T>(marks: FieldMarks, take: (mark: FieldMark) => T | undefined): Record<string, T> =>
  Object.fromEntries(
    Object.entries(marks).flatMap(([name, mark]) => {
      const taken = take(mark)
      return taken === undefined ? [] : [[name, taken]]
    }),
  )

/** The filter, sort, dict and labels of `resource()`, derived from field marks; `createTime` becomes the first sort field. */
export function fieldsOf<const M extends FieldMarks>(marks: M) {
  const sortable = Object.keys(pick(marks, ({ sort }) => sort))
  const newestFirst = sortable.filter((name) => name === 'createTime')
  return {
    filter: pick(marks, ({ kind, unsearched }) => (unsearched ? undefined : kind)) as Searched<M>,
    sort: [...newestFirst, ...sortable.filter((name) => name !== 'createTime')] as [string, ...string[]],
    dict: pick(marks, ({ dict }) => dict) as WithDict<M>,
    labels: pick(marks, ({ label }) => label) as FieldLabels,
  }
}

/** The columns of a resource's workbook, in the order of its marks. */
export const sheetColumnsOf = (marks: FieldMarks): FieldLabels =>
  pick(marks, ({ sheet, label }) => (sheet === true ? label : sheet))
