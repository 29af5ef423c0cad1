import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Modal, Progress, Skeleton } from 'antd'
import { useRef, useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { refreshList, useMayCall } from '#renderer/ui/crud/crud-data.ts'

/**
 * Counts the members with enough experience for a higher level and raises them, for example after the levels changed.
 */
export function RaiseMembers() {
  const { t } = useText()
  const may = useMayCall('memberLevels')
  const [isOpen, setOpen] = useState(false)
  if (!may('raise')) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('level.raise')}</Button>
      {isOpen ? <RaiseDialog onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function RaiseDialog({ onClose }: { onClose(): void }) {
  const { t } = useText()
  const [raised, setRaised] = useState<number | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const isLeft = useRef(false)
  const preview = useQuery({
    queryKey: ['raisable'],
    queryFn: async () => (await client.memberLevels.raisable({})).result,
    gcTime: 0,
  })
  const total = preview.data?.total ?? 0
  const raise = async () => {
    setBusy(true)
    setFailure(null)
    try {
      let sum = 0
      for (let isDone = false; !isDone && !isLeft.current; ) {
        const { result } = await client.memberLevels.raise({})
        sum += result.raised
        isDone = result.isDone
        setRaised(sum)
      }
    } catch (error) {
      setFailure(error)
    }
    await refreshList('memberLevels')
    setBusy(false)
  }
  const leave = () => {
    // Members raised so far stay raised; the rest can be raised later.
    isLeft.current = true
    onClose()
  }
  const isAsked = raised === null && total > 0
  return (
    <Modal
      open
      width={480}
      title={t('level.raise')}
      okText={t('level.raiseNow', { count: total })}
      okButtonProps={{ loading: isBusy, hidden: !isAsked && !isBusy }}
      cancelText={t(isAsked ? 'action.cancel' : 'action.close')}
      onOk={() => void raise()}
      onCancel={leave}
    >
      {preview.isPending ? <Skeleton active paragraph={{ rows: 2 }} /> : null}
      {preview.error || failure ? (
        <Alert type="error" showIcon title={textOfError(t, failure ?? preview.error)} />
      ) : null}
      {preview.data && total === 0 ? <p>{t('level.raiseNobody')}</p> : null}
      {isAsked ? (
        <>
          <p>{t('level.raiseHint')}</p>
          <ul>
            {preview.data?.levels.map(({ code, name, count }) => (
              <li key={code}>{t('level.raiseTo', { name, count })}</li>
            ))}
          </ul>
        </>
      ) : null}
      {raised === null ? null : (
        <div aria-live="polite">
          <Progress percent={Math.min(100, Math.round((100 * raised) / Math.max(total, 1)))} />
          <p>{t('level.raised', { count: raised })}</p>
        </div>
      )}
    </Modal>
  )
}
