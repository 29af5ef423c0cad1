import { useQuery } from '@tanstack/react-query'
import { Button, Drawer, Skeleton } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { useMay } from '#renderer/core/session.ts'
import { useAttemptKey } from '#renderer/core/use-attempt-key.ts'
import { EmptyBlock, ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import type { RankingVoid } from '#shared/features/rankings/ranking.schema.ts'
import { useVoidWords } from './ranking-standing.tsx'
import { ReasonDialog } from './reason-dialog.tsx'

interface VoidsDrawerProps {
  sysOrgCode: string | undefined
  onClose(): void
}

/** The voids and their revocations, each with its reason. */
export function VoidsDrawer({ sysOrgCode, onClose }: VoidsDrawerProps) {
  const { t } = useText()
  const words = useVoidWords()
  const mayTakeBack = useMay('ranking:void')
  const [chosen, setChosen] = useState<RankingVoid | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: ['rankings', 'voids', sysOrgCode],
    queryFn: async () => (await client.rankings.voids({ query: { sysOrgCode } })).result,
  })
  return (
    <Drawer open size={480} title={t('ranking.voids')} onClose={onClose}>
      {error ? <ErrorBlock error={error} retry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton active /> : null}
      {data?.length === 0 ? <EmptyBlock title={t('ranking.noVoids')} /> : null}
      <ul className="pl-ranking-voids">
        {data?.map((one) => (
          <li key={one.id}>
            {words(one)}
            {one.takenBack ? <p>{t('ranking.takenBackBy', one.takenBack)}</p> : null}
            {mayTakeBack && !one.takenBack ? (
              <Button size="small" onClick={() => setChosen(one)}>
                {t('ranking.takeBack')}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {chosen ? <TakeBackDialog of={chosen} sysOrgCode={sysOrgCode} onClose={() => setChosen(null)} /> : null}
    </Drawer>
  )
}

interface TakeBackDialogProps extends VoidsDrawerProps {
  of: RankingVoid
}

/** Asks for the reason to revoke a void. */
function TakeBackDialog({ of: { id, from, until }, sysOrgCode, onClose }: TakeBackDialogProps) {
  const { t } = useText()
  const withKey = useAttemptKey()
  return (
    <ReasonDialog
      title={t('ranking.takeBackTitle', { from, until })}
      hint={t('ranking.takeBackHint')}
      okText={t('ranking.takeBack')}
      act={async (reason) => {
        const body = { id, reason, sysOrgCode }
        return (await withKey(body, (key) => client.rankings.takeBack({ body, key }))).message
      }}
      onClose={onClose}
    />
  )
}
