import { isTextKey, type Translate } from '#renderer/core/locale.ts'
import { type SettingName, settingList } from '#shared/features/stores/store-settings.schema.ts'

/** A text about a setting: its name, `<name>.effect`, or `<name>.<choice>`. */
export function settingText(t: Translate, name: string): string {
  const key = `storeSetting.${name}`
  return isTextKey(key) ? t(key) : name
}

/** The formatted value of a setting. */
export function valueText(t: Translate, name: SettingName, value: unknown): string {
  const { kind } = settingList[name]
  if (value === '') return t('storeSetting.empty')
  if (kind === 'flag') return t(value === 'YES' ? 'yesNo.YES' : 'yesNo.NO')
  if (kind === 'choice') return settingText(t, `${name}.${value}`)
  return String(value)
}
