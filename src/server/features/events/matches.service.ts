import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { orderPrint, printOrdered } from '#server/features/printing/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'
import { formatTime, toWireTime } from '#shared/core/time.ts'
import { placed, pointsTable, startLists } from '#shared/features/events/matches.calc.ts'
import {
  type CorrectionInput,
  MAX_ENTRIES,
  MAX_ROUNDS,
  type Match,
  type MatchEntry,
  type MatchGroup,
  type MatchGroupKey,
  type PrintInput,
  type RoundInput,
} from '#shared/features/events/matches.schema.ts'
import { lapTime } from '#shared/features/vehicles/lap-time.calc.ts'
import { type TextKey, type TextValues, text } from '#shared/i18n/catalogue.ts'
import type { PrintedText } from '#shared/ipc/devices.ts'
import {
  changeEntry,
  changeGroup,
  changeRound,
  type EntryRow,
  entriesOf,
  findGroup,
  type GroupRow,
  groupsOf,
  lapsOf,
  lockEntry,
  lockRound,
  membersWithPlace,
  type RoundRow,
  resultOrder,
  roundsOf,
  storeStartLists,
} from './matches.repository.ts'

const MAX_SEED = 2_147_483_647

function announce({ realtime }: Deps, ctx: CallContext, orgCode: string): void {
  ctx.changesStore(orgCode)
  ctx.afterCommit(() => realtime.publish({ topic: 'matches', orgCode }))
}

/** Entries as they are shown: by the start list, and in the order of the results once the group has ended. */
const inOrder = (entries: readonly EntryRow[], isOver: boolean): EntryRow[] =>
  isOver ? entries.toSorted((one, other) => placeOf(one) - placeOf(other) || one.grid - other.grid) : [...entries]
const placeOf = ({ place }: Pick<EntryRow, 'place'>): number => place ?? Number.MAX_SAFE_INTEGER

const toEntry = ({ orgCode: _, roundId: __, groupNumber: ___, ...entry }: EntryRow): MatchEntry => ({
  id: entry.id,
  grid: entry.grid,
  signUpId: entry.signUpId,
  number: entry.number,
  racer: entry.racer,
  vehicleId: entry.vehicleId,
  vehicleName: entry.vehicleName,
  laps: entry.laps,
  bestMs: entry.bestMs,
  totalMs: entry.totalMs,
  place: entry.place,
  points: entry.points,
  status: entry.status,
  penaltyMs: entry.penaltyMs,
  correctedBy: entry.correctedBy,
  reason: entry.reason,
})

/** The match of an event, with its points table. Throws `common.recordNotFound`. */
export async function matchOf(trx: Transaction, eventId: string): Promise<Match> {
  const event = await trx.selectFrom('event').select('name').where('id', '=', eventId).executeTakeFirst()
  if (!event) throw new AppError('common.recordNotFound', { field: 'eventId' })
  const rounds = await roundsOf(trx, eventId)
  const ids = rounds.map(({ id }) => id)
  const [groups, entries] = [await groupsOf(trx, ids), await entriesOf(trx, ids)]
  const ofGroup = Map.groupBy(entries, ({ roundId, groupNumber }) => `${roundId} ${groupNumber}`)
  const groupOf = (group: GroupRow): MatchGroup => {
    const own = ofGroup.get(`${group.roundId} ${group.number}`) ?? []
    return {
      group: group.number,
      startTime: group.startedAt && toWireTime(group.startedAt),
      endTime: group.endedAt && toWireTime(group.endedAt),
      entries: inOrder(own, group.endedAt !== null).map(toEntry),
    }
  }
  const numbers = new Map(rounds.map(({ id, number }) => [id, number]))
  const ended = new Set(groups.filter(({ endedAt }) => endedAt).map(({ roundId, number }) => `${roundId} ${number}`))
  const results = entries
    .filter(({ roundId, groupNumber }) => ended.has(`${roundId} ${groupNumber}`))
    .map((entry) => ({ ...entry, roundNumber: numbers.get(entry.roundId) ?? 0 }))
  const scores = rounds.some(({ points }) => points.length > 0)
  return {
    eventId,
    eventName: event.name,
    members: (await membersWithPlace(trx, eventId)).length,
    rounds: rounds.map((round) => ({
      id: round.id,
      number: round.number,
      roundName: round.name,
      format: round.format,
      groupSize: round.groupSize,
      sourceId: round.sourceId,
      advance: round.advance,
      points: round.points,
      seed: round.seed,
      groups: groups.filter(({ roundId }) => roundId === round.id).map(groupOf),
    })),
    table: scores ? pointsTable(results) : [],
  }
}

