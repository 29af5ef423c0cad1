import type { Deps } from '#server/core/slice.ts'
import { scopeOf } from '#server/db/database.ts'
import type { ProviderName } from '#shared/features/payments/payments.schema.ts'
import type { PaymentProvider, ProviderAccess } from './payment-provider.types.ts'
import { sandboxProvider } from './sandbox.provider.ts'

/** What binds the sealed keys to their store and provider. */
export const keysOf = (provider: ProviderName, orgCode: string): string => `payment keys ${provider} ${orgCode}`

const makers: Partial<Record<ProviderName, (deps: Deps, access: ProviderAccess) => PaymentProvider>> = {
  sandbox: sandboxProvider,
}

interface Which {
  provider: ProviderName
  orgCode: string
}

/** The provider as a store reaches it; one that is switched off meanwhile still ends what it began. */
export async function providerOf(deps: Deps, { provider, orgCode }: Which): Promise<PaymentProvider> {
  const row = await deps.db.scoped(scopeOf(orgCode), (trx) =>
    trx
      .selectFrom('paymentProvider')
      .select(['settings', 'keysSealed'])
      .where('orgCode', '=', orgCode)
      .where('provider', '=', provider)
      .executeTakeFirst(),
  )
  const make = makers[provider]
  if (!row || !make) throw new Error(`the store ${orgCode} has no ${provider}`)
  const keys = row.keysSealed === '' ? {} : JSON.parse(deps.sealer.open(row.keysSealed, keysOf(provider, orgCode)))
  return make(deps, { orgCode, settings: row.settings, keys })
}
