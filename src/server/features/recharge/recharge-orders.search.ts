import { dataRules } from '#server/core/auth/auth-rules.ts'
import { idTests } from '#server/core/search/id-tests.ts'
import { rankedRows } from '#server/core/search/ranked-rows.ts'
import { stateText } from '#server/core/search/state-text.ts'
import type { SearchSource } from '#server/core/slice.ts'
import { paymentTests } from '#server/features/payments/index.ts'
import { fromMinor } from '#shared/core/money.ts'
import { toWireTime } from '#shared/core/time.ts'
import { type RechargeRow, rechargeOrderRules } from './recharge-orders.repository.ts'

/** Recharge orders by their number, or by the provider's number of their payment. */
export const rechargeOrderSource: SearchSource = {
  kind: 'recharge',
  actions: ['recharge:list'],
  async find({ trx, ctx, deps, word }) {
    const rules = await dataRules(trx, ctx.user, rechargeOrderRules, deps.clock())
    const tests = [...idTests(word), ...paymentTests(word)]
    const rows = await rankedRows<RechargeRow>(trx, 'recharge_order', tests, rules)
    const hits = rows.map(async (row) => ({
      id: row.id,
      title: row.ruleName,
      notes: [row.memberId, row.id],
      orgCode: row.orgCode,
      storeName: row.storeName,
      amount: fromMinor(row.amount),
      state: await stateText(deps, ctx, 'pay_state', row.state),
      at: toWireTime(row.createdAt),
      match: row.match,
    }))
    return { hits: await Promise.all(hits), isWhole: true }
  },
}