/** Adds a round after the others. Throws `common.recordNotFound`, `events.cancelled`, `matches.*`. */
export async function addRound(
  deps: Deps,
  ctx: CallContext,
  trx: Transaction,
  input: RoundInput,
): Promise<{ id: string }> {
  const { eventId, roundName: name, format, groupSize, sourceId, advance, points } = input
  // The event is locked, so that two rounds never get one number.
  await sql`select lock_event(${eventId}, 'eventId')`.execute(trx)
  const event = await trx.selectFrom('event').selectAll().where('id', '=', eventId).executeTakeFirstOrThrow()
  if (event.cancelledAt) throw new AppError('events.cancelled', { field: 'eventId', event: event.name })
  const rounds = await roundsOf(trx, eventId)
  if (sourceId !== null && !rounds.some(({ id }) => id === sourceId))
    throw new AppError('matches.sourceUnknown', { field: 'sourceId' })
  if (rounds.length >= MAX_ROUNDS) throw new AppError('matches.tooManyRounds', { field: 'eventId', most: MAX_ROUNDS })
  const { orgCode } = event
  const number = Math.max(0, ...rounds.map((round) => round.number)) + 1
  const row = { id: ctx.key, orgCode, eventId, number, name, format, groupSize, sourceId, advance, points }
  await trx
    .insertInto('matchRound')
    .values({ ...row, seed: null, drawnAt: null, createdBy: ctx.user.username, createdAt: deps.clock() })
    .execute()
  ctx.touched({ id: row.id, after: input })
  announce(deps, ctx, orgCode)
  return { id: row.id }
}

/** Throws `matches.started` once a group of a round has started. */
async function requireUnstarted(trx: Transaction, round: RoundRow): Promise<void> {
  const groups = await groupsOf(trx, [round.id])
  if (groups.some(({ startedAt }) => startedAt)) throw new AppError('matches.started', { round: round.name })
}

/** Removes a round that has not started. Throws `matches.started` or `matches.isSource`. */
export async function removeRound(deps: Deps, ctx: CallContext, trx: Transaction, id: string): Promise<null> {
  const round = await lockRound(trx, id, 'id')
  await requireUnstarted(trx, round)
  await trx.deleteFrom('matchRound').where('id', '=', id).where('orgCode', '=', round.orgCode).execute()
  ctx.touched({ id, before: { roundName: round.name, format: round.format } })
  announce(deps, ctx, round.orgCode)
  return null
}

/** Draws the start lists of a round anew. Throws `matches.started`, `sourceOpen`, `nobody` or `tooMany`. */
export async function drawRound(deps: Deps, ctx: CallContext, trx: Transaction, id: string): Promise<{ seed: number }> {
  const round = await lockRound(trx, id, 'id')
  await requireUnstarted(trx, round)
  const members = await membersOf(trx, round)
  if (members.length === 0) throw new AppError('matches.nobody', { round: round.name })
  if (members.length > MAX_ENTRIES) throw new AppError('matches.tooMany', { round: round.name, most: MAX_ENTRIES })
  const seed = randomInt(MAX_SEED)
  const groups = startLists(members, { format: round.format, groupSize: round.groupSize, seed })
  await storeStartLists(
    trx,
    round,
    groups.map((group) => group.map((signUpId) => ({ id: newId(), signUpId }))),
  )
  await changeRound(trx, round, { seed, drawnAt: deps.clock() })
  ctx.touched({ id, before: { seed: round.seed }, after: { seed, groups } })
  announce(deps, ctx, round.orgCode)
  return { seed }
}

