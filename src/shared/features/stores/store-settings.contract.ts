import { z } from 'zod'
import { familyField } from '#shared/core/family-names.ts'
import { onScreen, route, textFilter } from '#shared/core/route.ts'
import { exact } from '#shared/core/text.ts'
import { YesNo } from '#shared/core/yes-no.ts'
import { StoreSettingValues } from './store-settings.schema.ts'

/** Settings of a store, with its read-only purchased options. */
export const StoreSettings = z.object({
  id: z.string(),
  orgCode: z.string(),
  departName: z.string(),
  /** Stores in scope to choose from. */
  stores: z.array(z.object({ orgCode: z.string(), departName: z.string() })),
  /** Secrets are empty. */
  values: StoreSettingValues,
  /** Names of the secrets that are set. */
  secrets: z.array(z.string()),
  acceptsCash: familyField(YesNo),
  apps: z.array(z.string()),
  endTime: z.string().nullable(),
})
export type StoreSettings = z.infer<typeof StoreSettings>

export const StoreSettingsEdit = StoreSettingValues.partial().extend({ orgCode: exact(64, 1) })

/** Settings of a store. */
export const storeSettings = onScreen('storeSetting', {
  query: route({
    method: 'GET',
    path: '/sys/sysDepartSetting/query',
    summary: 'The settings of a store in scope, by default the current one; null if the scope has no store',
    access: 'store:settings',
    query: z.object({ orgCode: textFilter(64) }),
    result: StoreSettings.nullable(),
  }),
  edit: route({
    method: ['PUT', 'POST'],
    path: '/sys/sysDepartSetting/edit',
    summary: 'Changes settings of a store in scope; fields that are not sent stay, and an empty secret removes it',
    access: 'store:settings',
    body: StoreSettingsEdit,
    result: z.null(),
    message: 'message.saved',
  }),
})
