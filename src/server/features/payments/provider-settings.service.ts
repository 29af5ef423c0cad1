import type { Selectable } from 'kysely'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import { storesInScope } from '#server/features/access/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { toWireTime } from '#shared/core/time.ts'
import {
  type ProviderSecrets,
  type ProviderSettings,
  type ProviderState,
  providerFields,
} from '#shared/features/payments/payment-providers.contract.ts'
import { ProviderName } from '#shared/features/payments/payments.schema.ts'
import { keysOf, makeProvider } from './payment-providers.service.ts'
import { notifyPath } from './provider-settings.calc.ts'

type Row = Selectable<Tables['paymentProvider']>

interface Given {
  orgCode: string
  provider: ProviderName
  enabled?: boolean | undefined
  settings?: Partial<ProviderSettings> | undefined
  secrets?: Partial<ProviderSecrets> | undefined
}

const given = (values: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value?.trim() ? [[name, value.trim()] as const] : [])),
  )

/** How stores reach payment providers. The keys go in and are sealed; only that they are there comes out. */
export function providerSettingsService(deps: Deps) {
  const secretsOf = ({ provider, orgCode, keysSealed }: Row): Record<string, string> =>
    keysSealed === '' ? {} : JSON.parse(deps.sealer.open(keysSealed, keysOf(provider, orgCode)))

  function stateOf(orgCode: string, provider: ProviderName, row: Row | undefined): ProviderState {
    const { publicUrl } = deps.config
    return {
      provider,
      enabled: row?.enabled ?? false,
      settings: row?.settings ?? {},
      secrets: row ? Object.keys(secretsOf(row)) : [],
      notifyUrl: publicUrl === '' ? '' : `${publicUrl}/api${notifyPath(provider, orgCode)}`,
      updateBy: row?.updatedBy ?? '',
      updateTime: row ? toWireTime(row.updatedAt) : null,
    }
  }

  /** Refuses to switch on what could not work: something is missing, or a key is none. */
  function check({ provider, orgCode }: Given, settings: Record<string, string>, keys: Record<string, string>): void {
    const { needs, secrets } = providerFields[provider]
    const missing = [...needs, ...secrets].find((name) => !settings[name] && !keys[name])
    if (missing) throw new AppError('payments.settingMissing', { field: missing })
    try {
      makeProvider(deps, provider, { orgCode, settings, keys })
    } catch (error) {
      throw error instanceof AppError ? error : new AppError('payments.keyInvalid', { field: 'privateKey' })
    }
  }

  const find = (trx: Transaction, orgCode: string): Promise<Row[]> =>
    trx.selectFrom('paymentProvider').selectAll().where('orgCode', '=', orgCode).execute()

  return {
    query: (orgCode: string | undefined, ctx: CallContext) =>
      ctx.tx(async (trx) => {
        const stores = await storesInScope(trx)
        const own = stores.find((store) => store.orgCode === (orgCode ?? ctx.user.orgCode))
        if (orgCode && !own) throw new AppError('common.recordNotFound')
        const store = own ?? stores[0]
        if (!store) return null
        const rows = await find(trx, store.orgCode)
        return {
          orgCode: store.orgCode,
          stores: stores.map(({ orgCode, departName }) => ({ orgCode, departName })),
          providers: ProviderName.options.map((provider) =>
            stateOf(
              store.orgCode,
              provider,
              rows.find((row) => row.provider === provider),
            ),
          ),
        }
      }),

    edit: (input: Given, ctx: CallContext): Promise<null> =>
      ctx.tx(async (trx) => {
        const { orgCode, provider } = input
        // Whoever changes the same store's at the same time waits here.
        const store = await trx
          .selectFrom('store')
          .select('orgCode')
          .where('orgCode', '=', orgCode)
          .where('kind', '=', 'store')
          .forUpdate()
          .executeTakeFirst()
        if (!store) throw new AppError('common.recordNotFound')
        const before = (await find(trx, orgCode)).find((row) => row.provider === provider)
        const enabled = input.enabled ?? before?.enabled ?? false
        const wasEnabled = before?.enabled ?? false
        // What takes no money must not look like a till that does.
        if (provider === 'sandbox' && enabled && !wasEnabled && ctx.user.identity !== '-1' && !deps.config.demo)
          throw new AppError('payments.sandboxForPlatform', { field: 'enabled' })
        const settings = given({ ...before?.settings, ...input.settings })
        const keys = given({ ...(before ? secretsOf(before) : {}), ...input.secrets })
        if (enabled) check(input, settings, keys)
        const keysSealed =
          Object.keys(keys).length === 0 ? '' : deps.sealer.seal(JSON.stringify(keys), keysOf(provider, orgCode))
        const stamp = { updatedBy: ctx.user.username, updatedAt: deps.clock() }
        const set = { enabled, settings: JSON.stringify(settings), keysSealed, ...stamp }
        await trx
          .insertInto('paymentProvider')
          .values({ orgCode, provider, ...set })
          .onConflict((conflict) => conflict.columns(['provider', 'orgCode']).doUpdateSet(set))
          .execute()
        ctx.touched({
          id: `${provider} ${orgCode}`,
          before: { enabled: wasEnabled, settings: before?.settings },
          after: { enabled, settings, keysChanged: Object.keys(input.secrets ?? {}) },
        })
        return null
      }),
  }
}
