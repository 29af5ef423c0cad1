import { Alert, Button } from 'antd'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { Link, Navigate, useLocation } from 'react-router'
import { useDeployment } from '#renderer/core/addresses/deployment.ts'
import { redirectOf, START } from '#renderer/core/addresses/paths.ts'
import { useLive, useNarrow, useTitle } from '#renderer/core/hooks.ts'
import { useText } from '#renderer/core/locale.ts'
import { useSession } from '#renderer/core/session.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import { HelpButton } from '#renderer/ui/layout/help-button.tsx'
import { LanguageSwitch } from '#renderer/ui/layout/language-switch.tsx'
import { casTicket, casUrlOf, rememberWanted } from './cas.ts'
import { ServerAddress } from './server-address.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { StoreChoice } from './store-choice.tsx'
import './sign-in.css'

const CasSignIn = lazy(async () => ({ default: (await import('./cas-sign-in.tsx')).CasSignIn }))
const PhoneSignIn = lazy(async () => ({ default: (await import('./phone-sign-in.tsx')).PhoneSignIn }))

interface SignInPageProps {
  onSubmitted(): void
  /** Rendered next to the form, and below it (spec §2, landing page). */
  beside: ReactNode
  /** Help for users who cannot sign in. */
  help: ReactNode
  footer: ReactNode
}

/** Sign-in, and the selection of a store for users with several (spec §2, §6). */
export function SignInPage({ onSubmitted, beside, help, footer }: SignInPageProps) {
  const platform = usePlatform()
  const { t } = useText()
  const isPhone = useNarrow(768)
  const { search } = useLocation()
  const { session, parting } = useSession()
  const { casUrl } = useDeployment()
  const { online, serverUrl } = useLive(platform.connection)
  const [isSettingServer, setSettingServer] = useState(false)
  const [isByPhone, setByPhone] = useState(false)
  const [ticket, setTicket] = useState(casTicket)
  const isUnknown = session === undefined
  useTitle(t('login.title'))

  useEffect(() => {
    if (isUnknown) void platform.session.restore().catch(() => useSession.getState().set(null))
  }, [isUnknown, platform])

  if (session && !session.mustChooseStore) return <Navigate to={redirectOf(search) ?? START} replace />
  const isTerminal = platform.settings !== null
  const { signInByPhone, signInByCas } = platform.session
  // The server sends the code; without it a terminal verifies the password offline.
  const canByPhone = !isTerminal || online
  const byPhone = isByPhone && canByPhone
  return (
    <div className="pl-signin">
      <aside className="pl-signin-brand">
        <div aria-hidden="true">
          <img src="./icon.svg" alt="" width={56} height={56} />
          <p className="pl-signin-name">{t('app.name')}</p>
          <p>{t('login.subtitle')}</p>
        </div>
        {isPhone ? null : beside}
      </aside>
      <div className="pl-signin-side">
        <div className="pl-signin-language">
          <LanguageSwitch />
          <HelpButton />
        </div>
        <main className="pl-signin-panel">
          {parting && !session ? (
            <Alert type="warning" showIcon title={t(parting)} className="pl-signin-parting" />
          ) : null}
          {session ? (
            <StoreChoice stores={session.departs} remembered={session.userInfo.orgCode} />
          ) : ticket && signInByCas ? (
            <Suspense fallback={null}>
              <CasSignIn
                signIn={(service) => signInByCas(ticket, service)}
                onSubmitted={onSubmitted}
                onBack={() => setTicket(null)}
              />
            </Suspense>
          ) : byPhone ? (
            <Suspense fallback={null}>
              <PhoneSignIn signIn={signInByPhone} onSubmitted={onSubmitted} />
            </Suspense>
          ) : (
            <SignInForm onSubmitted={onSubmitted} />
          )}
          {session ? null : (
            <nav className="pl-signin-ways" aria-label={t('login.ways')}>
              {canByPhone ? (
                <Button type="link" onClick={() => setByPhone(!isByPhone)}>
                  {t(byPhone ? 'login.byPassword' : 'login.byPhone')}
                </Button>
              ) : null}
              {isTerminal ? null : (
                <>
                  {casUrl ? (
                    <a href={casUrlOf(casUrl)} onClick={() => rememberWanted(search)}>
                      {t('login.bySso')}
                    </a>
                  ) : null}
                  <Link to="/user/alteration">{t('login.forgot')}</Link>
                  <Link to="/user/register">{t('login.register')}</Link>
                </>
              )}
              {help}
            </nav>
          )}
          {isTerminal && !online && !session ? (
            <p className="pl-signin-offline" role="status">
              {t('login.offline')}
            </p>
          ) : null}
          {isTerminal ? <ServerAddress address={serverUrl} isOpen={isSettingServer} onOpen={setSettingServer} /> : null}
          {isPhone ? <div className="pl-signin-below">{beside}</div> : null}
        </main>
        {footer}
      </div>
    </div>
  )
}