async function membersOf(trx: Transaction, round: RoundRow): Promise<string[]> {
  if (round.sourceId === null) return membersWithPlace(trx, round.eventId)
  const source = await lockRound(trx, round.sourceId, 'id')
  const groups = await groupsOf(trx, [source.id])
  if (groups.length === 0 || groups.some(({ endedAt }) => !endedAt))
    throw new AppError('matches.sourceOpen', { round: source.name })
  const order = await resultOrder(trx, source)
  return round.advance > 0 ? order.slice(0, round.advance) : order
}

/** Sets the vehicle of an entry. Throws `matches.ended`, `matches.vehicleTaken` or `sessions.vehicleNotFound`. */
export async function setVehicle(
  deps: Deps,
  ctx: CallContext,
  trx: Transaction,
  { id, vehicleId }: { id: string; vehicleId: string | null },
): Promise<null> {
  const { round, entry } = await lockEntry(trx, id)
  const group = await findGroup(trx, round, entry.groupNumber)
  if (group.endedAt) throw new AppError('matches.ended', { group: group.number })
  if (vehicleId !== null) {
    const vehicle = await trx
      .selectFrom('vehicle')
      .select('id')
      .where('id', '=', vehicleId)
      .where('orgCode', '=', round.orgCode)
      .executeTakeFirst()
    if (!vehicle) throw new AppError('sessions.vehicleNotFound', { field: 'vehicleId' })
  }
  await changeEntry(trx, entry, { vehicleId })
  ctx.touched({ id, before: { vehicleId: entry.vehicleId }, after: { vehicleId } })
  announce(deps, ctx, round.orgCode)
  return null
}

/** Notes the start of a group. Throws `matches.started` or `matches.noVehicles`. */
export async function startGroup(deps: Deps, ctx: CallContext, trx: Transaction, key: MatchGroupKey): Promise<null> {
  const round = await lockRound(trx, key.roundId, 'roundId')
  const group = await findGroup(trx, round, key.group)
  if (group.startedAt) throw new AppError('matches.started', { round: round.name })
  const entries = (await entriesOf(trx, [round.id])).filter(({ groupNumber }) => groupNumber === group.number)
  if (entries.every(({ vehicleId }) => vehicleId === null))
    throw new AppError('matches.noVehicles', { group: group.number })
  await changeGroup(trx, group, { startedAt: deps.clock() })
  ctx.touched({ id: round.id, after: { group: group.number, started: true } })
  announce(deps, ctx, round.orgCode)
  return null
}

/** Ends a group and takes its results; later calls take laps that came late. Throws `matches.notStarted`. */
export async function finishGroup(deps: Deps, ctx: CallContext, trx: Transaction, key: MatchGroupKey): Promise<null> {
  const round = await lockRound(trx, key.roundId, 'roundId')
  const group = await findGroup(trx, round, key.group)
  if (!group.startedAt) throw new AppError('matches.notStarted', { group: group.number })
  const endedAt = group.endedAt ?? deps.clock()
  if (!group.endedAt) await changeGroup(trx, group, { endedAt })
  await takeResults(trx, round, { ...group, endedAt })
  ctx.touched({ id: round.id, after: { group: group.number, ended: true } })
  announce(deps, ctx, round.orgCode)
  return null
}

/** Stores what the vehicles of an ended group have driven, with places and points. Corrections stay. */
async function takeResults(trx: Transaction, round: RoundRow, group: GroupRow): Promise<void> {
  const entries = (await entriesOf(trx, [round.id])).filter(({ groupNumber }) => groupNumber === group.number)
  const vehicleIds = entries.flatMap(({ vehicleId }) => (vehicleId === null ? [] : [vehicleId]))
  const { startedAt, endedAt } = group
  if (!startedAt || !endedAt) throw new Error('results are those of a group that has ended')
  const driven = await lapsOf(trx, { orgCode: round.orgCode, vehicleIds, from: startedAt, until: endedAt })
  const ofVehicle = new Map(driven.map((one) => [one.vehicleId, one]))
  const results = entries.map((entry) => {
    const { laps = 0, bestMs = null, totalMs = null } = ofVehicle.get(entry.vehicleId ?? '') ?? {}
    return { ...entry, laps, bestMs, totalMs }
  })
  for (const { id, orgCode, laps, bestMs, totalMs, place, points } of placed(results, round))
    await changeEntry(trx, { id, orgCode }, { laps, bestMs, totalMs, place, points })
}

