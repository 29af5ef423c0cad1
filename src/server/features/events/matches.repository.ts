import { type Selectable, sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import { AppError } from '#shared/core/errors.ts'
import type { MatchFormat, MatchStatus } from '#shared/features/events/matches.schema.ts'
import { racerNameOf } from '#shared/features/members/racer-name.calc.ts'

export type RoundRow = Selectable<Tables['matchRound']>
export type GroupRow = Selectable<Tables['matchGroup']>

/** An entry with the names that lists, papers and screens show. */
export interface EntryRow {
  id: string
  orgCode: string
  roundId: string
  groupNumber: number
  grid: number
  signUpId: string
  number: number
  racer: string
  vehicleId: string | null
  vehicleName: string
  laps: number
  bestMs: number | null
  totalMs: number | null
  place: number | null
  points: number
  status: MatchStatus
  penaltyMs: number
  correctedBy: string
  reason: string
}

/** The rounds of an event in their order. */
export const roundsOf = (trx: Transaction, eventId: string): Promise<RoundRow[]> =>
  trx.selectFrom('matchRound').selectAll().where('eventId', '=', eventId).orderBy('number').execute()

export async function groupsOf(trx: Transaction, roundIds: readonly string[]): Promise<GroupRow[]> {
  if (roundIds.length === 0) return []
  return trx
    .selectFrom('matchGroup')
    .selectAll()
    .where('roundId', 'in', [...roundIds])
    .orderBy('number')
    .execute()
}

/** The entries of rounds, in the order of their groups' start lists. */
export async function entriesOf(trx: Transaction, roundIds: readonly string[]): Promise<EntryRow[]> {
  // A merged member is named as the remaining one wishes.
  const { rows } = await sql<Omit<EntryRow, 'racer'> & Parameters<typeof racerNameOf>[0]>`
    select e.*, s.number, m.nickname, m.realname, m.racer_name, coalesce(v.name, '') as vehicle_name
      from match_entry e
      join event_sign_up s on s.id = e.sign_up_id and s.org_code = e.org_code
      join member own on own.id = s.member_id and own.org_code = s.org_code
      join member m on m.id = coalesce(own.merged_into, own.id) and m.org_code = own.org_code
      left join vehicle v on v.id = e.vehicle_id and v.org_code = e.org_code
      where e.round_id = any(${[...roundIds]}::uuid[])
      order by e.round_id, e.group_number, e.grid`.execute(trx)
  return rows.map(({ nickname, realname, racerName, ...entry }) => ({
    ...entry,
    racer: racerNameOf({ nickname, realname, racerName }),
  }))
}

/** Locks a round, so that its draw, its groups and its results change one after the other. Throws `common.recordNotFound`. */
export async function lockRound(trx: Transaction, id: string, field: 'id' | 'roundId'): Promise<RoundRow> {
  const row = await trx.selectFrom('matchRound').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  if (!row) throw new AppError('common.recordNotFound', { field })
  return row
}

/** The event of a round. Throws `common.recordNotFound`. */
export async function eventOfRound(trx: Transaction, id: string, field: 'id' | 'roundId'): Promise<string> {
  const row = await trx.selectFrom('matchRound').select('eventId').where('id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('common.recordNotFound', { field })
  return row.eventId
}

/** The event of an entry. Throws `common.recordNotFound`. */
export async function eventOfEntry(trx: Transaction, id: string): Promise<string> {
  const row = await trx.selectFrom('matchEntry').select('roundId').where('id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('common.recordNotFound', { field: 'id' })
  return eventOfRound(trx, row.roundId, 'id')
}

/** The round of an entry, locked, and the entry. Throws `common.recordNotFound`. */
export async function lockEntry(trx: Transaction, id: string): Promise<{ round: RoundRow; entry: EntryRow }> {
  const found = await trx.selectFrom('matchEntry').select('roundId').where('id', '=', id).executeTakeFirst()
  if (!found) throw new AppError('common.recordNotFound', { field: 'id' })
  const round = await lockRound(trx, found.roundId, 'id')
  const entry = (await entriesOf(trx, [round.id])).find((one) => one.id === id)
  if (!entry) throw new AppError('common.recordNotFound', { field: 'id' })
  return { round, entry }
}

export async function findGroup(trx: Transaction, round: RoundRow, number: number): Promise<GroupRow> {
  const row = await trx
    .selectFrom('matchGroup')
    .selectAll()
    .where('roundId', '=', round.id)
    .where('orgCode', '=', round.orgCode)
    .where('number', '=', number)
    .executeTakeFirst()
  if (!row) throw new AppError('common.recordNotFound', { field: 'group' })
  return row
}

interface RoundKey {
  id: string
  orgCode: string
}

/** The sign-ups that have a place at an event, in their order. */
export async function membersWithPlace(trx: Transaction, eventId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('eventSignUp')
    .select('id')
    .where('eventId', '=', eventId)
    .where('state', 'in', ['preparing', 'successful'])
    .orderBy('number')
    .execute()
  return rows.map(({ id }) => id)
}

/** The sign-ups of a round in the order of its results: by place, over all groups; who has none comes last. */
export async function resultOrder(trx: Transaction, round: RoundKey & { format: MatchFormat }): Promise<string[]> {
  const byBest = round.format === 'practice' || round.format === 'qualifying'
  // Who gave up the event since then takes part no more.
  const { rows } = await sql<{ signUpId: string }>`
    select e.sign_up_id from match_entry e
      join event_sign_up s on s.id = e.sign_up_id and s.org_code = e.org_code and s.state in ('preparing', 'successful')
      where e.round_id = ${round.id} and e.org_code = ${round.orgCode}
      order by e.place is null, case when ${byBest} then e.best_ms + e.penalty_ms end nulls last, e.place, -e.laps,
        e.total_ms + e.penalty_ms, e.group_number, e.grid`.execute(trx)
  return rows.map(({ signUpId }) => signUpId)
}

/** Replaces the start lists of a round. */
export async function storeStartLists(
  trx: Transaction,
  { id: roundId, orgCode }: RoundKey,
  groups: readonly (readonly { id: string; signUpId: string }[])[],
): Promise<void> {
  await trx.deleteFrom('matchGroup').where('roundId', '=', roundId).where('orgCode', '=', orgCode).execute()
  const members = groups.flatMap((group, index) =>
    group.map((member, inGroup) => ({ ...member, group: index + 1, grid: inGroup + 1 })),
  )
  await sql`insert into match_group (round_id, org_code, number)
    select ${roundId}, ${orgCode}, g.number from generate_series(1, ${groups.length}::integer) as g (number)`.execute(
    trx,
  )
  await sql`insert into match_entry (id, org_code, round_id, group_number, grid, sign_up_id)
    select e.id, ${orgCode}, ${roundId}, e.group_number, e.grid, e.sign_up_id
      from unnest(${members.map(({ id }) => id)}::uuid[], ${members.map(({ group }) => group)}::integer[],
        ${members.map(({ grid }) => grid)}::integer[], ${members.map(({ signUpId }) => signUpId)}::uuid[])
        as e (id, group_number, grid, sign_up_id)`.execute(trx)
}

export const changeRound = (trx: Transaction, { id, orgCode }: RoundKey, values: Partial<RoundRow>) =>
  trx.updateTable('matchRound').set(values).where('id', '=', id).where('orgCode', '=', orgCode).execute()

export const changeGroup = (trx: Transaction, { roundId, orgCode, number }: GroupRow, values: Partial<GroupRow>) =>
  trx
    .updateTable('matchGroup')
    .set(values)
    .where('roundId', '=', roundId)
    .where('orgCode', '=', orgCode)
    .where('number', '=', number)
    .execute()

export const changeEntry = (
  trx: Transaction,
  { id, orgCode }: { id: string; orgCode: string },
  values: Partial<Selectable<Tables['matchEntry']>>,
) => trx.updateTable('matchEntry').set(values).where('id', '=', id).where('orgCode', '=', orgCode).execute()

/** What a vehicle has driven in runs that began in a time. */
interface VehicleLaps {
  vehicleId: string
  laps: number
  bestMs: number | null
  totalMs: number | null
}

/** The laps of vehicles in the runs that began on them in a time, as far as the gateway has received them. */
export async function lapsOf(
  trx: Transaction,
  { orgCode, vehicleIds, from, until }: { orgCode: string; vehicleIds: readonly string[]; from: Date; until: Date },
): Promise<VehicleLaps[]> {
  const { rows } = await sql<VehicleLaps>`
    select g.vehicle_id, count(l.run_id)::integer as laps, min(l.ms)::integer as best_ms,
        -- A lap that was only counted has no time, so the clock decides: from the beginning of its first run.
        (case when bool_and(l.ms is not null) then sum(l.ms)
          else extract(epoch from max(l.done_at) - min(g.started_at)) * 1000 end)::integer as total_ms
      from run g join lap l on l.run_id = g.id and l.org_code = g.org_code
      where g.org_code = ${orgCode} and g.vehicle_id = any(${[...vehicleIds]}::uuid[]) and g.started_at >= ${from} and g.started_at <= ${until}
      group by g.vehicle_id`.execute(trx)
  return rows
}

/** The group of a store that a screen shows: the one that started last, on this day; null: none. */
export async function shownGroup(
  trx: Transaction,
  orgCode: string,
  since: Date,
): Promise<{ round: RoundRow; group: GroupRow; eventName: string } | null> {
  const group = await trx
    .selectFrom('matchGroup')
    .selectAll()
    .where('orgCode', '=', orgCode)
    .where('startedAt', '>=', since)
    .orderBy('startedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  const found =
    group ??
    (await trx
      .selectFrom('matchGroup as g')
      .innerJoin('matchRound as r', (join) => join.onRef('r.id', '=', 'g.roundId').onRef('r.orgCode', '=', 'g.orgCode'))
      .selectAll('g')
      .where('g.orgCode', '=', orgCode)
      .where('r.drawnAt', '>=', since)
      .orderBy('r.drawnAt', 'desc')
      .orderBy('g.number')
      .limit(1)
      .executeTakeFirst())
  if (!found) return null
  const round = await trx.selectFrom('matchRound').selectAll().where('id', '=', found.roundId).executeTakeFirstOrThrow()
  const event = await trx.selectFrom('event').select('name').where('id', '=', round.eventId).executeTakeFirstOrThrow()
  return { round, group: found, eventName: event.name }
}
