import { sql } from 'kysely'
import { asJson } from '#server/core/audit/audit.ts'
import { idempotencyContext, isAnswered } from '#server/core/http/idempotency.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { checkConsumptionPassword, currentMember } from '#server/features/members/index.ts'
import { announceCharge, chargeRefusal, paymentOf, receivedOf, terminalOf } from '#server/features/sessions/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { isUuid } from '#shared/core/id.ts'
import { fromMinor, type Minor, toMinor } from '#shared/core/money.ts'
import type { FeePaid, PayInput } from '#shared/features/cloakroom/cloakroom-items.schema.ts'
import type { OrderState } from '#shared/features/sessions/charge.schema.ts'
import { text } from '#shared/i18n/catalogue.ts'
import { checkCode } from './slip-attempts.service.ts'

/** What is due for a thing, and whether a scan payment of it is open. */
export interface Due {
  due: Minor
  isPaying: boolean
}

export async function dueOf(trx: Transaction, id: string, now: Date): Promise<Due> {
  const { rows } = await sql<Due>`select d.due, d.is_paying from cloakroom_item i, cloakroom_due(i, ${now}) d
    where i.id = ${id}`.execute(trx)
  if (!rows[0]) throw new AppError('common.recordNotFound')
  return rows[0]
}

/** Result of the SQL function `pay_cloakroom_fee`. */
interface Paid {
  repeated: boolean
  answer: { result: { id: string; payState: OrderState; amount: Minor } }
  orgCode?: string
}

/** Topics to publish after a payment. */
const TOPICS = ['cloakroom', 'products', 'playRecords', 'printJobs']

/** Pays the fee of a thing; the order id is the key. Throws `cloakroom.*` and why the payment is refused. */
export async function payFee(deps: Deps, ctx: CallContext, input: PayInput): Promise<FeePaid> {
  const { cashierId, consumePayMode: payMode, code, id } = input
  if (cashierId && !isUuid(cashierId)) throw new AppError('sessions.cashierUnknown', { field: 'cashierId' })
  const isRepeated = await ctx.tx((trx) => isAnswered(trx, ctx))
  if (!isRepeated && code) await checkCode(deps, ctx, code)
  const terminal = await terminalOf(ctx, input)
  const call = {
    ...idempotencyContext(ctx),
    // The code hands the thing out, so it is not in the audit trail.
    request: asJson({ ...input, code: undefined }),
    locale: ctx.locale,
    ...terminal,
    cashierId: cashierId || null,
    tokenHash: ctx.tokenHash,
    passwordHash: isRepeated ? null : await checkPassword(deps, ctx, input, terminal.signedBy),
    payMode: payMode === 'wechat' ? 'scan' : payMode,
    memberId: input.userId || null,
    received: receivedOf(input),
    remark: '',
    ...paymentOf(deps, ctx, input),
    itemCode: code || null,
    itemId: id || null,
    fee: toMinor(input.fee),
    productName: text('zh', 'cloakroom.fee'),
    now: deps.clock(),
  }
  const { answer, repeated, orgCode } = await deps.db
    .call<Paid>('pay-cloakroom-fee', 'select pay_cloakroom_fee($1)', [JSON.stringify(call)])
    .catch((error: unknown) => {
      throw chargeRefusal(ctx, error)
    })
  if (!repeated && orgCode !== undefined) announceCharge(deps, ctx, orgCode, TOPICS)
  const { amount, payState } = answer.result
  return { id: answer.result.id, payState, amount: fromMinor(amount) }
}

/** The hash that the entered consumption password matches. */
async function checkPassword(
  deps: Deps,
  ctx: CallContext,
  { userId, password }: PayInput,
  terminalId: string | null,
): Promise<string | null> {
  if (!password || !userId) return null
  const member = await ctx.tx((trx) => currentMember(trx, userId))
  if (!member) return null
  return checkConsumptionPassword(deps, ctx, { memberId: member.id, orgCode: member.orgCode, terminalId }, password)
}
