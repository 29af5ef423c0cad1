import type { CallContext } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'
import { type CustomReport, MAX_TILES } from '#shared/features/custom-reports/custom-reports.contract.ts'
import { reportOf } from './custom-reports.service.ts'

type Reader = Pick<CallContext, 'user' | 'locale'>

/** The ids of the reports on a user's home page, in order. */
async function storedTiles(trx: Transaction, userId: string): Promise<string[]> {
  const tiles = trx.selectFrom('customReportTile').select('reportId').where('userId', '=', userId).orderBy('place')
  return (await tiles.execute()).map(({ reportId }) => reportId)
}

/** The reports on a user's home page that the user still sees and may read. */
export async function tilesOf(trx: Transaction, ctx: Reader): Promise<CustomReport[]> {
  const shown: CustomReport[] = []
  for (const reportId of await storedTiles(trx, ctx.user.id)) {
    const report = await reportOf(trx, ctx, reportId).catch((error: unknown) => {
      if (error instanceof AppError) return null
      throw error
    })
    if (report?.isReadable) shown.push(report)
  }
  return shown
}

/**
 * Adds a report that the user sees at the end, or removes one. The others stay, also those that another window has just added, and
 * those that the user does not see now, such as of another store. Throws `common.recordNotFound` or `customReport.tooManyTiles`.
 */
export async function setTile(
  trx: Transaction,
  ctx: Reader,
  { id, onHome }: { id: string; onHome: 'YES' | 'NO' },
): Promise<void> {
  const userId = ctx.user.id
  // Two changes of a user's tiles at once would each miss the other's.
  await trx.selectFrom('userAccount').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
  const seen = (await tilesOf(trx, ctx)).map((one) => one.id)
  if (seen.includes(id) === (onHome === 'YES')) return
  if (onHome === 'YES') {
    await reportOf(trx, ctx, id)
    if (seen.length >= MAX_TILES) throw new AppError('customReport.tooManyTiles', { limit: MAX_TILES })
  }
  const unseen = (await storedTiles(trx, userId)).filter((one) => !seen.includes(one))
  const next = onHome === 'YES' ? [...seen, id] : seen.filter((one) => one !== id)
  await trx.deleteFrom('customReportTile').where('userId', '=', userId).execute()
  const tiles = [...new Set([...next, ...unseen])].map((reportId, place) => ({ userId, reportId, place }))
  if (tiles.length > 0) await trx.insertInto('customReportTile').values(tiles).execute()
}
