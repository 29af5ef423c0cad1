import { type Selectable, sql } from 'kysely'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { EVERY_STORE, scopeOf, seeingEveryStore, type Transaction } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import { AppError } from '#shared/core/errors.ts'
import { toWireTime } from '#shared/core/time.ts'
import { readValues } from '#shared/features/messages/message-template.calc.ts'
import {
  type SmsProviderName,
  type SmsProviderSettings,
  type SmsProviderTemplate,
  smsProviderFields,
} from '#shared/features/messages/sms-providers.contract.ts'
import { sendByAliyun } from './aliyun-sms.provider.ts'
import { DeliveryRefused } from './http-channel.service.ts'
import { findTemplate } from './message-templates.repository.ts'
import type { SendSms, TemplateSms } from './sms-provider.types.ts'
import { sendByTencent } from './tencent-sms.provider.ts'

type Row = Selectable<Tables['smsProvider']>

/** Sealing purpose of a key, bound to its chain or store and provider. */
const secretPurpose = (orgCode: string, provider: SmsProviderName): string => `sms key ${provider} ${orgCode}`

/** Sends nothing; phones that end in 4 are refused, and those that end in 7 get no answer. */
const sendBySandbox: SendSms = (_access, { phone }) => {
  if (phone.endsWith('4')) return Promise.reject(new DeliveryRefused('sandbox: refused'))
  if (phone.endsWith('7')) return Promise.reject(new Error('sandbox: no answer'))
  return Promise.resolve('sandbox: not sent')
}

const senders: Record<SmsProviderName, SendSms> = {
  aliyun: sendByAliyun,
  tencent: sendByTencent,
  sandbox: sendBySandbox,
}

interface OutboxSms {
  id: string
  phone: string
  templateCode: string
  params: string
}

/** The enabled provider for the SMS of a store: its own, else of the nearest chain above; null if there is none. */
export async function smsProviderFor(deps: Deps, storeCode: string): Promise<Row | null> {
  if (storeCode === '') return null
  const { rows } = await deps.db.scoped(EVERY_STORE, (trx) =>
    sql<Row>`select p.* from sms_provider p where p.enabled and starts_with(${storeCode}, p.org_code)
      order by length(p.org_code) desc limit 1`.execute(trx),
  )
  return rows[0] ?? null
}

/** Sends an SMS by a provider; throws as `SendSms` does, and `DeliveryRefused` for a template that the provider does not have. */
export async function sendByProvider(
  deps: Deps,
  row: Row,
  { templateCode, params, ...sms }: OutboxSms,
): Promise<string> {
  const template = row.templates.find((one) => one.templateCode === templateCode)
  if (!template) throw new DeliveryRefused('noProviderTemplate')
  const values = readValues(params) ?? {}
  const whole: TemplateSms = {
    ...sms,
    providerCode: template.providerCode,
    params: template.params.map((name) => [name, values[name] ?? ''] as const),
  }
  const { provider, orgCode, settings, secretSealed } = row
  const secret = deps.sealer.open(secretSealed, secretPurpose(orgCode, provider))
  const url = provider === 'tencent' ? deps.config.tencentSmsUrl : deps.config.aliyunSmsUrl
  return senders[provider]({ settings, secret, url, now: deps.clock() }, whole)
}

interface ProviderInput {
  orgCode: string
  provider?: SmsProviderName | undefined
  enabled?: boolean | undefined
  settings?: SmsProviderSettings | undefined
  secret?: string | undefined
  templates?: SmsProviderTemplate[] | undefined
}

const find = (trx: Transaction, orgCode: string): Promise<Row | undefined> =>
  trx.selectFrom('smsProvider').selectAll().where('orgCode', '=', orgCode).executeTakeFirst()

const storesInScope = (trx: Transaction) =>
  trx.selectFrom('store').select(['orgCode', 'name as departName']).orderBy('orgCode').limit(10_000).execute()

