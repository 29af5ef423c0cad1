import { z } from 'zod'
import { onScreen, route, textFilter } from '#shared/core/route.ts'
import { exact, lines } from '#shared/core/text.ts'
import { WireTime } from '#shared/core/time.ts'
import { ProviderName } from './payments.schema.ts'

const number = exact(64)
/** A key or a certificate as the provider's site gives it, with or without its frame of dashes. */
const pem = lines(16_000)

/** What may be read again. */
export const ProviderSettings = z.object({
  merchantId: number,
  appId: number,
  /** Of the merchant's own certificate. */
  serial: number,
  /** By which the provider names the key that it signs with. */
  platformSerial: number,
  /** The provider's public key, or its certificate. */
  platformKey: pem,
  /** Certificates, where the provider's calls are signed by such and not by bare keys. */
  appCertificate: pem,
  rootCertificate: pem,
})
export type ProviderSettings = z.infer<typeof ProviderSettings>
export type SettingName = keyof ProviderSettings

/** What is never answered. */
export const ProviderSecrets = z.object({ privateKey: pem, apiKey: exact(64) })
export type ProviderSecrets = z.infer<typeof ProviderSecrets>
export type SecretName = keyof ProviderSecrets

/** What each provider wants to know; what it may go without stands last. */
export const providerFields: Record<
  ProviderName,
  { needs: readonly SettingName[]; may: readonly SettingName[]; secrets: readonly SecretName[] }
> = {
  sandbox: { needs: [], may: [], secrets: [] },
  wechat: {
    needs: ['merchantId', 'appId', 'serial', 'platformSerial', 'platformKey'],
    may: [],
    secrets: ['privateKey', 'apiKey'],
  },
  alipay: { needs: ['appId', 'platformKey'], may: ['appCertificate', 'rootCertificate'], secrets: ['privateKey'] },
}

/** A change that waits for headquarters or a second person. */
const ProviderChange = z.object({
  id: z.string(),
  /** What it would switch to; the secrets that differ are only named. */
  enabled: z.boolean(),
  settings: ProviderSettings.partial(),
  fields: z.array(z.string()),
  by: z.string(),
  at: WireTime,
  isMine: z.boolean(),
  /** Whether the person who asks may confirm it. */
  mayConfirm: z.boolean(),
})
export type ProviderChange = z.infer<typeof ProviderChange>

const ProviderState = z.object({
  provider: ProviderName,
  enabled: z.boolean(),
  settings: ProviderSettings.partial(),
  /** Which secrets are set. */
  secrets: z.array(z.string()),
  /** Where the provider may notify us; empty where the server's public address is not set. */
  notifyUrl: z.string(),
  updateBy: z.string(),
  updateTime: WireTime.nullable(),
  waiting: ProviderChange.nullable(),
})
export type ProviderState = z.infer<typeof ProviderState>

/** How a store takes payments by codes: the keys are sealed and never shown again. */
export const paymentProviders = onScreen('paymentProvider', {
  query: route({
    method: 'GET',
    path: '/payment/sysPaymentProvider/query',
    summary: 'The payment providers of a store in scope, or of the current one; null where the scope has no store',
    access: 'paymentprovider:edit',
    query: z.object({ orgCode: textFilter(64) }),
    result: z
      .object({
        orgCode: z.string(),
        /** Stores in scope, of which one can be chosen. */
        stores: z.array(z.object({ orgCode: z.string(), departName: z.string() })).max(10_000),
        providers: z.array(ProviderState).max(10),
      })
      .nullable(),
  }),
  edit: route({
    method: ['PUT', 'POST'],
    path: '/payment/sysPaymentProvider/edit',
    summary:
      'Sets how a store reaches a provider: what is left out stays, an empty secret takes it away. Settings and secrets wait for a second person, unless headquarters set them',
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
    summary: 'Puts a change of a provider that waits into effect; never by the person who proposed it',
    access: 'paymentprovider:edit',
    body: z.object({ id: z.uuid() }),
    result: z.null(),
    message: 'message.paymentProvider.confirmed',
  }),
  refuse: route({
    method: 'POST',
    path: '/payment/sysPaymentProvider/refuse',
    summary: 'Refuses a change of a provider that waits, or takes back one of your own',
    access: 'paymentprovider:edit',
    body: z.object({ id: z.uuid() }),
    result: z.null(),
    message: 'message.paymentProvider.refused',
  }),
})
