import type { CallContext } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'
import { toWireTime } from '#shared/core/time.ts'
import type {
  CustomReport,
  ListedReport,
  ReportSource as ShownSource,
} from '#shared/features/custom-reports/custom-reports.contract.ts'
import { text } from '#shared/i18n/catalogue.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { textOfChoice } from './compile.ts'
import { isWithin, type ReportRow, type ReportUser, visibleReports } from './custom-reports.repository.ts'
import { mayRead } from './run.service.ts'
import { type ShippedReport, shippedReports } from './shipped.ts'
import { reportSources } from './sources.ts'

/** The sources that the user may read, in the reader's language. */
export const sourcesOf = ({ user, locale }: Pick<CallContext, 'user' | 'locale'>): ShownSource[] =>
  [...reportSources.values()]
    .filter((source) => mayRead(user, source))
    .map((source) => ({
      code: source.code,
      title: text(locale, source.title),
      about: text(locale, source.about),
      period: source.period,
      columns: Object.entries(source.columns).map(([name, { kind, label, join, texts = {} }]) => ({
        name,
        title: text(locale, label),
        join: join === undefined ? '' : text(locale, source.joins[join]?.title ?? source.title),
        kind,
        options: Object.keys(texts).map((value) => ({ value, text: textOfChoice(texts, value, locale) })),
      })),
    }))

const isReadable = (user: ReportUser, code: string): boolean => {
  const source = reportSources.get(code)
  return source !== undefined && mayRead(user, source)
}

const ofShipped = (user: ReportUser, locale: Locale, { id, name, about, definition }: ShippedReport): CustomReport => ({
  id,
  name: text(locale, name),
  about: text(locale, about),
  source: definition.source,
  display: definition.display,
  isShipped: true,
  isEditable: false,
  isReadable: isReadable(user, definition.source),
  roles: [],
  ownerName: '',
  updateTime: null,
  definition,
  version: 1,
})

const ofRow = (user: ReportUser, row: ReportRow): CustomReport => ({
  id: row.id,
  name: row.name,
  about: row.about,
  source: row.definition.source,
  display: row.definition.display,
  isShipped: false,
  isEditable: user.actions.has('customreport:edit') && isWithin(user, row),
  isReadable: isReadable(user, row.definition.source),
  roles: row.roles,
  ownerName: row.ownerName,
  updateTime: toWireTime(row.updatedAt),
  definition: row.definition,
  version: row.version,
})

/** All reports that the user sees; those that come with the product are first. */
export async function reportsOf(
  trx: Transaction,
  { user, locale }: Pick<CallContext, 'user' | 'locale'>,
): Promise<ListedReport[]> {
  const rows = await visibleReports(trx, user)
  return [...shippedReports.map((one) => ofShipped(user, locale, one)), ...rows.map((row) => ofRow(user, row))]
}

/** A report that the user sees. Throws `common.recordNotFound`. */
export async function reportOf(
  trx: Transaction,
  { user, locale }: { user: ReportUser; locale: Locale },
  id: string,
): Promise<CustomReport> {
  const shipped = shippedReports.find((one) => one.id === id)
  if (shipped) return ofShipped(user, locale, shipped)
  const [row] = id.startsWith('shipped-') ? [] : await visibleReports(trx, user, id)
  if (!row) throw new AppError('common.recordNotFound')
  return ofRow(user, row)
}