/** Corrects a result, with a reason. Throws `matches.notEnded`. */
export async function correctResult(
  deps: Deps,
  ctx: CallContext,
  trx: Transaction,
  { id, status, penalty, reason }: CorrectionInput,
): Promise<null> {
  const { round, entry } = await lockEntry(trx, id)
  const group = await findGroup(trx, round, entry.groupNumber)
  if (!group.endedAt) throw new AppError('matches.notEnded', { group: group.number })
  const penaltyMs = Math.round(penalty * 1000)
  const { realname, username } = ctx.user
  await changeEntry(trx, entry, {
    status,
    penaltyMs,
    reason,
    correctedAt: deps.clock(),
    correctedBy: realname || username,
  })
  await takeResults(trx, round, group)
  const before = { status: entry.status, penaltyMs: entry.penaltyMs, place: entry.place }
  ctx.touched({ id, before, after: { status, penaltyMs, reason } })
  announce(deps, ctx, round.orgCode)
  return null
}

/** Prints the start list or the results of a group in the caller's language. */
export async function printGroup(deps: Deps, ctx: CallContext, trx: Transaction, input: PrintInput) {
  const round = await lockRound(trx, input.roundId, 'roundId')
  const group = await findGroup(trx, round, input.group)
  if (input.paper === 'results' && !group.endedAt) throw new AppError('matches.notEnded', { group: group.number })
  const { orgCode } = round
  const store = await trx.selectFrom('store').selectAll().where('orgCode', '=', orgCode).executeTakeFirstOrThrow()
  const event = await trx.selectFrom('event').select('name').where('id', '=', round.eventId).executeTakeFirstOrThrow()
  const own = (await entriesOf(trx, [round.id])).filter(({ groupNumber }) => groupNumber === group.number)
  const { locale } = ctx
  const t = (key: TextKey, values?: TextValues) => text(locale, key, values)
  const nameOf = ({ number, racer }: EntryRow): string => `${number} ${racer}`.trim()
  const isResults = input.paper === 'results'
  const lines = inOrder(own, isResults).map((entry): [string, string] =>
    isResults
      ? [`${entry.place ?? '—'} ${nameOf(entry)}`, resultText(entry, round, t)]
      : [`${entry.grid} ${nameOf(entry)}`, entry.vehicleName || '—'],
  )
  const now = deps.clock()
  const document: PrintedText = {
    kind: 'text',
    title: t(isResults ? 'match.results' : 'match.startList'),
    facts: [
      [t('event.event'), event.name],
      [t('match.round'), `${round.name} · ${t('match.groupNumbered', { group: group.number })}`],
      ...lines,
    ],
    content: '',
    foot: formatTime(now, store.timeZone),
  }
  const about = { orderId: round.id, orgCode, storeName: store.name, timeZone: store.timeZone, at: now }
  const jobId = await orderPrint(trx, { ...about, document, locale, printId: input.printId }, now)
  ctx.afterCommit(() => deps.realtime.publish({ topic: 'printJobs', orgCode }))
  ctx.changesStore(orgCode)
  ctx.touched({ id: round.id, after: { paper: input.paper, group: group.number, jobId } })
  return printOrdered(trx, ctx, { orgCode, printId: input.printId }, { jobId }, now)
}

/** A result in words: why there is none, or laps, time and points. */
function resultText(
  { status, laps, bestMs, totalMs, penaltyMs, points }: EntryRow,
  { format }: RoundRow,
  t: (key: TextKey, values?: TextValues) => string,
): string {
  if (status !== '') return t(`match.status.${status}`)
  if (laps === 0) return t('match.status.dns')
  const time = format === 'practice' || format === 'qualifying' ? bestMs : totalMs
  return [
    t('match.lapsDone', { laps }),
    time === null ? '' : lapTime(time + penaltyMs),
    points > 0 ? t('match.pointsOf', { points }) : '',
  ]
    .filter(Boolean)
    .join(' ')
}
