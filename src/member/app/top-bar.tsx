import { useSyncExternalStore } from 'react'
import { setLocale, useText } from '#member/core/locale.ts'

const subscribe = (watcher: () => void) => {
  addEventListener('online', watcher)
  addEventListener('offline', watcher)
  return () => {
    removeEventListener('online', watcher)
    removeEventListener('offline', watcher)
  }
}

/** The head of each page: its title, a way back, the language, and whether the phone is offline. */
export function TopBar({ title, back }: { title: string; back?: string }) {
  const { t, locale } = useText()
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  const other = locale === 'zh' ? 'en' : 'zh'
  return (
    <>
      <header className="m-top">
        {back === undefined ? null : (
          <a className="m-top-back" href={back} aria-label={t('memberPage.back')}>
            ‹
          </a>
        )}
        <h1 className="m-top-title">{title}</h1>
        <button type="button" className="m-top-locale" lang={other} onClick={() => void setLocale(other)}>
          {t('memberPage.otherLanguage')}
        </button>
      </header>
      {isOnline ? null : (
        <p className="m-offline" role="status">
          {t('memberPage.offline')}
        </p>
      )}
    </>
  )
}
