import { Skeleton } from 'antd'
import { useText } from '#renderer/core/locale.ts'
import { ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { PageHead } from '#renderer/ui/layout/page-head.tsx'
import { FirstRun } from './first-run.tsx'
import { useFirstRun } from './use-first-run.ts'

/** The checklist of the current store, also when all steps are done. */
export function FirstRunPage() {
  const { t } = useText()
  const { error, isPending, refetch } = useFirstRun()
  return (
    <div className="pl-page">
      <PageHead title={t('menu.firstRun')} />
      {isPending ? <Skeleton active paragraph={{ rows: 10 }} /> : null}
      {error ? <ErrorBlock error={error} retry={() => void refetch()} /> : null}
      <FirstRun stays />
    </div>
  )
}
