import type { RawBuilder } from 'kysely'
import { idFrom } from '#server/core/content-id.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { orderPrint, printOrdered, resultLink } from '#server/features/printing/index.ts'
import { personalBests } from '#server/features/rankings/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { formatTime } from '#shared/core/time.ts'
import { averageOf, bestOf } from '#shared/features/rankings/heat.calc.ts'
import { ticketCode } from '#shared/features/scans/index.ts'
import type { GameLog } from '#shared/features/vehicles/game-logs.contract.ts'
import { lapTime } from '#shared/features/vehicles/lap-time.calc.ts'
import { type TextKey, text } from '#shared/i18n/catalogue.ts'
import type { PrintedText } from '#shared/ipc/devices.ts'
import { findGameLog } from './game-logs.repository.ts'

type Fact = [name: string, value: string]

interface TimedLap {
  number: number
  ms: number
}

/** Prints the result of a run in the caller's language; later prints are copies. Throws `common.recordNotFound` or `vehicles.runNotOver`. */
export async function printRunResult(
  deps: Deps,
  ctx: CallContext,
  trx: Transaction,
  { id, printId }: { id: string; printId: string },
  rules: readonly RawBuilder<unknown>[],
) {
  const run = await findGameLog(trx, id, rules, false)
  if (run.state !== 'ENDED') throw new AppError('vehicles.runNotOver')
  const { locale } = ctx
  const orgCode = run.sysOrgCode
  // The lock orders prints, so that copies are counted correctly.
  const { startedAt } = await trx
    .selectFrom('run')
    .select('startedAt')
    .where('id', '=', id)
    .where('orgCode', '=', orgCode)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const store = await trx.selectFrom('store').selectAll().where('orgCode', '=', orgCode).executeTakeFirstOrThrow()
  const laps = await lapsOf(trx, id, orgCode)
  const t = (key: TextKey) => text(locale, key)
  const words = locale === 'zh' ? store.receiptFootZh : store.receiptFootEn
  const document: PrintedText = {
    kind: 'result',
    title: t('result.title'),
    facts: [
      [t('ticket.racer'), run.racer],
      [t('ticket.vehicle'), run.vehicleName],
      [t('ticket.rule'), run.roleName],
      [t('ticket.time'), formatTime(startedAt, store.timeZone)],
      ...factsOf(run, laps, t),
      ...(await personalFacts(trx, run, t)),
    ],
    content: laps.map(({ number, ms }) => `${String(number).padStart(2)}  ${lapTime(ms)}`).join('\n'),
    foot: words || t('result.foot'),
    code: resultLink(deps, run.playId) || ticketCode(run.playId),
  }
  const now = deps.clock()
  const about = { orderId: idFrom('run result', id), orgCode, storeName: store.name, timeZone: store.timeZone }
  const jobId = await orderPrint(trx, { ...about, at: startedAt, document, locale, printId }, now)
  ctx.touched({ id })
  ctx.afterCommit(() => deps.realtime.publish({ topic: 'printJobs', orgCode }))
  return printOrdered(trx, ctx, { orgCode, printId }, { jobId }, now)
}

/** Laps with a time. */
async function lapsOf(trx: Transaction, runId: string, orgCode: string): Promise<TimedLap[]> {
  const rows = await trx
    .selectFrom('lap')
    .select(['number', 'ms'])
    .where('runId', '=', runId)
    .where('orgCode', '=', orgCode)
    .orderBy('number')
    .execute()
  return rows.flatMap(({ number, ms }) => (ms === null ? [] : [{ number, ms }]))
}

function factsOf(
  { lapsDone, seconds }: Pick<GameLog, 'lapsDone' | 'seconds'>,
  laps: readonly TimedLap[],
  t: (key: TextKey) => string,
): Fact[] {
  const facts: Fact[] = []
  if (seconds !== null)
    facts.push([t('gamelog.length'), `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`])
  if (lapsDone > 0) facts.push([t('gamelog.lapsDone'), String(lapsDone)])
  const best = bestOf(laps)
  const average = averageOf(laps)
  if (best === null || average === null) return facts
  return [...facts, [t('result.best'), lapTime(best)], [t('result.average'), lapTime(average)]]
}

/** The member's best lap by this rule. */
async function personalFacts(
  trx: Transaction,
  { sysOrgCode: orgCode, userId, roleName }: Pick<GameLog, 'sysOrgCode' | 'userId' | 'roleName'>,
  t: (key: TextKey) => string,
): Promise<Fact[]> {
  if (userId === null) return []
  const bests = await personalBests(trx, { orgCode, ids: [userId] })
  const best = bests.find((one) => one.roleName === roleName)
  return best ? [[t('ranking.personalBest'), lapTime(best.ms)]] : []
}
