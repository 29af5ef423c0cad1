import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Modal, Progress, Skeleton } from 'antd'
import { useEffect } from 'react'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { playSound } from '#renderer/core/sounds.ts'
import { useFocusOnOpen } from '#renderer/ui/dialog/use-focus-on-open.ts'
import { ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { formatAmount } from '#shared/core/money.ts'
import type { CoinOutput } from '#shared/features/coins/coin-outputs.schema.ts'
import { useMachines } from './use-machines.ts'

const EVERY_MS = 700
const CLOSE_ID = 'coin-progress-close'

/** What a machine has counted out of a sale, and what came back of it. It goes on counting when this is closed. */
export function CoinProgressDialog({ id, onClose }: { id: string; onClose(): void }) {
  const { t } = useText()
  const { data, error, refetch } = useQuery({
    queryKey: ['coinOutput', id],
    queryFn: async () => (await client.coinOutputs.queryById({ query: { id } })).result,
    refetchInterval: ({ state }) => (state.data?.coinState === 'completed' ? false : EVERY_MS),
    gcTime: 0,
  })
  useFocusOnOpen(() => document.getElementById(CLOSE_ID))
  const isOver = data?.coinState === 'completed'
  const isWhole = data?.backCoins === 0 && data.payState === 'paid'
  useEffect(() => {
    if (isOver) playSound(isWhole ? 'done' : 'error')
  }, [isOver, isWhole])
  return (
    <Modal
      open
      width={420}
      title={t('coins.progress')}
      footer={
        <Button id={CLOSE_ID} type="primary" onClick={onClose}>
          {t('action.close')}
        </Button>
      }
      onCancel={onClose}
      mask={{ closable: false }}
    >
      {data ? <Counted output={data} /> : null}
      {!data && !error ? <Skeleton active paragraph={{ rows: 3 }} /> : null}
      {error ? <ErrorBlock error={error} retry={() => void refetch()} /> : null}
    </Modal>
  )
}

function Counted({ output }: { output: CoinOutput }) {
  const { t } = useText()
  const { asked, counted, backCoins, coinState, payState, deviceId, deviceName } = output
  const machine = useMachines().data?.find(({ id }) => id === deviceId)
  const isOver = coinState === 'completed'
  if (payState !== 'paid') {
    return (
      <Alert
        type={payState === 'closed' ? 'warning' : 'info'}
        showIcon
        title={t(payState === 'closed' ? 'coins.progressClosed' : 'coins.progressWait')}
      />
    )
  }
  const missing = asked - counted
  return (
    <>
      <p role="status">
        <strong>{deviceName}</strong> {t('coins.progressOf', { counted, asked })}
      </p>
      <Progress
        percent={Math.round((100 * counted) / asked)}
        status={isOver ? (backCoins > 0 ? 'exception' : 'success') : 'active'}
        aria-label={t('coins.progress')}
      />
      {!isOver && machine?.online === false ? (
        <Alert type="warning" showIcon title={t('coins.progressOffline')} />
      ) : null}
      {!isOver ? <small>{t('coins.progressLeave')}</small> : null}
      {isOver && backCoins === 0 ? <Alert type="success" showIcon title={t('coins.progressDone', { asked })} /> : null}
      {isOver && backCoins > 0 ? (
        <Alert
          type="warning"
          showIcon
          title={t('coins.progressShort', { counted, missing })}
          description={t(`coins.back.${output.payMode}`, { amount: formatAmount(output.backAmount), missing })}
        />
      ) : null}
    </>
  )
}
