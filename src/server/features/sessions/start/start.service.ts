import { asJson } from '#server/core/audit/audit.ts'
import { idempotencyContext, isAnswered } from '#server/core/http/idempotency.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { checkConsumptionPassword } from '#server/features/members/index.ts'
import { markPrintedElsewhere, withGuestLink } from '#server/features/printing/index.ts'
import { localizeRefusal, withWalletAmounts } from '#server/features/sessions/refusals.service.ts'
import { terminalOf } from '#server/features/sessions/signing-terminal.service.ts'
import { isUuid, newId } from '#shared/core/id.ts'
import type { StartInput, StartResult } from '#shared/features/sessions/play-before-pay.contract.ts'
import { checkStart } from '#shared/features/sessions/start.calc.ts'
import { offlinePayment } from './offline-payment.service.ts'

const START = 'call start_play_committed($1, null)'

/** Result of the SQL function `start_play`. */
type Started =
  | { repeated: true; answer: { result: StartResult } }
  | { repeated: false; answer: { result: StartResult }; orgCode: string; refusalSettled: boolean }

/** Starts a pending ride in one round trip to the database; the ride id is the key. Throws the refusal in the caller's language. */
export async function startSession(deps: Deps, ctx: CallContext, input: StartInput): Promise<StartResult> {
  const { user } = ctx
  const now = deps.clock()
  const terminal = await terminalOf(ctx, input)
  const call = {
    ...idempotencyContext(ctx),
    userOrgCode: user.orgCode,
    request: asJson(input),
    waitedMs: Math.round(performance.now() - ctx.begun),
    locale: ctx.locale,
    gameLogId: newId(),
    queueEntryId: newId(),
    ruleId: isUuid(input.ruleId) ? input.ruleId : null,
    vehicleId: isUuid(input.vehicleId) ? input.vehicleId : null,
    memberId: input.userId || null,
    runMode: input.consumeVehicleMode,
    racer: input.racer,
    remark: input.remark,
    people: input.people,
    laps: input.laps ?? null,
    minutes: input.minutes ?? null,
    operatorId: input.operatorId ?? null,
    printId: input.printId,
    offline: input.offline,
    terminalTicket: input.terminalTicket,
    photoId: input.photoId || null,
    noPhoto: input.noPhoto || null,
    startedAt: startTimeOf(input, now),
    paid: offlinePayment(deps, ctx, input, terminal.signedBy),
    inputRefusal: inputProblem(input),
    ...terminal,
    cashierId: input.cashierId && isUuid(input.cashierId) ? input.cashierId : null,
    tokenHash: ctx.tokenHash,
    passwordHash: await checkPassword(deps, ctx, input, terminal.signedBy),
    now,
  }
  const started = await deps.db.call<Started>('start', START, [JSON.stringify(call)]).catch((error: unknown) => {
    throw localizeRefusal(ctx, withWalletAmounts(error))
  })
  const { result } = started.answer
  if (!started.repeated)
    announce(deps, ctx, started.orgCode, { printJob: !input.offline, refusal: started.refusalSettled })
  else if (input.offline) await ctx.tx((trx) => joinTickets(deps, ctx, trx, result.id, input.terminalTicket))
  return { ...result, ticket: withGuestLink(deps, result.ticket) }
}

/** The first missing or invalid input. Input that depends on the rule is checked in SQL; a repeated start returns before this check. */
function inputProblem(input: StartInput) {
  if (input.cashierId && !isUuid(input.cashierId) && !input.offline)
    return { code: 'sessions.cashierUnknown', details: { field: 'cashierId' } }
  const problem = checkStart(input, null)
  return problem?.code === 'sessions.ruleNotFound' ? null : problem
}

/** The hash that the entered consumption password matches; null for offline and repeated starts, which need none. */
async function checkPassword(
  deps: Deps,
  ctx: CallContext,
  { ruleId, userId: memberId, offline, password }: StartInput,
  terminalId: string | null,
): Promise<string | null> {
  if (!password || memberId === '' || offline || !isUuid(ruleId)) return null
  const rule = await ctx.tx(async (trx) =>
    (await isAnswered(trx, ctx))
      ? undefined
      : trx.selectFrom('consumeRule').select('orgCode').where('id', '=', ruleId).executeTakeFirst(),
  )
  return rule ? checkConsumptionPassword(deps, ctx, { memberId, orgCode: rule.orgCode, terminalId }, password) : null
}

/** Online starts begin now; offline ones at the terminal's time, but never in the future. */
function startTimeOf({ offline, startedAt }: StartInput, now: Date): Date {
  if (!offline || !startedAt) return now
  return new Date(Math.min(Date.parse(startedAt), now.getTime()))
}

/**
 * The terminal missed the response of a start and went on offline with its own ticket: the ride gets both numbers, and the server's ticket
 * is not printed.
 */
async function joinTickets(
  deps: Deps,
  ctx: CallContext,
  trx: Transaction,
  id: string,
  terminalTicket: string,
): Promise<void> {
  await markPrintedElsewhere(trx, id)
  const { orgCode } = ctx.user
  await trx
    .updateTable('playRecord')
    .set({ terminalTicket })
    .where('id', '=', id)
    .where('orgCode', '=', orgCode)
    .where('terminalTicket', '=', '')
    .execute()
  ctx.afterCommit(() => deps.realtime.publish({ topic: 'playRecords', orgCode }))
}

function announce(
  deps: Deps,
  ctx: CallContext,
  orgCode: string,
  changes: { printJob: boolean; refusal: boolean },
): void {
  ctx.afterCommit(async () => {
    await deps.realtime.publish({ topic: 'playRecords', orgCode })
    await deps.realtime.publish({ topic: 'vehicles', orgCode })
    if (changes.printJob) await deps.realtime.publish({ topic: 'printJobs', orgCode })
    if (changes.refusal) await deps.realtime.publish({ topic: 'refusals', orgCode })
  })
}
