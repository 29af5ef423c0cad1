import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'
import { businessDay, toWireTime } from '#shared/core/time.ts'
import type { Ranking, RankingPeriod, VoidedPeriod } from '#shared/features/rankings/ranking.schema.ts'
import { type PeriodDays, periodOf, placesOf } from '#shared/features/rankings/ranking-period.calc.ts'
import type { RankedStore } from './publish.service.ts'
import { versionsOf } from './published.repository.ts'
import { clearedAt, revokeVoid, voidsOf } from './ranking-voids.repository.ts'
import { bestPlaces, boardsOf, latestBoard } from './rankings.repository.ts'

export interface RankingRequest {
  period: RankingPeriod
  /** Any day of the period; today by default. */
  day?: string | undefined
  /** The ranking of the latest run by default. */
  vehicleType?: string | undefined
  ruleId?: string | undefined
  /** A published version; the latest by default. */
  version?: number | undefined
  /** `screen` includes only laps since the big screen was cleared today. */
  shown?: 'all' | 'screen' | undefined
}

const todayOf = ({ timeZone, dayStartHour }: RankedStore, now: Date): string => businessDay(now, timeZone, dayStartHour)

/** The store of a call: the named one, the caller's, or the first in scope. Throws `common.recordNotFound`. */
export async function requestedStore(
  trx: Transaction,
  ctx: CallContext,
  orgCode: string | undefined,
): Promise<RankedStore> {
  const stores = await trx.selectFrom('store').selectAll().where('kind', '=', 'store').orderBy('orgCode').execute()
  const requestedDay = orgCode || ctx.user.orgCode
  const store = stores.find((one) => one.orgCode === requestedDay) ?? (orgCode ? undefined : stores[0])
  if (!store) throw new AppError('common.recordNotFound', { field: 'sysOrgCode' })
  return store
}

/** A ranking in its current or published state; null if the store has none. Throws `ranking.noBoard` or `common.recordNotFound`. */
export async function rankingOf(
  trx: Transaction,
  store: RankedStore,
  { period, day, vehicleType, ruleId, version, shown = 'all' }: RankingRequest,
  now: Date,
): Promise<Ranking | null> {
  const { orgCode } = store
  const today = todayOf(store, now)
  const boards = await boardsOf(trx, orgCode)
  const isRequested = ruleId !== undefined || vehicleType !== undefined
  const requested = isRequested
    ? { vehicleType: vehicleType ?? '', ruleId }
    : ((await latestBoard(trx, orgCode)) ?? boards[0])
  const board = boards.find((one) => one.vehicleType === requested?.vehicleType && one.ruleId === requested.ruleId)
  if (!board) {
    if (isRequested) throw new AppError('ranking.noBoard', { field: 'ruleId' })
    return null
  }
  const requestedDay = day ?? today
  const of = { orgCode, vehicleType: board.vehicleType, ruleId: board.ruleId }
  const published = period === 'overgame' ? [] : await versionsOf(trx, { ...of, period }, requestedDay)
  const [latest] = published
  const days: PeriodDays | null = latest
    ? { from: latest.startsOn, until: latest.endsOn }
    : periodOf(period, requestedDay, store.rankingWeek)
  const voids = days ? await voidsOf(trx, orgCode, days) : []
  const fullVoid = voids.find(({ from, until }) => days && from <= days.from && until >= days.until)
  const cleared = period === 'day' && requestedDay === today ? await clearedAt(trx, orgCode, today) : null
  const head = {
    ...board,
    sysOrgCode: orgCode,
    departName: store.name,
    period,
    from: days?.from ?? null,
    until: days?.until ?? null,
    clearedTime: cleared && toWireTime(cleared),
    partlyVoided: fullVoid ? [] : voids,
  }
  if (fullVoid) return { ...head, state: 'voided', version: null, versions: [], voided: fullVoid, places: [] }
  const versions = published.map((one) => ({
    version: one.version,
    publishTime: toWireTime(one.publishedAt),
    cause: one.cause,
  }))
  if (latest) {
    const chosen = version === undefined ? latest : published.find((one) => one.version === version)
    if (!chosen) throw new AppError('common.recordNotFound', { field: 'version' })
    return { ...head, state: 'published', version: chosen.version, versions, voided: null, places: chosen.places }
  }
  const after = shown === 'screen' ? cleared : null
  const places = await bestPlaces(trx, { ...of, period, days, places: placesOf(period, store), after })
  const state = days && days.until < today ? 'closing' : 'open'
  return { ...head, state, version: null, versions, voided: null, places }
}

