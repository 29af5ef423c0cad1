import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { useText } from '#renderer/core/locale.ts'
import { EmptyBlock } from '#renderer/ui/blocks.tsx'

/** Every unknown path ends here (spec §2). */
export function NotFoundPage() {
  const { t } = useText()
  const navigate = useNavigate()
  return (
    <div className="pl-page">
      <EmptyBlock
        title={t('notFound.title')}
        hint={t('notFound.hint')}
        action={
          <Button type="primary" onClick={() => navigate('/')}>
            {t('nav.home')}
          </Button>
        }
      />
    </div>
  )
}
