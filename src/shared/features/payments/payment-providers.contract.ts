import { z } from 'zod'
import { onScreen, route, textFilter } from '#shared/core/route.ts'
import { exact, lines } from '#shared/core/text.ts'
import { WireTime } from '#shared/core/time.ts'
import { ProviderName } from './payments.schema.ts'

const number = exact(64)
/** A key or certificate as downloaded from the provider's site, with or without its PEM header and footer. */
const pem = lines(16_000)

const Switched = z.enum(['YES', 'NO'])

/** Settings of a provider that the API returns. */
export const ProviderSettings = z.object({
  merchantId: number,
  appId: number,
  /** Serial number of the merchant's certificate. */
  serial: number,
  /** Serial number of the provider's signing key. */
  platformSerial: number,
  /** The provider's public key, or its certificate. */
  platformKey: pem,
  /** Certificates, where the provider signs calls by certificates instead of bare keys. */
  appCertificate: pem,
  rootCertificate: pem,
  /** Whether members pay on their own phones by this way; each is a product that the provider must have granted. */
  jsapi: Switched,
  h5: Switched,
  wap: Switched,
})
export type ProviderSettings = z.infer<typeof ProviderSettings>
export type SettingName = keyof ProviderSettings

/** Settings that no response contains. */
export const ProviderSecrets = z.object({ privateKey: pem, apiKey: exact(64) })
export type ProviderSecrets = z.infer<typeof ProviderSecrets>
export type SecretName = keyof ProviderSecrets

/** The fields of each provider; the optional ones come last. */
export const providerFields: Record<
  ProviderName,
  { needs: readonly SettingName[]; may: readonly SettingName[]; secrets: readonly SecretName[] }
> = {
  sandbox: { needs: [], may: [], secrets: [] },
  wechat: {
    needs: ['merchantId', 'appId', 'serial', 'platformSerial', 'platformKey'],
    may: ['jsapi', 'h5'],
    secrets: ['privateKey', 'apiKey'],
  },
  alipay: {
    needs: ['appId', 'platformKey'],
    may: ['appCertificate', 'rootCertificate', 'wap'],
    secrets: ['privateKey'],
  },
}

/** A proposed change that headquarters or a second person must confirm. */
const ProviderChange = z.object({
  id: z.string(),
  /** The state after the change; of secrets only the names of those that differ. */
  enabled: z.boolean(),
  settings: ProviderSettings.partial(),
  fields: z.array(z.string()),
  by: z.string(),
  at: WireTime,
  isMine: z.boolean(),
  /** Whether the caller may confirm it. */
  mayConfirm: z.boolean(),
})
export type ProviderChange = z.infer<typeof ProviderChange>

const ProviderState = z.object({
  provider: ProviderName,
  enabled: z.boolean(),
  settings: ProviderSettings.partial(),
  /** Names of the secrets that are set. */
  secrets: z.array(z.string()),
  /** The provider's callback address; empty if the server's public address is not configured. */
  notifyUrl: z.string(),
  updateBy: z.string(),
  updateTime: WireTime.nullable(),
  waiting: ProviderChange.nullable(),
})
export type ProviderState = z.infer<typeof ProviderState>

/** Provider settings for the scan payments of a store. Keys are stored encrypted and never returned. */
export const paymentProviders = onScreen('paymentProvider', {
  query: route({
    method: 'GET',
    path: '/payment/sysPaymentProvider/query',
    summary: 'The payment providers of a store in scope, by default the current one; null if the scope has no store',
    access: 'paymentprovider:edit',
    query: z.object({ orgCode: textFilter(64) }),
    result: z
      .object({
        orgCode: z.string(),
        /** Stores in scope to choose from. */
        stores: z.array(z.object({ orgCode: z.string(), departName: z.string() })).max(10_000),
        providers: z.array(ProviderState).max(10),
      })
      .nullable(),
  }),
  edit: route({
    method: ['PUT', 'POST'],
    path: '/payment/sysPaymentProvider/edit',
    summary:
      'Changes a provider of a store. Fields that are not sent stay; an empty secret removes it. A second person must confirm, unless headquarters make the change',
    access: 'paymentprovider:edit',
    body: z.object({
      orgCode: exact(64, 1),
      provider: ProviderName,
      enabled: z.boolean().optional(),
      settings: ProviderSettings.partial().optional(),
      secrets: ProviderSecrets.partial().optional(),
    }),
    result: z.object({ waits: z.boolean() }),
    message: 'message.saved',
  }),
  confirm: route({
    method: 'POST',
    path: '/payment/sysPaymentProvider/confirm',
    summary: 'Confirms a pending change of a provider; the person who proposed it cannot',
    access: 'paymentprovider:edit',
    body: z.object({ id: z.uuid() }),
    result: z.null(),
    message: 'message.paymentProvider.confirmed',
  }),
  refuse: route({
    method: 'POST',
    path: '/payment/sysPaymentProvider/refuse',
    summary: 'Rejects a pending change of a provider, or withdraws the caller’s own',
    access: 'paymentprovider:edit',
    body: z.object({ id: z.uuid() }),
    result: z.null(),
    message: 'message.paymentProvider.refused',
  }),
})
