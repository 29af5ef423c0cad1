import { Result } from 'antd'
import { Link, useLocation } from 'react-router'
import { useText } from '#renderer/core/locale.ts'
import { PublicFrame } from '#renderer/ui/layout/public-frame.tsx'

/** The result of the registration and the next step. */
export function RegisterResultPage() {
  const { t } = useText()
  const username = new URLSearchParams(useLocation().search).get('username') ?? ''
  return (
    <PublicFrame title={t('signUp.title')}>
      <Result
        status="success"
        title={t('signUp.done', { username })}
        subTitle={t('signUp.doneHint')}
        extra={<Link to="/user/login">{t('reset.toSignIn')}</Link>}
      />
    </PublicFrame>
  )
}
