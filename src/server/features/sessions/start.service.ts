import { sql } from 'kysely'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { findRule, type RuleRow } from '#server/features/rules/index.ts'
import {
  createPrintJob,
  markPrintedElsewhere,
  settleRefusal,
  startingTerminal,
} from '#server/features/terminals/index.ts'
import { lockVehicle, type RunRow, runOn } from '#server/features/vehicles/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'
import { businessDay } from '#shared/core/time.ts'
import { valueToHold } from '#shared/features/sessions/hold.calc.ts'
import type { StartInput, StartResult } from '#shared/features/sessions/play-before-pay.contract.ts'
import { checkStart } from '#shared/features/sessions/start.calc.ts'
import { text } from '#shared/i18n/catalogue.ts'
import type { TicketData } from '#shared/ipc/devices.ts'
import { agreedBy } from './edit.service.ts'
import { holdForStart } from './holds.repository.ts'
import { isUuid } from './play-records.repository.ts'

const MINUTE_MS = 60_000
const TICKET_DIGITS = 3
/** Types that one person rides, whatever was typed (spec §4). */
const ONE_PERSON: ReadonlySet<string> = new Set(['PLAYFREELY', 'TESTCARD'])

/**
 * Starts a session: record, run, hold, queue number and print job in one transaction.
 *
 * Rows are locked in one order everywhere (vehicle, the store's limit, member, queue number), so that starts never wait
 * for each other in a circle. An offline start has happened already: a busy vehicle or an empty wallet no longer refuses it.
 */
export async function startSession(
  deps: Deps,
  ctx: CallContext,
  trx: Transaction,
  input: StartInput,
): Promise<StartResult> {
  const { user, key } = ctx
  const now = deps.clock()
  const startedAt = beginning(input, now)
  const rule = isUuid(input.roleId) ? await findRule(trx, input.roleId) : null
  const problem = checkStart(input, rule && toStartRule(rule))
  if (problem) throw new AppError(problem.code, problem.details)
  if (!rule) throw new AppError('sessions.ruleNotFound', { field: 'roleId' })
  if (rule.consumeType === 'QUAN' && input.consumeVehicleMode === 'timermode') {
    throw new AppError('sessions.noTimerMode', { field: 'consumeVehicleMode', rule: rule.name })
  }
  const people = ONE_PERSON.has(rule.consumeType) ? 1 : input.people

  const { orgCode } = rule
  ctx.changesStore(orgCode)
  const terminal = await startingTerminal(trx, ctx, input, orgCode)
  const { vehicle, conflict } = await takeVehicle(trx, ctx, input, orgCode, now)
  const store = await trx.selectFrom('store').selectAll().where('orgCode', '=', orgCode).executeTakeFirstOrThrow()
  const memberId = input.userId === '' ? null : input.userId
  if (memberId) await keepHungLimit(trx, orgCode, store.hungOrderLimit)
  const wanted = valueToHold(rule, people)
  const hold = memberId
    ? await holdForStart(trx, { id: key, orgCode, memberId, wanted, required: !input.offline }, now)
    : 'none'

  const day = businessDay(startedAt, store.timeZone, store.dayStartHour)
  const paiduiNumber = await nextQueueNumber(trx, orgCode, day)
  const ownTicket = input.offline && input.terminalTicket !== ''
  const ticketNo = ownTicket
    ? input.terminalTicket
    : `${store.queuePrefix}${String(paiduiNumber).padStart(TICKET_DIGITS, '0')}`
  const gameLogId = newId()
  const run = runOf(input, rule, startedAt, now, conflict)

  await trx
    .insertInto('playBeforePay')
    .values({
      id: key,
      orgCode,
      memberId,
      gameLogId,
      ticketNo,
      terminalTicket: input.offline ? input.terminalTicket : '',
      createdAt: startedAt,
      queueNumber: paiduiNumber,
      racer: input.cheshou,
      ...agreedBy(rule),
      runMode: input.consumeVehicleMode,
      people,
      vehicleId: vehicle.id,
      vehicleName: vehicle.name,
      remark: input.remark,
      printId: input.printId,
      terminalId: terminal?.id ?? null,
      terminalName: terminal?.name ?? '',
      operatorId: user.id,
      operatorName: user.realname,
      offline: input.offline,
      vehicleConflict: conflict,
    })
    .execute()
  await trx
    .insertInto('gameLog')
    .values({
      id: gameLogId,
      orgCode,
      playId: key,
      vehicleId: vehicle.id,
      runMode: input.consumeVehicleMode,
      racer: input.cheshou,
      startedBy: terminal?.name ?? user.realname,
      ...run,
    })
    .execute()
  await trx
    .insertInto('queueEntry')
    .values({
      id: newId(),
      orgCode,
      playId: key,
      businessDay: day,
      number: paiduiNumber,
      createdAt: startedAt,
      state: run.state === 'RUNNING' ? 'STARTED' : 'DONE',
    })
    .execute()

  const ticket: TicketData = {
    orderId: key,
    storeName: store.name,
    ticketNo,
    racer: input.cheshou,
    vehicleName: vehicle.name,
    ruleName: rule.name,
    mode: input.consumeVehicleMode,
    amount: input.consumeVehicleMode === 'circlemode' ? rule.laps : rule.minutes,
    people,
    memberNo: memberId ?? '',
    startedAt: startedAt.toISOString(),
    cashier: user.realname,
    terminal: terminal?.name ?? '',
    remark: input.remark,
    offline: input.offline,
    locale: ctx.locale,
    timeZone: store.timeZone,
  }
  if (!input.offline) {
    await createPrintJob(trx, { orgCode, ticket, copyNo: 0, printId: input.printId, terminal }, now)
  }
  const settled = input.offline && (await settleRefusal(trx, key, user.id, now))
  announce(deps, ctx, orgCode, { printJob: !input.offline, refusal: settled })
  return {
    id: key,
    playState: 'GUADAN',
    gameLogId,
    paiduiNumber,
    ticketNo,
    vehicleName: vehicle.name,
    startedAt: startedAt.toISOString(),
    hold,
    ticket,
  }
}

