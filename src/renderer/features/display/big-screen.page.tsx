import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useTitle } from '#renderer/core/hooks.ts'
import { currentLocale, loadTexts, type Translate, textsIn, useText } from '#renderer/core/locale.ts'
import { queryClient } from '#renderer/core/query.ts'
import { readStored, store } from '#renderer/core/storage.ts'
import { EmptyBlock } from '#renderer/ui/display/blocks.tsx'
import { PublicFrame } from '#renderer/ui/layout/public-frame.tsx'
import type { ScreenLayout } from '#shared/features/display/screens.schema.ts'
import { type Locale, localeOf } from '#shared/i18n/locale.ts'
import { BigScreen } from './big-screen.tsx'
import { TvSignIn } from './tv-sign-in.tsx'
import { useDisplay } from './use-display.ts'

const STORED_AS = 'pitlane.tvKey'
/** How long a bilingual screen shows each language. */
const LANGUAGE_MS = 20_000

/** The big screen of a store (spec §2): no sign-in, but the key in its address, or a TV's own. */
export function BigScreenPage() {
  const [search, setSearch] = useSearchParams()
  const [own, setOwn] = useState(() => readStored(STORED_AS))
  const given = search.get('key') ?? ''
  const key = given || (typeof own === 'string' ? own : '')
  const keep = (next: string | null) => {
    store(STORED_AS, next)
    setOwn(next)
    if (given !== '') setSearch((all) => new URLSearchParams([...all].filter(([name]) => name !== 'key')))
  }
  return (
    // Rendered outside the signed-in shell, so it provides the query client itself.
    <QueryClientProvider client={queryClient}>
      {key === '' ? (
        <TvSignIn orgCode={search.get('depart') ?? ''} onKey={keep} />
      ) : (
        <Screen key={key} screenKey={key} asked={search.get('lang')} leave={() => keep(null)} />
      )}
    </QueryClientProvider>
  )
}

function Screen({ screenKey, asked, leave }: { screenKey: string; asked: string | null; leave(): void }) {
  const { t } = useText()
  const { state, at, isLive, isEnded } = useDisplay(screenKey)
  const { locale, t: say } = useScreenLanguage(state?.layout.language, asked)
  useTitle(state?.store ?? t('landing.display'))
  if (isEnded) {
    return (
      <PublicFrame title={t('landing.display')}>
        <EmptyBlock
          title={t('display.ended')}
          hint={t('error.display.keyUnknown')}
          action={
            <button type="button" className="ant-btn ant-btn-primary" onClick={leave}>
              {t('display.signInAgain')}
            </button>
          }
        />
      </PublicFrame>
    )
  }
  if (!state) {
    return (
      <main className="pl-big">
        <div className="pl-big-frame">
          <p className="pl-big-none">{say('display.waiting')}</p>
        </div>
      </main>
    )
  }
  return <BigScreen state={state} locale={locale} t={say} at={at} isLive={isLive} />
}

/** The language of a screen by its layout; where both alternate, it starts with that of its address. */
function useScreenLanguage(
  language: ScreenLayout['language'] = 'zh',
  asked: string | null = null,
): { locale: Locale; t: Translate } {
  const [turn, setTurn] = useState(0)
  const [, setLoaded] = useState(0)
  const isBoth = language === 'both'
  const fixed = language === 'both' ? localeOf(asked) : language
  const locale: Locale = isBoth && turn % 2 === 1 ? (fixed === 'zh' ? 'en' : 'zh') : fixed
  useEffect(() => {
    const others = (['zh', 'en'] as const).filter((one) => one !== currentLocale())
    void Promise.all(others.map((one) => loadTexts(one))).then(() => setLoaded((count) => count + 1))
  }, [])
  useEffect(() => {
    if (!isBoth) return
    const timer = setInterval(() => setTurn((at) => at + 1), LANGUAGE_MS)
    return () => clearInterval(timer)
  }, [isBoth])
  return { locale, t: textsIn(locale) }
}
