import { useEffect, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { useLive } from '#renderer/core/hooks.ts'
import { useText } from '#renderer/core/locale.ts'
import { redirectOf } from '#renderer/core/paths.ts'
import { useSession } from '#renderer/core/session.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import { LanguageSwitch } from '#renderer/ui/language-switch.tsx'
import { ServerAddress } from './server-address.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { StoreChoice } from './store-choice.tsx'
import './sign-in.css'

/** Sign-in, and the choice of a store for people who work in several (spec §2, §6). */
export function SignInPage({ onSubmitted }: { onSubmitted(): void }) {
  const platform = usePlatform()
  const { t } = useText()
  const { search } = useLocation()
  const session = useSession((state) => state.session)
  const { online, serverUrl } = useLive(platform.connection)
  const [isSettingServer, setSettingServer] = useState(false)
  const isUnknown = session === undefined

  useEffect(() => {
    if (isUnknown) void platform.session.restore().catch(() => useSession.getState().set(null))
  }, [isUnknown, platform])

  if (session && !session.mustChooseStore) return <Navigate to={redirectOf(search) ?? '/'} replace />
  const isTerminal = platform.settings !== null
  return (
    <div className="pl-signin">
      <aside className="pl-signin-brand" aria-hidden="true">
        <img src="./icon.svg" alt="" width={56} height={56} />
        <p className="pl-signin-name">{t('app.name')}</p>
        <p>{t('login.subtitle')}</p>
      </aside>
      <div className="pl-signin-side">
        <div className="pl-signin-language">
          <LanguageSwitch />
        </div>
        <main className="pl-signin-panel">
          {session ? <StoreChoice stores={session.departs} /> : <SignInForm onSubmitted={onSubmitted} />}
          {isTerminal && !online && !session ? (
            <p className="pl-signin-offline" role="status">
              {t('login.offline')}
            </p>
          ) : null}
          {isTerminal ? <ServerAddress address={serverUrl} isOpen={isSettingServer} onOpen={setSettingServer} /> : null}
        </main>
      </div>
    </div>
  )
}
