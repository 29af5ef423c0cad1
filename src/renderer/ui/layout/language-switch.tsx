import { Button } from 'antd'
import { setLocale, useText } from '#renderer/core/locale.ts'

/** Switches the language; shows the other language's own name. */
export function LanguageSwitch() {
  const { t, locale } = useText()
  const other = locale === 'zh' ? 'en' : 'zh'
  return (
    <Button type="text" lang={other} title={t('language.switch')} onClick={() => void setLocale(other)}>
      {t('language.other')}
    </Button>
  )
}
