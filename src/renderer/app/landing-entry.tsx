import { useLocation, useNavigate } from 'react-router'
import { useText } from '#renderer/core/locale.ts'
import { SignInPage } from '#renderer/features/sign-in/sign-in.page.tsx'
import { usePlatform } from '#renderer/platform/context.ts'
import { Footer } from './footer.tsx'
import { tilePaths } from './landing.calc.ts'
import { LandingTiles } from './landing-tiles.tsx'
import { loadSignedIn } from './lazy.ts'

/** The landing page of somebody who is not signed in: the four tiles beside the form (spec §2). */
export function LandingEntry() {
  const platform = usePlatform()
  const { t } = useText()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  // A terminal stands at one counter, and has one way in.
  const isWeb = platform.kind === 'web'
  return (
    <SignInPage
      onSubmitted={() => void loadSignedIn()}
      beside={
        isWeb ? (
          <LandingTiles
            whyNot={(tile) => (tilePaths[tile] === null ? t('landing.notBuilt') : null)}
            onChoose={(tile) => {
              const path = tilePaths[tile] ?? '/'
              void navigate(`${pathname}?${new URLSearchParams({ redirect: path })}`, { replace: true })
              document.querySelector<HTMLInputElement>('.pl-signin-panel input')?.focus()
            }}
          />
        ) : null
      }
      footer={isWeb ? <Footer /> : null}
    />
  )
}
