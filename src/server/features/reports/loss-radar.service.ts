import type { FileAnswer } from '#server/core/files/file-answer.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Cell } from '#server/core/workbooks/excel.write.ts'
import type { Transaction } from '#server/db/database.ts'
import { storesOf } from '#server/db/store-list.ts'
import { fromMinor } from '#shared/core/money.ts'
import { radarOf } from '#shared/features/reports/loss-radar.calc.ts'
import { type LossRadar, MAX_RADAR_DAYS } from '#shared/features/reports/loss-radar.contract.ts'
import { text } from '#shared/i18n/catalogue.ts'
import { radarFacts } from './loss-radar.repository.ts'
import { clockOf, daysAsked, lastDays, lengthOf, type ReportDays } from './report-days.service.ts'
import { reportFile } from './report-workbook.service.ts'

export type RadarQuery = Partial<ReportDays> & { sysOrgCode?: string | undefined }

const DEFAULT_DAYS = 7

/** The measures of each user compared with the usual values. */
export async function lossRadarOf(
  deps: Deps,
  ctx: CallContext,
  trx: Transaction,
  query: RadarQuery,
): Promise<LossRadar> {
  const stores = storesOf(ctx.user, query.sysOrgCode)
  const { today, ...clock } = await clockOf(trx, deps.clock(), stores)
  const days = daysAsked(query, lastDays(today, DEFAULT_DAYS), MAX_RADAR_DAYS)
  const people = radarOf(await radarFacts(trx, days, stores), lengthOf(days))
  const ids = people.map(({ personId }) => personId)
  const named =
    ids.length === 0
      ? []
      : await trx.selectFrom('userAccount').select(['id', 'realname']).where('id', 'in', ids).execute()
  const names = new Map(named.map(({ id, realname }) => [id, realname]))
  return {
    ...days,
    ...clock,
    sysOrgCode: query.sysOrgCode ?? '',
    people: people.map(({ personId, figures, ...person }) => ({
      ...person,
      userId: personId,
      realname: names.get(personId) ?? '',
      figures: figures.map((figure) => ({ ...figure, amount: fromMinor(figure.amount) })),
    })),
  }
}

/** A workbook with a row for each user and measure that occurred. */
export const lossRadarWorkbook = (deps: Deps, ctx: CallContext, query: RadarQuery): Promise<FileAnswer> =>
  reportFile(deps, ctx, async () => {
    const { locale } = ctx
    const { from, until, people } = await ctx.tx((trx) => lossRadarOf(deps, ctx, trx, query))
    const rows = people.flatMap(({ realname, orders, figures }) =>
      figures
        .filter(({ count }) => count > 0)
        .map(({ measure, count, amount, expected, isUnusual }): Cell[] => [
          realname,
          orders,
          text(locale, `radar.${measure}`),
          count,
          amount,
          expected,
          isUnusual ? text(locale, 'radar.unusual') : '',
        ]),
    )
    const headings = (
      [
        'radar.person',
        'radar.orders',
        'radar.measure',
        'radar.count',
        'radar.amount',
        'radar.expected',
        'radar.mark',
      ] as const
    ).map((key) => text(locale, key))
    return { title: 'sheet.lossRadar', about: text(locale, 'reports.days', { from, until }), headings, rows }
  })
