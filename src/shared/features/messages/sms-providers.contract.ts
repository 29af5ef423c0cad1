import { z } from 'zod'
import { onScreen, route, textFilter } from '#shared/core/route.ts'
import { exact, line } from '#shared/core/text.ts'
import { WireTime } from '#shared/core/time.ts'

export const SmsProviderName = z.enum(['aliyun', 'tencent', 'sandbox'])
export type SmsProviderName = z.infer<typeof SmsProviderName>

/** Settings of a provider that the API returns. */
export const SmsProviderSettings = z
  .object({
    /** AccessKey ID, or SecretId. */
    keyId: exact(128),
    /** The signature before the text, without brackets. */
    signName: line(40),
    /** SdkAppId of Tencent Cloud. */
    appId: exact(32),
    /** Region of Tencent Cloud; empty: ap-guangzhou. */
    region: exact(32),
  })
  .partial()
export type SmsProviderSettings = z.infer<typeof SmsProviderSettings>
export type SmsSettingName = keyof SmsProviderSettings

/** The fields of each provider. */
export const smsProviderFields: Record<
  SmsProviderName,
  { needs: readonly SmsSettingName[]; may: readonly SmsSettingName[]; hasSecret: boolean }
> = {
  aliyun: { needs: ['keyId', 'signName'], may: [], hasSecret: true },
  tencent: { needs: ['keyId', 'signName', 'appId'], may: ['region'], hasSecret: true },
  sandbox: { needs: [], may: [], hasSecret: false },
}

/** Which approved template of the provider one of our templates is. */
export const SmsProviderTemplate = z.object({
  templateCode: exact(64, 1),
  providerCode: exact(64, 1),
  /** Names of our variables, in the provider's order. */
  params: z.array(exact(60, 1)).max(20),
})
export type SmsProviderTemplate = z.infer<typeof SmsProviderTemplate>

/** The SMS provider of a chain or store. The key is stored encrypted and never returned. */
export const smsProviders = onScreen('smsProvider', {
  query: route({
    method: 'GET',
    path: '/message/sysSmsProvider/query',
    summary: 'The SMS provider of a chain or store in scope, by default the current one',
    access: 'smsprovider:edit',
    query: z.object({ orgCode: textFilter(64) }),
    result: z.object({
      orgCode: z.string(),
      /** Chains and stores in scope to choose from. */
      stores: z.array(z.object({ orgCode: z.string(), departName: z.string() })).max(10_000),
      /** Null: none is configured here. */
      provider: SmsProviderName.nullable(),
      enabled: z.boolean(),
      settings: SmsProviderSettings,
      hasSecret: z.boolean(),
      templates: z.array(SmsProviderTemplate).max(100),
      updateBy: z.string(),
      updateTime: WireTime.nullable(),
    }),
  }),
  edit: route({
    method: ['PUT', 'POST'],
    path: '/message/sysSmsProvider/edit',
    summary:
      'Changes the SMS provider of a chain or store. Fields that are not sent stay; another provider takes nothing over; an empty secret leaves the stored one',
    access: 'smsprovider:edit',
    body: z.object({
      orgCode: exact(64, 1),
      provider: SmsProviderName.optional(),
      enabled: z.boolean().optional(),
      /** All settings of the provider. */
      settings: SmsProviderSettings.optional(),
      secret: exact(256).optional(),
      templates: z.array(SmsProviderTemplate).max(100).optional(),
    }),
    result: z.null(),
    message: 'message.saved',
  }),
  test: route({
    method: 'POST',
    path: '/message/sysSmsProvider/test',
    summary: 'Sends one of our templates with its test data to a phone by the stored provider, and returns its answer',
    access: 'smsprovider:edit',
    body: z.object({ orgCode: exact(64, 1), phone: exact(16, 5).regex(/^\+?\d{5,15}$/), templateCode: exact(64, 1) }),
    result: z.object({ isSent: z.boolean(), answer: z.string().max(300) }),
  }),
})