const toStartRule = ({ name, laps, minutes }: RuleRow) => ({
  consumeRoleName: name,
  countCycleNumber: laps,
  duration: minutes,
})

/** An online start begins now; an offline one when the terminal says, but never in the future of a wrong clock. */
function beginning({ offline, startedAt }: StartInput, now: Date): Date {
  if (!offline || !startedAt) return now
  return new Date(Math.min(Date.parse(startedAt), now.getTime()))
}

async function takeVehicle(trx: Transaction, ctx: CallContext, input: StartInput, orgCode: string, now: Date) {
  const vehicle = isUuid(input.vehicleId) ? await lockVehicle(trx, input.vehicleId, orgCode) : null
  if (!vehicle) throw new AppError('sessions.vehicleNotFound', { field: 'vehicleId' })
  const occupant = await runOn(trx, vehicle, now)
  if (input.offline) return { vehicle, conflict: occupant !== null || vehicle.condition !== 'ready' }
  if (vehicle.condition !== 'ready') {
    const state = text(ctx.locale, `vehicle.state.${vehicle.condition}`)
    throw new AppError('sessions.vehicleUnavailable', { field: 'vehicleId', vehicle: vehicle.name, state })
  }
  if (occupant) {
    throw new AppError('sessions.vehicleTaken', { field: 'vehicleId', vehicle: vehicle.name, by: occupant.startedBy })
  }
  return { vehicle, conflict: false }
}

/** Open play-then-deduct orders of a store are limited until one is settled (spec §4); starts count one after another. */
async function keepHungLimit(trx: Transaction, orgCode: string, limit: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`hung orders ${orgCode}`}, 0))`.execute(trx)
  const open = await trx
    .selectFrom('playBeforePay')
    .select('id')
    .where('orgCode', '=', orgCode)
    .where('state', '=', sql.lit('GUADAN'))
    .where('memberId', 'is not', null)
    .limit(limit)
    .execute()
  if (open.length >= limit) throw new AppError('sessions.hungLimit', { limit })
}

async function nextQueueNumber(trx: Transaction, orgCode: string, businessDay: string): Promise<number> {
  const counter = await trx
    .insertInto('queueCounter')
    .values({ orgCode, businessDay, lastNumber: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['orgCode', 'businessDay'])
        .doUpdateSet({ lastNumber: sql<number>`queue_counter.last_number + 1` }),
    )
    .returning('lastNumber')
    .executeTakeFirstOrThrow()
  return counter.lastNumber
}

type Run = Pick<RunRow, 'state' | 'startedAt' | 'endsAt' | 'endedAt'>

/** The run of a start: one that came late or found its vehicle busy is over, and leaves the vehicle as it is. */
function runOf(input: StartInput, rule: RuleRow, startedAt: Date, now: Date, conflict: boolean): Run {
  const timed = input.consumeVehicleMode === 'timermode' && rule.minutes > 0
  const endsAt = timed ? new Date(startedAt.getTime() + rule.minutes * MINUTE_MS) : null
  const over = endsAt !== null && endsAt <= now
  if (!over && !conflict) return { state: 'RUNNING', startedAt, endsAt, endedAt: null }
  return { state: 'ENDED', startedAt, endsAt, endedAt: over ? endsAt : now }
}

/**
 * The terminal never got the answer to a start, and went on with a ticket of its own: the record is found by both numbers,
 * and nobody prints the ticket of the server any more.
 */
export async function joinTickets(
  deps: Deps,
  ctx: CallContext,
  trx: Transaction,
  id: string,
  terminalTicket: string,
): Promise<void> {
  await markPrintedElsewhere(trx, id)
  const { orgCode } = ctx.user
  await trx
    .updateTable('playBeforePay')
    .set({ terminalTicket })
    .where('id', '=', id)
    .where('orgCode', '=', orgCode)
    .where('terminalTicket', '=', '')
    .execute()
  ctx.afterCommit(() => deps.realtime.publish({ topic: 'playRecords', orgCode }))
}

function announce(deps: Deps, ctx: CallContext, orgCode: string, also: { printJob: boolean; refusal: boolean }): void {
  ctx.afterCommit(async () => {
    await deps.realtime.publish({ topic: 'playRecords', orgCode })
    await deps.realtime.publish({ topic: 'vehicles', orgCode })
    if (also.printJob) await deps.realtime.publish({ topic: 'printJobs', orgCode })
    if (also.refusal) await deps.realtime.publish({ topic: 'refusals', orgCode })
  })
}
