import { isTextKey } from '#renderer/core/locale.ts'
import type { FoundSetting } from '#renderer/core/slice.ts'
import { settingNames } from '#shared/features/stores/store-settings.schema.ts'

/** All settings of a store with their effects. */
export const storeSettingFields: readonly FoundSetting[] = settingNames.flatMap((name) => {
  const [label, hint] = [`storeSetting.${name}`, `storeSetting.${name}.effect`]
  if (!isTextKey(label)) return []
  return [{ label, page: 'stores/StoreSettings', ...(isTextKey(hint) ? { hint } : {}) }]
})
