import { Button } from 'antd'
import { Link } from 'react-router'
import { PRACTICE_QUERY } from '#renderer/core/addresses/paths.ts'
import { openHelp } from '#renderer/core/help.ts'
import { useText } from '#renderer/core/locale.ts'
import { useFrame } from '#renderer/ui/layout/frame.ts'

/** What an owner reads or tries after the last step, by the names of its help. */
const READ = { shifts: 'sys-shift-list', figures: 'sys-statistics', refunds: 'sys-refund-list' } as const

/** What comes after set-up: train at the counter, and read how money is counted. */
export function FirstRunNext() {
  const { t } = useText()
  const counter = useFrame().pathOf('sessions/StartSession')
  return (
    <nav className="pl-first-run-next" aria-label={t('firstRun.next')}>
      <strong>{t('firstRun.next')}</strong>
      {counter ? (
        <Link className="ant-btn ant-btn-primary" to={counter + PRACTICE_QUERY}>
          {t('practice.try')}
        </Link>
      ) : null}
      {(['shifts', 'figures', 'refunds'] as const).map((what) => (
        <Button key={what} onClick={() => openHelp(READ[what])}>
          {t(`firstRun.next.${what}`)}
        </Button>
      ))}
    </nav>
  )
}
