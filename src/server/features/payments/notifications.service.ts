import { sql } from 'kysely'
import type { Deps } from '#server/core/slice.ts'
import { EVERY_STORE, scopeOf } from '#server/db/database.ts'
import type { PaymentProvider, RawNotification } from '#server/features/payments/providers/payment-provider.types.ts'
import { requireProvider } from '#server/features/payments/providers/payment-providers.service.ts'
import { sandboxNotification } from '#server/features/payments/providers/sandbox.provider.ts'
import type { ProviderName } from '#shared/features/payments/payments.schema.ts'
import { findPayment, updatePayment } from './payments.repository.ts'

interface ProviderNotification extends RawNotification {
  name: ProviderName
  orgCode: string
}

/**
 * Handles a notification of a provider; returns false if its signature is wrong. It only triggers a query at the provider: the keys that
 * sign it are settings of a store, and setting them must not allow claiming payments.
 */
export async function takeNotification(
  deps: Deps,
  provider: PaymentProvider,
  { name, orgCode, headers, body }: ProviderNotification,
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

interface SandboxTrade {
  id: string
  orgCode: string
}

/** Sends the sandbox's notifications through the same path as those of other providers. */
export async function sendSandboxNotices(deps: Deps): Promise<void> {
  const now = deps.clock()
  const { rows } = await deps.db.scoped(EVERY_STORE, (trx) =>
    sql<SandboxTrade>`
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
