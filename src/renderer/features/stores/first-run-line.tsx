import { Link } from 'react-router'
import { useText } from '#renderer/core/locale.ts'
import { useFrame } from '#renderer/ui/layout/frame.ts'
import { useFirstRun } from './use-first-run.ts'
import './first-run.css'

/** Leads to the checklist while steps of it are open; for users who have its page. */
export function FirstRunLine() {
  const path = useFrame().pathOf('stores/FirstRun')
  return path === null ? null : <OpenSteps path={path} />
}

function OpenSteps({ path }: { path: string }) {
  const { t } = useText()
  const { data } = useFirstRun()
  if (!data || data.isFinished) return null
  const done = data.steps.filter(({ state }) => state !== 'open').length
  return (
    <p className="pl-panel pl-steps-left">
      <strong>{t('firstRun.title')}</strong>
      <span>
        {t('firstRun.progress', { done, all: data.steps.length })} · {t('firstRun.hint')}
      </span>
      <Link to={path}>{t('firstRun.goOn')}</Link>
    </p>
  )
}
