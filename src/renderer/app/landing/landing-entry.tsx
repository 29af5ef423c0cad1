import { useLocation, useNavigate } from 'react-router'
import { SupportLink } from '#renderer/app/account/support-link.tsx'
import { Footer } from '#renderer/app/layout/footer.tsx'
import { loadSignedIn } from '#renderer/app/lazy.ts'
import { SignInPage } from '#renderer/features/sign-in/sign-in.page.tsx'
import { usePlatform } from '#renderer/platform/context.ts'
import { tilePaths } from './landing.calc.ts'
import { LandingTiles } from './landing-tiles.tsx'

/** The landing page before the sign-in: the four tiles next to the form (spec §2). */
export function LandingEntry() {
  const platform = usePlatform()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  // A terminal always opens the counter, so it has no tiles.
  const isWeb = platform.kind === 'web'
  return (
    <SignInPage
      onSubmitted={() => void loadSignedIn()}
      beside={
        isWeb ? (
          <LandingTiles
            whyNot={() => null}
            onChoose={(tile) => {
              // The big screen is opened from its tile after the sign-in, which creates its key.
              const path = tile === 'display' ? '/dashboard/workplace' : tilePaths[tile]
              void navigate(`${pathname}?${new URLSearchParams({ redirect: path })}`, { replace: true })
              document.querySelector<HTMLInputElement>('.pl-signin-panel input')?.focus()
            }}
          />
        ) : null
      }
      help={<SupportLink />}
      footer={isWeb ? <Footer /> : null}
    />
  )
}
