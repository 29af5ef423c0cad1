import { Button } from 'antd'
import { setLocale, useText } from '#renderer/core/locale.ts'

/** Names the other language in that language. */
export function LanguageSwitch() {
  const { t, locale } = useText()
  const other = locale === 'zh' ? 'en' : 'zh'
  return (
    <Button type="text" lang={other} title={t('language.switch')} onClick={() => void setLocale(other)}>
      {t('language.other')}
    </Button>
  )
}
