import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTitle } from '#renderer/core/hooks.ts'
import { useText } from '#renderer/core/locale.ts'
import { HelpButton } from './help-button.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import './public-frame.css'

/** The frame of public pages other than the sign-in page. */
export function PublicFrame({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useText()
  useTitle(title)
  return (
    <div className="pl-public">
      <header>
        <Link to="/user/login" aria-label={t('app.name')}>
          <img src="./icon.svg" alt="" width={32} height={32} /> {t('app.name')}
        </Link>
        <LanguageSwitch />
        <HelpButton />
      </header>
      <main className="pl-panel">
        <h1>{title}</h1>
        {children}
      </main>
    </div>
  )
}
