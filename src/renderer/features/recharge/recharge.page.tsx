import { useText } from '#renderer/core/locale.ts'
import { PageHead } from '#renderer/ui/layout/page-head.tsx'
import { RechargePanel } from './recharge-panel.tsx'

/** The page of recharge and card opening (spec §2). */
export function RechargePage() {
  const { t } = useText()
  return (
    <div className="pl-page">
      <PageHead title={t('menu.rechargeTool')} />
      <RechargePanel isDialog={false} next={t('rechargeTool.nextGuest')} />
    </div>
  )
}
