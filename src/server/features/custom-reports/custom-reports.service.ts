import { sql } from 'kysely'
import type { SignedIn } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { REPORT_ROLE } from '#server/db/report-role.ts'
import { AppError } from '#shared/core/errors.ts'
import { toWireTime } from '#shared/core/time.ts'
import type {
  CustomReport,
  ListedReport,
  ReportSource as ShownSource,
} from '#shared/features/custom-reports/custom-reports.contract.ts'
import { type ReportDefinition, SQL_SOURCE } from '#shared/features/custom-reports/custom-reports.schema.ts'
import { text } from '#shared/i18n/catalogue.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { isWithin, type ReportRow, visibleReports } from './custom-reports.repository.ts'
import { labelText, mayReadColumn } from './report-source.schema.ts'
import { textOfChoice } from './report-sql.compile.ts'
import { mayRunStatements, type ReportReader, readableSources } from './run.service.ts'
import { type ShippedReport, shippedReports } from './shipped-reports.data.ts'

/** The sources that the user may read, in the reader's language; the last is that of statements. */
export async function sourcesOf(trx: Transaction, reader: ReportReader): Promise<ShownSource[]> {
  const { locale, user } = reader
  const sources = [...(await readableSources(trx, reader)).values()].map(
    (source): ShownSource => ({
      code: source.code,
      title: labelText(locale, source.title),
      about: labelText(locale, source.about),
      period: source.period,
      columns: Object.entries(source.columns)
        .filter(([, column]) => mayReadColumn(user, source, column))
        .map(([name, { kind, label, join, texts = {}, isSeveral }]) => ({
          name,
          title: labelText(locale, label),
          join: join === undefined ? '' : labelText(locale, source.joins[join]?.title ?? source.title),
          kind,
          // Several choices are filtered by a text that they contain.
          options: (isSeveral ? [] : Object.keys(texts)).map((value) => ({
            value,
            text: textOfChoice(texts, value, locale),
          })),
        })),
    }),
  )
  return mayRunStatements(user) ? [...sources, await statementSource(trx, locale)] : sources
}

/** The source of statements: the tables and columns that they may name. */
async function statementSource(trx: Transaction, locale: Locale): Promise<ShownSource> {
  const { rows } = await sql<{ table: string; column: string; type: string }>`
    select p.table_name as "table", p.column_name as "column", c.data_type as type from information_schema.column_privileges p
        join information_schema.columns c on c.table_schema = p.table_schema and c.table_name = p.table_name and c.column_name = p.column_name
      where p.grantee = ${REPORT_ROLE} and p.privilege_type = 'SELECT' and p.table_schema = 'public'
      order by p.table_name, c.ordinal_position`.execute(trx)
  return {
    code: SQL_SOURCE,
    title: text(locale, 'reportSource.sql'),
    about: text(locale, 'reportSource.sql.about'),
    period: '',
    columns: rows.map(({ table, column, type }) => ({
      name: `${table}.${column}`,
      title: column,
      join: table,
      kind: /int|numeric|double/.test(type) ? 'number' : 'text',
      options: [],
    })),
  }
}

type IsReadable = (definition: ReportDefinition) => boolean

/** Whether a reader may read the source of a definition and all columns that it names. */
async function readableBy(trx: Transaction, reader: ReportReader): Promise<IsReadable> {
  const sources = await readableSources(trx, reader)
  return ({ source: code, columns, filters }) => {
    if (code === SQL_SOURCE) return mayRunStatements(reader.user)
    const source = sources.get(code)
    const named = [
      ...columns.flatMap(({ column, over = '' }) => [column, over]),
      ...filters.map(({ column }) => column),
    ]
    return (
      source !== undefined &&
      named.every((name) => {
        const column = Object.hasOwn(source.columns, name) ? source.columns[name] : undefined
        return !column || mayReadColumn(reader.user, source, column)
      })
    )
  }
}

const ofShipped = (
  isReadable: IsReadable,
  locale: Locale,
  { id, name, about, definition }: ShippedReport,
): CustomReport => ({
  id,
  name: text(locale, name),
  about: text(locale, about),
  source: definition.source,
  display: definition.display,
  isShipped: true,
  isEditable: false,
  isReadable: isReadable(definition),
  roles: [],
  ownerName: '',
  updateTime: null,
  definition,
  version: 1,
})

const ofRow = (user: SignedIn, isReadable: IsReadable, row: ReportRow): CustomReport => ({
  id: row.id,
  name: row.name,
  about: row.about,
  source: row.definition.source,
  display: row.definition.display,
  isShipped: false,
  isEditable: user.actions.has('customreport:edit') && isWithin(user, row),
  isReadable: isReadable(row.definition),
  roles: row.roles,
  ownerName: row.ownerName,
  updateTime: toWireTime(row.updatedAt),
  definition: row.definition,
  version: row.version,
})

/** All reports that the user sees; those that come with the product are first. */
export async function allReports(trx: Transaction, reader: ReportReader): Promise<CustomReport[]> {
  const { user, locale } = reader
  const isReadable = await readableBy(trx, reader)
  const rows = await visibleReports(trx, user)
  return [
    ...shippedReports.map((one) => ofShipped(isReadable, locale, one)),
    ...rows.map((row) => ofRow(user, isReadable, row)),
  ]
}

export const reportsOf = async (trx: Transaction, reader: ReportReader): Promise<ListedReport[]> =>
  (await allReports(trx, reader)).map(({ definition: _, version: __, ...listed }) => listed)

/** A report that the user sees. Throws `common.recordNotFound`. */
export async function reportOf(trx: Transaction, reader: ReportReader, id: string): Promise<CustomReport> {
  const { user, locale } = reader
  const isReadable = await readableBy(trx, reader)
  const shipped = shippedReports.find((one) => one.id === id)
  if (shipped) return ofShipped(isReadable, locale, shipped)
  const [row] = id.startsWith('shipped-') ? [] : await visibleReports(trx, user, id)
  if (!row) throw new AppError('common.recordNotFound')
  return ofRow(user, isReadable, row)
}