interface VoidInput {
  period: VoidedPeriod
  day: string
  reason: string
  sysOrgCode?: string | undefined
}

/** Voids a period. Throws `ranking.notYet` or `ranking.voidedAlready`. */
export function voidPeriod(deps: Deps, ctx: CallContext, { period, day, reason, sysOrgCode }: VoidInput) {
  return ctx.tx(async (trx) => {
    const store = await requestedStore(trx, ctx, sysOrgCode)
    const { orgCode } = store
    const now = deps.clock()
    const days = periodOf(period, day, store.rankingWeek)
    if (!days || days.from > todayOf(store, now)) throw new AppError('ranking.notYet', { field: 'day' })
    const { realname, username } = ctx.user
    const voided = await trx
      .insertInto('rankingVoid')
      .values({
        id: ctx.key,
        orgCode,
        period,
        startsOn: days.from,
        endsOn: days.until,
        reason,
        voidedAt: now,
        voidedBy: realname || username,
      })
      .onConflict((same) => same.constraint('ranking_void_once').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!voided) throw new AppError('ranking.voidedAlready', { field: 'day' })
    const cause = JSON.stringify({ kind: 'void', reason })
    const change = { orgCode, fromDay: days.from, untilDay: days.until, vehicleType: null, ruleId: null, cause }
    await trx.insertInto('rankingChange').values(change).execute()
    ctx.changesStore(orgCode)
    ctx.touched({ id: ctx.key, after: { period, ...days, reason } })
    ctx.afterCommit(() => deps.realtime.publish({ topic: 'rankings', orgCode }))
    return { id: ctx.key, ...days }
  })
}

interface TakeBackInput {
  id: string
  reason: string
  sysOrgCode?: string | undefined
}

/** Revokes a void. Throws `ranking.notVoided`. */
export function takeVoidBack(deps: Deps, ctx: CallContext, { id, reason, sysOrgCode }: TakeBackInput) {
  return ctx.tx(async (trx) => {
    const { orgCode } = await requestedStore(trx, ctx, sysOrgCode)
    const { realname, username } = ctx.user
    const by = { at: deps.clock(), name: realname || username, reason }
    const days = await revokeVoid(trx, { id, orgCode }, by)
    if (!days) throw new AppError('ranking.notVoided', { field: 'id' })
    ctx.changesStore(orgCode)
    ctx.touched({ id, before: { ...days }, after: { takenBack: reason } })
    ctx.afterCommit(() => deps.realtime.publish({ topic: 'rankings', orgCode }))
    return { id, ...days }
  })
}

/** Makes the big screen show only later laps of today; runs and rankings are not affected. */
export function clearToday(deps: Deps, ctx: CallContext, sysOrgCode: string | undefined) {
  return ctx.tx(async (trx) => {
    const store = await requestedStore(trx, ctx, sysOrgCode)
    const { orgCode } = store
    const now = deps.clock()
    const day = todayOf(store, now)
    const before = await clearedAt(trx, orgCode, day)
    const by = { clearedAt: now, clearedBy: ctx.user.realname || ctx.user.username }
    await trx
      .insertInto('rankingClear')
      .values({ orgCode, day, ...by })
      .onConflict((same) => same.columns(['orgCode', 'day']).doUpdateSet(by))
      .execute()
    ctx.changesStore(orgCode)
    ctx.touched({ id: store.id, before: { clearedAt: before }, after: { clearedAt: now } })
    ctx.afterCommit(() => deps.realtime.publish({ topic: 'rankings', orgCode }))
    return { clearedTime: toWireTime(now) }
  })
}
