import { useEffect, useState } from 'react'
import { formatAmount } from '#shared/core/money.ts'
import { type TextKey, type TextValues, text } from '#shared/i18n/catalogue.ts'
import type { GuestPicture } from '#shared/ipc/customer-display.ts'
import './guest-screen.css'

declare global {
  interface Window {
    /** Set by the window's preload script; receive-only. */
    pitlaneGuest?: { onPicture(listener: (picture: GuestPicture) => void): void }
  }
}

const NEXT_WORDS_MS = 8000

/** The guest screen: what guests see at the counter. */
export function GuestScreenPage() {
  const [picture, setPicture] = useState<GuestPicture | null>(null)
  useEffect(() => window.pitlaneGuest?.onPicture(setPicture), [])
  useEffect(() => {
    document.documentElement.lang = picture?.locale === 'en' ? 'en' : 'zh-CN'
  }, [picture?.locale])
  return picture ? <Guest picture={picture} /> : <main className="pl-guest" />
}

function Guest({ picture }: { picture: GuestPicture }) {
  const t = (key: TextKey, values?: TextValues) => text(picture.locale, key, values)
  const { store, view, name, level, item, people, vehicle, ticketNo, line } = picture
  return (
    <main className="pl-guest" data-kind={view.kind}>
      <header>{store}</header>
      {view.kind === 'welcome' ? (
        ticketNo === '' ? (
          <Words words={picture.words.length > 0 ? picture.words : [t('guest.welcome')]} />
        ) : (
          <section aria-live="polite">
            <p>{t('guest.ticket')}</p>
            <strong className="pl-guest-figure">{ticketNo}</strong>
          </section>
        )
      ) : (
        <section aria-live="polite">
          {name === '' ? null : <p className="pl-guest-name">{[name, level].filter(Boolean).join(' · ')}</p>}
          <p>{t(view.kind === 'due' ? 'guest.due' : 'guest.balance')}</p>
          <strong className="pl-guest-figure">{formatAmount(view.amount)}</strong>
          {view.kind === 'due' ? (
            <p>{[item, people > 1 ? t('guest.people', { count: people }) : '', vehicle].filter(Boolean).join(' · ')}</p>
          ) : null}
        </section>
      )}
      {line && line.called.length + line.waiting > 0 ? (
        <footer>
          {line.called.length > 0 ? (
            <span>
              {t('guest.called')} <strong>{line.called.join(' ')}</strong>
            </span>
          ) : null}
          {line.waiting > 0 ? <span>{t('guest.waiting', { count: line.waiting })}</span> : null}
        </footer>
      ) : null}
    </main>
  )
}

/** The venue's messages while idle, one after another. */
function Words({ words }: { words: readonly string[] }) {
  const [at, setAt] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setAt((old) => old + 1), NEXT_WORDS_MS)
    return () => clearInterval(timer)
  }, [])
  return (
    <section>
      <p className="pl-guest-words">{words[at % words.length]}</p>
    </section>
  )
}
