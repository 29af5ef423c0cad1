import { hash } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Deps } from '#server/core/slice.ts'
import { scopeOf, type Transaction } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import { type SandboxBehaviour, sandboxBehaviourOf } from '#shared/features/payments/sandbox.calc.ts'
import { dayBounds } from './bill-day.calc.ts'
import {
  NoAnswer,
  type PaymentProvider,
  type ProviderAccess,
  type RawNotification,
  type Refund,
  type Trade,
} from './payment-provider.types.ts'

type TradeRow = Selectable<Tables['sandboxTrade']>

/** Time from the scan to the payment; null if it depends on something else or never happens. */
const PAYS_AFTER_MS: Record<SandboxBehaviour, number | null> = {
  success: 0,
  slow: 8000,
  never: null,
  late: null,
  refused: null,
  answerLost: 0,
  noticedTwice: 4000,
  silent: null,
}
/** Time after which a reversed payment is still reported as paid. */
const LATE_AFTER_MS = 10_000
const SILENCE_MS = 180_000
const SIGNATURE = 'x-sandbox-signature'

const signatureFor = (orgCode: string): string => `sandbox notification ${orgCode}`
const bodyHash = (body: string): string => hash('sha256', body)

const Notice = z.object({ id: z.uuid() })

const transactionOf = (id: string): string => `SANDBOX${id.replaceAll('-', '').slice(-20).toUpperCase()}`

/** A provider without real money: the last digit of the code decides (`sandboxBehaviours`). It has its own persistent state. */
export function sandboxProvider(deps: Deps, { orgCode }: ProviderAccess): PaymentProvider {
  const { clock, sealer } = deps
  const inScope = <T>(work: (trx: Transaction) => Promise<T>): Promise<T> => deps.db.scoped(scopeOf(orgCode), work)
  const find = (id: string): Promise<TradeRow | undefined> =>
    inScope((trx) => trx.selectFrom('sandboxTrade').selectAll().where('id', '=', id).executeTakeFirst())

  const isSilent = ({ behaviour, madeAt }: TradeRow): boolean =>
    behaviour === 'silent' && clock().getTime() - madeAt.getTime() < SILENCE_MS

  async function query(id: string): Promise<Trade> {
    const row = await find(id)
    return row ? stateOf(row, clock()) : { state: 'unknown' }
  }

  async function stateOf(row: TradeRow, now: Date): Promise<Trade> {
    if (isSilent(row)) throw new NoAnswer('the sandbox is silent')
    const { id, behaviour, reversedAt, paysAt, amount } = row
    if (behaviour === 'refused') return { state: 'refused', reason: 'sandbox' }
    if (reversedAt && behaviour !== 'late') return { state: 'reversed' }
    if (!paysAt || paysAt > now) return { state: reversedAt ? 'reversed' : 'paying' }
    const { rows } = await inScope((trx) =>
      sql<{ back: number }>`
        select coalesce(sum(amount), 0)::bigint as back from sandbox_refund where trade_id = ${id}`.execute(trx),
    )
    if ((rows[0]?.back ?? 0) >= amount) return { state: 'reversed' }
    return { state: 'paid', transactionId: transactionOf(id), amount, paidAt: paysAt }
  }

  return {
    query,

    async pay({ id, amount, payCode }) {
      const behaviour = sandboxBehaviourOf(payCode)
      const madeAt = clock()
      const after = PAYS_AFTER_MS[behaviour]
      const paysAt = after === null ? null : new Date(madeAt.getTime() + after)
      const notices = behaviour === 'noticedTwice' ? 2 : 0
      const trade = { id, orgCode, amount, behaviour, madeAt, paysAt, reversedAt: null, notices }
      await inScope((trx) =>
        trx
          .insertInto('sandboxTrade')
          .values(trade)
          .onConflict((conflict) => conflict.constraint('sandbox_trade_pkey').doNothing())
          .execute(),
      )
      if (behaviour === 'answerLost') throw new NoAnswer('the answer of the sandbox was lost')
      return query(id)
    },

    async reverse({ id }) {
      const row = await find(id)
      if (!row) return 'done'
      if (isSilent(row)) throw new NoAnswer('the sandbox is silent')
      const now = clock()
      const paysAt = row.behaviour === 'late' ? new Date(now.getTime() + LATE_AFTER_MS) : row.paysAt
      await inScope((trx) =>
        trx
          .updateTable('sandboxTrade')
          .set({ reversedAt: now, paysAt })
          .where('id', '=', id)
          .where('reversedAt', 'is', null)
          .execute(),
      )
      return 'done'
    },

    async refund({ number: id, tradeId, amount }): Promise<Refund> {
      const row = await find(tradeId)
      // A provider has one clock. The clock of the copy that saw the payment may be ahead of this one's.
      const now = new Date(Math.max(clock().getTime(), row?.paysAt?.getTime() ?? 0))
      const trade = row ? await stateOf(row, now) : { state: 'unknown' }
      const existing = await inScope((trx) =>
        trx.selectFrom('sandboxRefund').select('id').where('id', '=', id).executeTakeFirst(),
      )
      if (existing) return { state: 'done', refundId: `R${transactionOf(id)}` }
      if (trade.state !== 'paid') return { state: 'refused', reason: 'the sandbox holds nothing of it' }
      await inScope((trx) =>
        trx.insertInto('sandboxRefund').values({ id, orgCode, tradeId, amount, madeAt: clock() }).execute(),
      )
      return { state: 'done', refundId: `R${transactionOf(id)}` }
    },

    async readNotification({ headers, body }): Promise<string | null> {
      try {
        if (sealer.open(headers[SIGNATURE] ?? '', signatureFor(orgCode)) !== bodyHash(body)) return null
      } catch {
        return null
      }
      return Notice.parse(JSON.parse(body)).id
    },

    notified: { contentType: 'text/plain', body: 'OK' },

    bill: async (day) => {
      const { from, to } = dayBounds(day)
      const { rows } = await inScope((trx) =>
        sql<{ id: string; amount: number }>`
          select id, amount from sandbox_trade
            where pays_at >= ${from} and pays_at < ${to} and (reversed_at is null or behaviour = 'late')
          union all
          select trade_id, -amount from sandbox_refund where made_at >= ${from} and made_at < ${to}`.execute(trx),
      )
      return rows.map(({ id, amount }) => ({ tradeId: id, transactionId: transactionOf(id), amount }))
    },
  }
}

/** Creates a signed notification of the sandbox. */
export function sandboxNotification(
  { sealer }: Pick<Deps, 'sealer'>,
  { id, orgCode }: Pick<TradeRow, 'id' | 'orgCode'>,
): RawNotification {
  const body = JSON.stringify({ id })
  return { headers: { [SIGNATURE]: sealer.seal(bodyHash(body), signatureFor(orgCode)) }, body }
}
