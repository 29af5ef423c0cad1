import { sql } from 'kysely'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { openStatement } from '#server/features/members/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { toMinor } from '#shared/core/money.ts'
import type { StartInput } from '#shared/features/sessions/play-before-pay.contract.ts'

/** Who takes money at a counter, with or without the server. */
const CHARGES = 'consume:add'

/**
 * What was paid for a start without the server, as `start_play` takes it. Cash was taken, whatever is said of it; value is taken within
 * what the server itself had said of it, and the ride hangs otherwise.
 */
export async function offlinePayment(deps: Deps, ctx: CallContext, input: StartInput, signedBy: string | null) {
  const { paid, offline } = input
  if (!paid) return null
  if (!offline) throw new AppError('common.invalidInput', { field: 'paid' })
  if (!ctx.user.actions.has(CHARGES)) throw new AppError('auth.forbidden')
  const { id, by } = paid
  const refusal = by === 'wallets' ? await whyNotValue(deps, ctx, input, signedBy) : ''
  return { id, by, amount: toMinor(paid.amount), deposit: toMinor(paid.deposit), refusal }
}

async function whyNotValue(
  deps: Deps,
  ctx: CallContext,
  { paid, userId }: StartInput,
  signedBy: string | null,
): Promise<'' | 'sessions.offlineValueUnproven' | 'sessions.offlineValueBeyond'> {
  const said = openStatement(deps, paid?.statement ?? '', { orgCode: ctx.user.orgCode, memberId: userId })
  if (!paid || !said || signedBy === null) return 'sessions.offlineValueUnproven'
  const { spent } = await ctx.tx(async (trx) => {
    // What a terminal sends of one member it sends one after another.
    const { rows } = await sql<{ spent: number }>`
      select coalesce(-sum(l.delta), 0)::bigint as spent
        from ledger_line l
        join consume_order o on o.id = l.cause_id and o.org_code = l.org_code
        join play_before_pay p on p.id = o.play_id and p.org_code = o.org_code
        where l.member_id = ${userId} and l.org_code = ${ctx.user.orgCode} and l.created_at >= ${said.at}
          and l.account in ('balance', 'give') and l.cause_kind = 'consume' and l.terminal_id = ${signedBy}
          and l.cause_id <> ${paid.id} and p.offline and p.consume_id = o.id`.execute(trx)
    return rows[0] ?? { spent: 0 }
  })
  return spent + toMinor(paid.amount) > said.amount ? 'sessions.offlineValueBeyond' : ''
}
