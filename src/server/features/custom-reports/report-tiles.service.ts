import type { CallContext } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'
import type { CustomReport } from '#shared/features/custom-reports/custom-reports.contract.ts'
import { reportOf } from './custom-reports.service.ts'

/** The reports on a user's home page that the user still sees and may read. */
export async function tilesOf(trx: Transaction, ctx: Pick<CallContext, 'user' | 'locale'>): Promise<CustomReport[]> {
  const tiles = await trx
    .selectFrom('customReportTile')
    .select('reportId')
    .where('userId', '=', ctx.user.id)
    .orderBy('place')
    .execute()
  const shown: CustomReport[] = []
  for (const { reportId } of tiles) {
    const report = await reportOf(trx, ctx, reportId).catch((error: unknown) => {
      if (error instanceof AppError) return null
      throw error
    })
    if (report?.isReadable) shown.push(report)
  }
  return shown
}

export async function setTiles(trx: Transaction, userId: string, ids: readonly string[]): Promise<void> {
  // Two at once would both insert.
  await trx.selectFrom('userAccount').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
  await trx.deleteFrom('customReportTile').where('userId', '=', userId).execute()
  const tiles = [...new Set(ids)].map((reportId, index) => ({ userId, reportId, place: index }))
  if (tiles.length > 0) await trx.insertInto('customReportTile').values(tiles).execute()
}
