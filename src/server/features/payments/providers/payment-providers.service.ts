import type { Deps } from '#server/core/slice.ts'
import { scopeOf, type Transaction } from '#server/db/database.ts'
import type { ProviderName } from '#shared/features/payments/payments.schema.ts'
import { alipayProvider } from './alipay.provider.ts'
import type { PaymentProvider, ProviderAccess } from './payment-provider.types.ts'
import { sandboxProvider } from './sandbox.provider.ts'
import { wechatProvider } from './wechat.provider.ts'

/** Sealing purpose of keys, bound to store and provider. */
export const keysPurpose = (provider: ProviderName, orgCode: string): string => `payment keys ${provider} ${orgCode}`

const factories: Record<
  ProviderName,
  (deps: Deps, access: ProviderAccess) => PaymentProvider | Promise<PaymentProvider>
> = {
  sandbox: sandboxProvider,
  wechat: wechatProvider,
  alipay: alipayProvider,
}

/** Creates a provider from settings and keys. Throws `payments.keyInvalid`. */
export const createProvider = async (
  deps: Deps,
  provider: ProviderName,
  access: ProviderAccess,
): Promise<PaymentProvider> => factories[provider](deps, access)

/** Whether a store accepts pay codes: it has an enabled provider. */
export async function takesCodes(trx: Transaction, orgCode: string): Promise<'YES' | 'NO'> {
  const providers = trx.selectFrom('paymentProvider').select('provider').where('orgCode', '=', orgCode)
  return (await providers.where('enabled', '=', true).limit(1).executeTakeFirst()) ? 'YES' : 'NO'
}

interface ProviderKey {
  provider: ProviderName
  orgCode: string
}

/** The provider of a store; null if it was never configured. A disabled one still ends its open payments. */
export async function findProvider(deps: Deps, { provider, orgCode }: ProviderKey): Promise<PaymentProvider | null> {
  const row = await deps.db.scoped(scopeOf(orgCode), (trx) =>
    trx
      .selectFrom('paymentProvider')
      .select(['settings', 'keysSealed'])
      .where('orgCode', '=', orgCode)
      .where('provider', '=', provider)
      .executeTakeFirst(),
  )
  if (!row) return null
  const keys = row.keysSealed === '' ? {} : JSON.parse(deps.sealer.open(row.keysSealed, keysPurpose(provider, orgCode)))
  return createProvider(deps, provider, { orgCode, settings: row.settings, keys })
}

/** Like `findProvider`, but throws if it was never configured. */
export async function requireProvider(deps: Deps, which: ProviderKey): Promise<PaymentProvider> {
  const provider = await findProvider(deps, which)
  if (!provider) throw new Error(`the store ${which.orgCode} has no provider ${which.provider}`)
  return provider
}
