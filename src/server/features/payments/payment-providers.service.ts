import type { Deps } from '#server/core/slice.ts'
import { scopeOf, type Transaction } from '#server/db/database.ts'
import type { ProviderName } from '#shared/features/payments/payments.schema.ts'
import { alipayProvider } from './alipay.provider.ts'
import type { PaymentProvider, ProviderAccess } from './payment-provider.types.ts'
import { sandboxProvider } from './sandbox.provider.ts'
import { wechatProvider } from './wechat.provider.ts'

/** What binds the sealed keys to their store and provider. */
export const keysPurpose = (provider: ProviderName, orgCode: string): string => `payment keys ${provider} ${orgCode}`

const makers: Record<ProviderName, (deps: Deps, access: ProviderAccess) => PaymentProvider> = {
  sandbox: sandboxProvider,
  wechat: wechatProvider,
  alipay: alipayProvider,
}

/** A provider by what a store has set; keys that are none are an error. */
export const createProvider = (deps: Deps, provider: ProviderName, access: ProviderAccess): PaymentProvider =>
  makers[provider](deps, access)

/** Whether a store takes codes that customers show: it has a provider that is switched on. */
export async function takesCodes(trx: Transaction, orgCode: string): Promise<'YES' | 'NO'> {
  const providers = trx.selectFrom('paymentProvider').select('provider').where('orgCode', '=', orgCode)
  return (await providers.where('enabled', '=', true).limit(1).executeTakeFirst()) ? 'YES' : 'NO'
}

interface Which {
  provider: ProviderName
  orgCode: string
}

/**
 * The provider as a store reaches it, null where it never did. One that is switched off meanwhile still ends what it began.
 */
export async function findProvider(deps: Deps, { provider, orgCode }: Which): Promise<PaymentProvider | null> {
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

/** The same, for what a store has begun with it. */
export async function requireProvider(deps: Deps, which: Which): Promise<PaymentProvider> {
  const provider = await findProvider(deps, which)
  if (!provider) throw new Error(`the store ${which.orgCode} has no ${which.provider}`)
  return provider
}
