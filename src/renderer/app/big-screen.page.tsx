import { Link } from 'react-router'
import { useText } from '#renderer/core/locale.ts'
import { EmptyBlock } from '#renderer/ui/blocks.tsx'
import { PublicFrame } from '#renderer/ui/public-frame.tsx'

/** The public address of the big screen, which says that there is none yet: nobody signs in for it in vain. */
export function BigScreenPage() {
  const { t } = useText()
  return (
    <PublicFrame title={t('landing.display')}>
      <EmptyBlock
        title={t('landing.notBuilt')}
        hint={t('landing.displayNotBuilt')}
        action={<Link to="/user/login">{t('reset.toSignIn')}</Link>}
      />
    </PublicFrame>
  )
}
