import { sql } from 'kysely'
import type { Deps } from '#server/core/slice.ts'
import { EVERY_STORE, scopeOf } from '#server/db/database.ts'
import type { ProviderName } from '#shared/features/payments/payments.schema.ts'
import type { PaymentProvider, RawNotification } from './payment-provider.types.ts'
import { requireProvider } from './payment-providers.service.ts'
import { findPayment, updatePayment } from './payments.repository.ts'
import { sandboxNotification } from './sandbox.provider.ts'

interface Given extends RawNotification {
  name: ProviderName
  orgCode: string
}

/**
 * Takes what a provider notifies of, as often as it does; false: it is not the provider's. It is only a reason to ask the provider at
 * once: keys that sign it are settings of a store, and whoever sets those must not be able to say that something is paid.
 */
export async function takeNotification(
  deps: Deps,
  provider: PaymentProvider,
  { name, orgCode, headers, body }: Given,
): Promise<boolean> {
  const tradeId = await provider.readNotification({ headers, body })
  if (tradeId === null) return false
  await deps.db.scoped(scopeOf(orgCode), async (trx) => {
    const payment = await findPayment(trx, tradeId)
    if (payment?.provider !== name || payment.orgCode !== orgCode || payment.state === 'paid') return
    await updatePayment(trx, payment, { nextAt: deps.clock() })
    await deps.bus.send({ kind: 'payments' }, trx)
  })
  return true
}

interface Notice {
  id: string
  orgCode: string
}

/** Sends what the sandbox has to notify of, by the way that any provider's notification takes. */
export async function sendSandboxNotices(deps: Deps): Promise<void> {
  const now = deps.clock()
  const { rows } = await deps.db.scoped(EVERY_STORE, (trx) =>
    sql<Notice>`
      update sandbox_trade t set notices = t.notices - 1
      from (select id, org_code from sandbox_trade where notices > 0 and pays_at <= ${now} for update skip locked) due
      where t.id = due.id and t.org_code = due.org_code returning t.id, t.org_code`.execute(trx),
  )
  for (const trade of rows) {
    const { orgCode } = trade
    const name = 'sandbox'
    const provider = await requireProvider(deps, { provider: name, orgCode })
    await takeNotification(deps, provider, { name, orgCode, ...sandboxNotification(deps, trade) })
  }
}
