import { sql, type Updateable } from 'kysely'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import { discountBy, findRule, type RuleRow } from '#server/features/rules/index.ts'
import { localizeRefusal } from '#server/features/sessions/refusals.service.ts'
import { AppError, type ErrorCode, type ErrorDetails } from '#shared/core/errors.ts'
import { isUuid } from '#shared/core/id.ts'
import type { Minor } from '#shared/core/money.ts'
import { UNLIMITED } from '#shared/features/rules/rules.schema.ts'
import { valueToHold } from '#shared/features/sessions/hold.calc.ts'
import type { EditInput } from '#shared/features/sessions/play-record-edits.schema.ts'
import { checkStart } from '#shared/features/sessions/start.calc.ts'
import { changeHold } from './holds.repository.ts'
import { requirePayLaterOf } from './pay-later.repository.ts'
import { lockListedPlay, type PlayRow } from './play-records.repository.ts'

/**
 * Changes type, rule, racer and remark of a pending ride. A new rule changes the agreed terms and the hold; if the wallets do not cover it,
 * nothing changes. With the same rule the terms of the start stay. Throws `sessions.*` and `members.*`.
 */
export async function editPlay(deps: Deps, ctx: CallContext, trx: Transaction, input: EditInput): Promise<null> {
  const play = await lockPending(deps, ctx, trx, input.id)
  await requirePayLaterOf(trx, [play])
  const { consumeType, remark } = input
  const changes: Updateable<Tables['playRecord']> = { racer: input.racer, remark: remark ?? play.remark }
  if (input.ruleId === play.ruleId) {
    if (consumeType !== play.consumeType) throw new AppError('sessions.ruleTypeMismatch', { field: 'ruleId' })
    requireFittingRule(play, input, play)
  } else {
    if (input.ruleId === '') throw new AppError('sessions.ruleRequired', { field: 'ruleId' })
    const rule = isUuid(input.ruleId) ? await findRule(trx, input.ruleId) : null
    if (rule?.orgCode !== play.orgCode) throw new AppError('sessions.ruleNotFound', { field: 'ruleId' })
    if (consumeType !== rule.consumeType) throw new AppError('sessions.ruleTypeMismatch', { field: 'ruleId' })
    requireFittingRule(play, input, { ...rule, ruleName: rule.name })
    await requireUse(ctx, trx, rule, play)
    const { id, orgCode, memberId } = play
    const agreed = termsOf(rule, await discountBy(trx, rule, memberId))
    if (memberId !== null)
      await changeHold(
        trx,
        { id, orgCode, memberId },
        valueToHold(agreed, play.people),
        { ...agreed, people: play.people },
        deps.clock(),
      )
    Object.assign(changes, agreed)
  }
  await trx.updateTable('playRecord').set(changes).where('id', '=', play.id).execute()
  await trx.updateTable('run').set({ racer: input.racer }).where('playId', '=', play.id).execute()
  const { ruleId, racer } = play
  ctx.touched({ id: play.id, before: { ruleId, racer, remark: play.remark }, after: changes })
  ctx.afterCommit(() => deps.realtime.publish({ topic: 'playRecords', orgCode: play.orgCode }))
  return null
}

/** The terms of a rule and level that a ride stores; later changes of either do not affect it. */
const termsOf = (rule: RuleRow, discount: Minor) => ({
  ruleId: rule.id,
  ruleName: rule.name,
  consumeType: rule.consumeType,
  laps: rule.laps,
  minutes: rule.minutes,
  priceMode: rule.priceMode,
  price: rule.price - discount,
  discount,
  levelDiscount: rule.levelDiscount,
  deposit: rule.deposit,
  integral: rule.integral,
  coins: rule.coins,
  frequency: rule.frequency,
  projectType: rule.projectType,
  experience: rule.experience,
  ranked: rule.ranked,
})

/** As `lockListedPlay`, for a pending ride. Throws also `sessions.alreadySettled` or `sessions.notPending`. */
async function lockPending(deps: Deps, ctx: CallContext, trx: Transaction, id: string): Promise<PlayRow> {
  const play = await lockListedPlay(trx, ctx.user, id, deps.clock())
  if (play.state === 'CONSUMED' || play.state === 'RECHARGED') throw new AppError('sessions.alreadySettled')
  if (play.state !== 'PENDING') throw new AppError('sessions.notPending')
  return play
}

/** Throws if the rule does not fit the running ride. */
function requireFittingRule(
  { runMode, vehicleId, people }: PlayRow,
  { ruleId, racer }: EditInput,
  rule: Pick<PlayRow, 'ruleName' | 'laps' | 'minutes' | 'consumeType'> & { oncePeople?: number },
): void {
  const { ruleName: consumeRoleName, laps: countCycleNumber, minutes: duration, oncePeople = UNLIMITED } = rule
  const shown = { consumeRoleName, countCycleNumber, duration, oncePeople }
  const ride = { ruleId, racer, vehicleId: vehicleId ?? '', consumeVehicleMode: runMode, people }
  const problem = checkStart(ride, shown)
  const ofRule = ['sessions.noLapMode', 'sessions.noTimerMode', 'sessions.ruleOncePeople']
  if (problem && ofRule.includes(problem.code)) {
    throw new AppError(problem.code, { ...problem.details, field: 'ruleId' })
  }
  if (problem) throw new AppError(problem.code, problem.details)
  if (rule.consumeType === 'QUAN' && runMode === 'timermode') {
    throw new AppError('sessions.noTimerMode', { field: 'ruleId', rule: rule.ruleName })
  }
}

/** Throws if the new rule was not available to the member on the day of the ride, or its limit is reached. */
async function requireUse(ctx: CallContext, trx: Transaction, rule: RuleRow, play: PlayRow): Promise<void> {
  const { orgCode, memberId, createdAt } = play
  const { rows } = await sql<{ refusal: { code: ErrorCode; details: ErrorDetails } | null }>`
    select use_refusal(${rule.id}, ${orgCode}, ${memberId}, ${createdAt}) as refusal`.execute(trx)
  const refusal = rows[0]?.refusal
  if (refusal) throw localizeRefusal(ctx, new AppError(refusal.code, refusal.details))
}
