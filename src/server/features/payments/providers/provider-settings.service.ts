import type { Selectable } from 'kysely'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import { storesInScope } from '#server/features/access/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { toWireTime } from '#shared/core/time.ts'
import {
  type ProviderChange,
  type ProviderSecrets,
  type ProviderSettings,
  type ProviderState,
  providerFields,
} from '#shared/features/payments/payment-providers.contract.ts'
import { ProviderName } from '#shared/features/payments/payments.schema.ts'
import { createProvider, keysPurpose } from './payment-providers.service.ts'
import { isHeadquarters, type ProviderChangeRequest, providerChangesService } from './provider-changes.service.ts'
import { notifyPath } from './provider-settings.calc.ts'

type Row = Selectable<Tables['paymentProvider']>

interface SettingsInput {
  orgCode: string
  provider: ProviderName
  enabled?: boolean | undefined
  settings?: Partial<ProviderSettings> | undefined
  secrets?: Partial<ProviderSecrets> | undefined
}

type Values = Record<string, string>

const nonEmpty = (values: Record<string, string | undefined>): Values =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value?.trim() ? [[name, value.trim()] as const] : [])),
  )

/** Names of the values that differ. */
const changedNames = (before: Values, after: Values): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => before[name] !== after[name])

/** Creates the service for provider settings. Keys are write-only: they are sealed, and only their names are returned. */
export function providerSettingsService(deps: Deps) {
  const changes = providerChangesService(deps)
  const openKeys = (provider: ProviderName, orgCode: string, sealed: string): Values =>
    sealed === '' ? {} : JSON.parse(deps.sealer.open(sealed, keysPurpose(provider, orgCode)))

  function stateOf(
    orgCode: string,
    provider: ProviderName,
    row: Row | undefined,
    waiting: ProviderChange | undefined,
  ): ProviderState {
    const { publicUrl } = deps.config
    return {
      provider,
      enabled: row?.enabled ?? false,
      settings: row?.settings ?? {},
      secrets: row ? Object.keys(openKeys(provider, orgCode, row.keysSealed)) : [],
      notifyUrl: publicUrl === '' ? '' : `${publicUrl}/api${notifyPath(provider, orgCode)}`,
      updateBy: row?.updatedBy ?? '',
      updateTime: row ? toWireTime(row.updatedAt) : null,
      waiting: waiting ?? null,
    }
  }

  /** Throws `payments.settingMissing` or `payments.keyInvalid` for settings that cannot work. */
  async function check(provider: ProviderName, orgCode: string, settings: Values, keys: Values): Promise<void> {
    const { needs, secrets } = providerFields[provider]
    const missing = [...needs, ...secrets].find((name) => !settings[name] && !keys[name])
    if (missing) throw new AppError('payments.settingMissing', { field: missing })
    try {
      await createProvider(deps, provider, { orgCode, settings, keys })
    } catch (error) {
      throw error instanceof AppError ? error : new AppError('payments.keyInvalid', { field: 'privateKey' })
    }
  }

  const find = (trx: Transaction, orgCode: string): Promise<Row[]> =>
    trx.selectFrom('paymentProvider').selectAll().where('orgCode', '=', orgCode).execute()

  /** Locks the store, so that changes of its providers are serialized. */
  async function lockStore(trx: Transaction, orgCode: string): Promise<void> {
    const store = await trx
      .selectFrom('store')
      .select('orgCode')
      .where('orgCode', '=', orgCode)
      .where('kind', '=', 'store')
      .forUpdate()
      .executeTakeFirst()
    if (!store) throw new AppError('common.recordNotFound')
  }

  async function write(
    trx: Transaction,
    ctx: CallContext,
    { orgCode, provider, enabled, settings, keysSealed }: ProviderChangeRequest,
  ): Promise<void> {
    const stamp = { updatedBy: ctx.user.username, updatedAt: deps.clock() }
    const set = { enabled, settings: JSON.stringify(settings), keysSealed, ...stamp }
    await trx
      .insertInto('paymentProvider')
      .values({ orgCode, provider, ...set })
      .onConflict((conflict) => conflict.columns(['provider', 'orgCode']).doUpdateSet(set))
      .execute()
    // Counters show whether they accept pay codes.
    await deps.realtime.publish({ topic: 'snapshot', orgCode }, trx)
  }

  return {
    query: (orgCode: string | undefined, ctx: CallContext) =>
      ctx.tx(async (trx) => {
        const stores = await storesInScope(trx)
        const requestedStore = stores.find((store) => store.orgCode === (orgCode ?? ctx.user.orgCode))
        if (orgCode && !requestedStore) throw new AppError('common.recordNotFound')
        const store = requestedStore ?? stores[0]
        if (!store) return null
        const rows = await find(trx, store.orgCode)
        const waiting = await changes.waiting(trx, ctx, store.orgCode)
        return {
          orgCode: store.orgCode,
          stores: stores.map(({ orgCode, departName }) => ({ orgCode, departName })),
          providers: ProviderName.options.map((provider) =>
            stateOf(
              store.orgCode,
              provider,
              rows.find((row) => row.provider === provider),
              waiting.get(provider),
            ),
          ),
        }
      }),

    edit: (input: SettingsInput, ctx: CallContext): Promise<{ waits: boolean }> =>
      ctx.tx(async (trx) => {
        const { orgCode, provider } = input
        await lockStore(trx, orgCode)
        const row = (await find(trx, orgCode)).find((one) => one.provider === provider)
        const before = {
          enabled: row?.enabled ?? false,
          settings: row?.settings ?? {},
          keys: openKeys(provider, orgCode, row?.keysSealed ?? ''),
        }
        const enabled = input.enabled ?? before.enabled
        // The sandbox takes no money and must not be mistaken for a real provider.
        if (provider === 'sandbox' && enabled && !before.enabled && ctx.user.identity !== '-1' && !deps.config.demo)
          throw new AppError('payments.sandboxForPlatform', { field: 'enabled' })
        const settings = nonEmpty({ ...before.settings, ...input.settings })
        const keys = nonEmpty({ ...before.keys, ...input.secrets })
        if (enabled) await check(provider, orgCode, settings, keys)
        const fields = [...changedNames(before.settings, settings), ...changedNames(before.keys, keys)]
        const keysSealed =
          Object.keys(keys).length === 0 ? '' : deps.sealer.seal(JSON.stringify(keys), keysPurpose(provider, orgCode))
        const change = { orgCode, provider, enabled, settings, keysSealed, fields }
        const previous = { enabled: before.enabled, settings: before.settings }
        ctx.touched({
          id: `${provider} ${orgCode}`,
          before: previous,
          after: { enabled, settings, changed: fields },
        })
        // A single user of a venue must not decide where the money goes.
        const waits = fields.length > 0 && !isHeadquarters(ctx.user)
        if (waits) {
          await changes.propose(trx, ctx, change)
          return { waits }
        }
        await write(trx, ctx, change)
        if (fields.length > 0 || enabled !== before.enabled) await changes.done(trx, ctx, change)
        return { waits }
      }),

    confirm: (id: string, ctx: CallContext): Promise<null> =>
      ctx.tx(async (trx) => {
        const { orgCode } = await changes.open(trx, id)
        await lockStore(trx, orgCode)
        const change = await changes.open(trx, id)
        await changes.requireSecond(trx, ctx, change)
        const { provider, enabled, settings, keysSealed, fields } = change
        if (enabled) await check(provider, orgCode, settings, openKeys(provider, orgCode, keysSealed))
        await write(trx, ctx, { orgCode, provider, enabled, settings, keysSealed, fields })
        await changes.decide(trx, ctx, change, 'done')
        ctx.touched({ id: `${provider} ${orgCode}`, after: { enabled, settings, changed: fields, confirms: id } })
        return null
      }),

    refuse: (id: string, ctx: CallContext): Promise<null> =>
      ctx.tx(async (trx) => {
        await lockStore(trx, (await changes.open(trx, id)).orgCode)
        const change = await changes.open(trx, id)
        await changes.decide(trx, ctx, change, 'refused')
        ctx.touched({ id: `${change.provider} ${change.orgCode}`, after: { refuses: id } })
        return null
      }),
  }
}
