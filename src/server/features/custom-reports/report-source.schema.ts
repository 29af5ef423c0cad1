import type { RawBuilder } from 'kysely'
import type { ActionCode } from '#server/core/manifest.ts'
import type { SignedIn } from '#server/core/slice.ts'
import type { ColumnKind } from '#shared/features/custom-reports/custom-reports.schema.ts'
import { type TextKey, text } from '#shared/i18n/catalogue.ts'
import type { Locale } from '#shared/i18n/locale.ts'

/** A text of the catalogue, or one that users have written, in the reader's language. */
export type Label = TextKey | { text: string }

/** The texts of a choice's values, in their order. */
export type ChoiceTexts = Readonly<Record<string, Label>>

export const labelText = (locale: Locale, label: Label): string =>
  typeof label === 'string' ? text(locale, label) : label.text

/** Who reads, as far as columns depend on it. */
export type Reader = Pick<SignedIn, 'actions' | 'rules'>

/**
 * Whether a reader may see everything that an action shows. A data rule that narrows its list narrows rows, and a report has sums
 * only, so such a reader may not, as with the statistics.
 */
export const mayRead = ({ actions, rules }: Reader, access: ActionCode): boolean =>
  actions.has(access) && !rules.some(({ permissionId }) => permissionId === access)

/**
 * A column that reports may use. Its SQL is from code alone and always in terms of `t`, the rows of the source, `s`, their store,
 * and its join.
 */
export interface SourceColumn {
  kind: ColumnKind
  label: Label
  /** A time is a `timestamptz`, money an amount in minor units. */
  sql: string | ((reader: Reader) => string)
  /** Of a day: the time that it is derived from, by which an index finds the rows. */
  at?: string
  /** Of a choice: the texts of its values. */
  texts?: ChoiceTexts
  /** Whether a value is several choices, joined by commas. */
  isSeveral?: boolean
  /** The join that it needs. */
  join?: string
  /** The action without which it is not shown, besides that of its source. */
  access?: ActionCode
}

/** A source of reports: rows of the product's own tables, which row-level security narrows to the caller's stores. */
export interface ReportSource {
  code: string
  title: Label
  about: Label
  /** The action without which it is not shown; empty: its list has decided already. */
  access: ActionCode | ''
  /** SQL after `from`: `t` and its store `s`. */
  from: string | RawBuilder<unknown>
  where?: string
  /** The column that periods filter by. */
  period: string
  /**
   * Joins that columns ask for. Each finds at most one row, so that no sum counts twice. `access`: the action without which its columns
   * are not shown.
   */
  joins: Readonly<Record<string, { title: Label; sql: string; access?: ActionCode }>>
  columns: Readonly<Record<string, SourceColumn>>
}

/** Whether a reader of the source may also read this column of it. */
export function mayReadColumn(reader: Reader, { joins }: ReportSource, { access, join }: SourceColumn): boolean {
  const needed = [access, join === undefined ? undefined : joins[join]?.access]
  return needed.every((one) => one === undefined || mayRead(reader, one))
}

/** A column with its source's or its join's texts. */
export const textsOf = (prefix: string, values: readonly string[]): Record<string, TextKey> =>
  // The texts exist for every value; a test asks for each of them.
  Object.fromEntries(values.map((value) => [value, `${prefix}.${value}` as TextKey]))

/** The moment in the time zone of the store. */
export const localTime = (at: string): string => `(${at} at time zone s.time_zone)`

/** The business day of a moment, as `business_day` has it, without a call for each row. */
export const businessDay = (at: string): string =>
  `((${at} at time zone s.time_zone) - make_interval(hours => s.day_start_hour))::date`

/** The SQL of a phone: masked like `maskPhone` without the right to see phones. So filters and groups see it masked too. */
export const phoneSql =
  (column: string) =>
  ({ actions }: Reader): string =>
    actions.has('member:phone')
      ? column
      : `case when length(${column}) <= 7 then repeat('*', length(${column}))
          else left(${column}, 3) || repeat('*', length(${column}) - 7) || right(${column}, 4) end`

/** The SQL of an age group of a person at a day. */
export const ageGroup = (birthday: string, day: string): string => {
  const age = `extract(year from age(${day}, ${birthday}))`
  return `case when ${birthday} is null or ${day} is null then 'unknown' when ${age} < 6 then 'a00' when ${age} < 13 then 'a06'
    when ${age} < 18 then 'a13' when ${age} < 26 then 'a18' when ${age} < 36 then 'a26' when ${age} < 46 then 'a36' else 'a46' end`
}

export const AGE_TEXTS = textsOf('reportAge', ['unknown', 'a00', 'a06', 'a13', 'a18', 'a26', 'a36', 'a46'])