/** The settings of SMS providers. The key is write-only: it is sealed, and only whether there is one is returned. */
export function smsProvidersService(deps: Deps) {
  return {
    query: (wanted: string | undefined, ctx: CallContext) =>
      ctx.tx(async (trx) => {
        const stores = await storesInScope(trx)
        const store = stores.find(({ orgCode }) => orgCode === (wanted ?? ctx.user.orgCode))
        const orgCode = store?.orgCode ?? (wanted === undefined ? stores[0]?.orgCode : undefined)
        if (orgCode === undefined) throw new AppError('common.recordNotFound')
        const row = await find(trx, orgCode)
        return {
          orgCode,
          stores,
          provider: row?.provider ?? null,
          enabled: row?.enabled ?? false,
          settings: row?.settings ?? {},
          hasSecret: (row?.secretSealed ?? '') !== '',
          templates: row?.templates ?? [],
          updateBy: row?.updatedBy ?? '',
          updateTime: row ? toWireTime(row.updatedAt) : null,
        }
      }),

    /** Throws `smsProviders.settingMissing` or `smsProviders.sandboxForPlatform`. */
    edit: ({ orgCode, secret = '', ...input }: ProviderInput, ctx: CallContext) =>
      ctx.tx(async (trx) => {
        const store = await trx
          .selectFrom('store')
          .select('orgCode')
          .where('orgCode', '=', orgCode)
          .forNoKeyUpdate()
          .executeTakeFirst()
        if (!store) throw new AppError('common.recordNotFound')
        const before = await find(trx, orgCode)
        const provider = input.provider ?? before?.provider
        if (provider === undefined) throw new AppError('smsProviders.settingMissing', { field: 'provider' })
        const same = before?.provider === provider ? before : undefined
        const enabled = input.enabled ?? same?.enabled ?? false
        const settings = input.settings ?? same?.settings ?? {}
        const templates = input.templates ?? same?.templates ?? []
        const secretSealed =
          secret === '' ? (same?.secretSealed ?? '') : deps.sealer.seal(secret, secretPurpose(orgCode, provider))
        const { needs, hasSecret } = smsProviderFields[provider]
        const missing =
          needs.find((name) => !settings[name]) ?? (hasSecret && secretSealed === '' ? 'secret' : undefined)
        if (enabled && missing) throw new AppError('smsProviders.settingMissing', { field: missing })
        // The sandbox sends nothing and must not be mistaken for a real provider.
        if (provider === 'sandbox' && enabled && ctx.user.identity !== '-1' && !deps.config.demo)
          throw new AppError('smsProviders.sandboxForPlatform', { field: 'provider' })
        const set = {
          provider,
          enabled,
          settings: JSON.stringify(settings),
          secretSealed,
          templates: JSON.stringify(templates),
          updatedBy: ctx.user.username,
          updatedAt: deps.clock(),
        }
        await trx
          .insertInto('smsProvider')
          .values({ orgCode, ...set })
          .onConflict((known) => known.column('orgCode').doUpdateSet(set))
          .execute()
        const shown = (row: Row) => ({
          provider: row.provider,
          enabled: row.enabled,
          settings: row.settings,
          templates: row.templates,
        })
        ctx.touched({
          id: orgCode,
          ...(before ? { before: shown(before) } : {}),
          after: { provider, enabled, settings, templates, ...(secret === '' ? {} : { secret: 'changed' }) },
        })
        return null
      }),

    /** Sends a template with its test data now; takes nothing from the quota. Throws `smsProviders.none`. */
    async test(
      { orgCode, phone, templateCode }: { orgCode: string; phone: string; templateCode: string },
      ctx: CallContext,
    ) {
      const { row, params } = await ctx.tx(async (trx) => {
        const found = await find(trx, orgCode)
        if (!found) throw new AppError('smsProviders.none')
        const template = await seeingEveryStore(trx, ctx.user.scope, () =>
          findTemplate(trx, { orgCode, scope: scopeOf(orgCode) }, { templateCode }),
        )
        const names = found.templates.find((one) => one.templateCode === templateCode)?.params ?? []
        const values = {
          ...Object.fromEntries(names.map((name) => [name, 'test'])),
          ...readValues(template?.templateTestJson ?? ''),
        }
        ctx.touched({ id: orgCode, after: { templateCode } })
        return { row: found, params: JSON.stringify(values) }
      })
      try {
        return {
          isSent: true,
          answer: await sendByProvider(deps, row, { id: ctx.requestId, phone, templateCode, params }),
        }
      } catch (error) {
        return { isSent: false, answer: error instanceof Error ? error.message : String(error) }
      }
    },
  }
}
