import type { ReactNode } from 'react'
import type { Translate } from '#renderer/core/locale.ts'
import type { KioskState } from '#shared/features/kiosks/kiosk.schema.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { WARNING_S } from './kiosk.calc.ts'

/** The language of the kiosk. */
export interface Words {
  t: Translate
  locale: Locale
  setLocale(locale: Locale): void
}

interface KioskFrameProps {
  words: Words
  state: KioskState | undefined
  /** Seconds until it resets. */
  left?: number | null
  onLeave?: (() => void) | undefined
  children: ReactNode
}

/** The frame of a kiosk: store, language, exit, and the current step. */
export function KioskFrame({ words, state, left = null, onLeave, children }: KioskFrameProps) {
  const { t, locale, setLocale } = words
  const other: Locale = locale === 'zh' ? 'en' : 'zh'
  return (
    <div className="pl-kiosk" lang={locale === 'zh' ? 'zh-CN' : 'en'}>
      <div className="pl-kiosk-frame">
        <header>
          <span>{state?.store ?? ''}</span>
          {left !== null && left <= WARNING_S && onLeave ? (
            <em role="status">{t('kiosk.stillThere', { seconds: left })}</em>
          ) : null}
          {onLeave ? (
            <button type="button" onClick={onLeave}>
              {t('kiosk.leave')}
            </button>
          ) : null}
          <button type="button" lang={other === 'zh' ? 'zh-CN' : 'en'} onClick={() => setLocale(other)}>
            {t('language.other')}
          </button>
        </header>
        <main>{children}</main>
        <footer>
          <span>{state?.name ?? ''}</span>
          {state ? <span>{waitText(t, state)}</span> : null}
        </footer>
      </div>
    </div>
  )
}

const waitText = (t: Translate, { waiting, waitMinutes }: KioskState): string =>
  [
    t('kiosk.waiting', { count: waiting }),
    waitMinutes === null
      ? t('queue.noVehicle')
      : waitMinutes < 1
        ? t('big.noWait')
        : t('big.waitNow', { minutes: waitMinutes }),
  ].join(' · ')
