import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { useAttemptKey } from '#renderer/core/use-attempt-key.ts'
import type { VoidedPeriod } from '#shared/features/rankings/ranking.schema.ts'
import { ReasonDialog } from './reason-dialog.tsx'

export interface VoidedDays {
  period: VoidedPeriod
  from: string
  until: string
  sysOrgCode: string
}

/** Asks for the reason to void the results of a period. */
export function VoidDialog({ voided, onClose }: { voided: VoidedDays; onClose(): void }) {
  const { t } = useText()
  const withKey = useAttemptKey()
  const { from, until, period, sysOrgCode } = voided
  return (
    <ReasonDialog
      title={t('ranking.voidTitle', { from, until })}
      hint={t('ranking.voidHint')}
      okText={t('ranking.voidDo')}
      isDangerous
      act={async (reason) => {
        const body = { period, day: from, reason, sysOrgCode }
        return (await withKey(body, (key) => client.rankings.void({ body, key }))).message
      }}
      onClose={onClose}
    />
  )
}
