import { useQueryClient } from '@tanstack/react-query'
import { App, Button, Popconfirm } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { useMay } from '#renderer/core/session.ts'
import { useAttemptKey } from '#renderer/core/use-attempt-key.ts'
import { type Ranking, VoidedPeriod } from '#shared/features/rankings/ranking.schema.ts'
import { VoidDialog, type VoidedDays } from './void-dialog.tsx'
import { VoidsDrawer } from './voids-drawer.tsx'

interface RankingToolsProps {
  ranking: Ranking | null
  /** Whether the ranking is not the chosen one, which is still loading. */
  isOld: boolean
}

/** The actions on rankings: void a period, clear today's display, and list voids. */
export function RankingTools({ ranking, isOld }: RankingToolsProps) {
  const { t } = useText()
  const mayVoid = useMay('ranking:void')
  const mayClear = useMay('ranking:clear')
  const [isVoiding, setVoiding] = useState(false)
  const [showsVoids, setShowsVoids] = useState(false)
  const voided = ranking && voidedDays(ranking)
  return (
    <>
      <Button disabled={isOld} onClick={() => setShowsVoids(true)}>
        {t('ranking.voids')}
      </Button>
      {mayClear && ranking ? <ClearButton sysOrgCode={ranking.sysOrgCode} isOld={isOld} /> : null}
      {mayVoid && voided ? (
        <Button danger disabled={isOld || ranking.state === 'voided'} onClick={() => setVoiding(true)}>
          {t('ranking.void')}
        </Button>
      ) : null}
      {isVoiding && voided ? <VoidDialog voided={voided} onClose={() => setVoiding(false)} /> : null}
      {showsVoids ? <VoidsDrawer sysOrgCode={ranking?.sysOrgCode} onClose={() => setShowsVoids(false)} /> : null}
    </>
  )
}

/** The days of a ranking to void: only of weeks, months and quarters (spec §4). */
function voidedDays({ period, from, until, sysOrgCode }: Ranking): VoidedDays | null {
  const known = VoidedPeriod.safeParse(period)
  return known.success && from !== null && until !== null ? { period: known.data, from, until, sysOrgCode } : null
}

function ClearButton({ sysOrgCode, isOld }: { sysOrgCode: string; isOld: boolean }) {
  const { t } = useText()
  const { message } = App.useApp()
  const queries = useQueryClient()
  const withKey = useAttemptKey()
  const clear = async () => {
    const body = { sysOrgCode }
    try {
      const answer = await withKey(body, (key) => client.rankings.clearToday({ body, key }))
      void message.success(answer.message)
      await queries.invalidateQueries({ queryKey: ['rankings'] })
    } catch (error) {
      void message.error(textOfError(t, error))
    }
  }
  return (
    <Popconfirm
      title={t('ranking.clearAsk')}
      description={t('ranking.clearHint')}
      okText={t('ranking.clearDo')}
      cancelText={t('action.cancel')}
      disabled={isOld}
      onConfirm={clear}
    >
      <Button disabled={isOld}>{t('ranking.clear')}</Button>
    </Popconfirm>
  )
}
