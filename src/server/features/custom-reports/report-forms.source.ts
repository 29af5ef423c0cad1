import { sql } from 'kysely'
import type { FormRelation, RelationColumn } from '#server/features/online-forms/index.ts'
import type { ColumnKind } from '#shared/features/custom-reports/custom-reports.schema.ts'
import {
  businessDay,
  type ChoiceTexts,
  phoneSql,
  type ReportSource,
  type SourceColumn,
} from './report-source.schema.ts'

/** Sources with this prefix are forms that users have made. */
export const FORM_PREFIX = 'form:'

/** Forms have phones in fields of such keys only. */
const PHONE_KEY = /phone|mobile/

const KINDS: Record<RelationColumn['type'], ColumnKind> = {
  text: 'text',
  number: 'number',
  money: 'money',
  date: 'day',
  time: 'time',
  flag: 'flag',
}

/** The texts of a choice. Equal ones have their values behind them, so that a pivot does not merge two groups. */
function textsOfOptions(options: RelationColumn['options']): ChoiceTexts {
  const count = Map.groupBy(options, ({ label }) => label)
  return Object.fromEntries(
    options.map(({ value, label }) => [
      value,
      { text: (count.get(label) ?? []).length > 1 ? `${label} (${value})` : label },
    ]),
  )
}

/** The records of a form as a source. Their names were checked when the form was stored, and are quoted here. */
export function sourceOfForm({ code, name, columns, sql: relation }: FormRelation): ReportSource {
  const own = columns
    .filter(({ key }) => key !== 'org_code' && /^[a-z][a-z0-9_]*$/.test(key))
    .map(({ key, type, label, options, isSeveral }): [string, SourceColumn] => {
      const column = `t."${key}"`
      const isPhone = type === 'text' && PHONE_KEY.test(key)
      const plain = { kind: KINDS[type], label: { text: label }, sql: isPhone ? phoneSql(column) : column }
      if (options.length === 0) return [key, plain]
      // Several choices are filtered as a text, in which each is contained.
      return [key, { ...plain, ...(isSeveral ? { isSeveral } : { kind: 'choice' }), texts: textsOfOptions(options) }]
    })
  return {
    code: FORM_PREFIX + code,
    title: { text: name },
    about: 'reportSource.form.about',
    access: '',
    from: sql`${relation} as t join store s on s.org_code = t.org_code`,
    period: 'day',
    joins: {},
    columns: {
      store: { kind: 'store', label: 'reportColumn.store', sql: 's.name' },
      rows: { kind: 'number', label: 'reportColumn.rows', sql: '1' },
      day: { kind: 'day', label: 'reportColumn.day', sql: businessDay('t.created_at') },
      ...Object.fromEntries(own),
    },
  }
}
