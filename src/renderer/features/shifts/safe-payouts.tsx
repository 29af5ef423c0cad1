import { useQuery } from '@tanstack/react-query'
import { Button, Drawer, List, Skeleton } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { EmptyBlock, ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { Money } from '#renderer/ui/display/money.tsx'

/** The recent safe payouts: user, time, amount and reason. */
export function SafePayoutsButton() {
  const { t } = useText()
  const [isShown, setShown] = useState(false)
  return (
    <>
      <Button onClick={() => setShown(true)}>{t('shift.safe')}</Button>
      {isShown ? (
        <Drawer open size={560} title={t('shift.safe')} onClose={() => setShown(false)}>
          <p className="pl-shift-hint">{t('shift.safeHint')}</p>
          <Payouts />
        </Drawer>
      ) : null}
    </>
  )
}

function Payouts() {
  const { t } = useText()
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['shifts', 'safe'],
    queryFn: async () => (await client.shifts.safePayouts({ query: {} })).result,
  })
  if (isPending) return <Skeleton active paragraph={{ rows: 4 }} />
  if (error) return <ErrorBlock error={error} retry={() => void refetch()} />
  if (data.length === 0) return <EmptyBlock title={t('shift.safeNone')} hint={t('shift.safeNoneHint')} />
  return (
    <List
      dataSource={data}
      rowKey={({ sysOrgCode, causeKind, id }) => `${sysOrgCode} ${causeKind} ${id}`}
      renderItem={({ causeKind, sysOrgCode_dictText: store, createTime, createBy, amount, reason }) => (
        <List.Item extra={<Money value={amount} />}>
          <List.Item.Meta
            title={[t(`ledgerCause.${causeKind}`), reason].join(' · ')}
            description={[createTime, createBy, store].filter(Boolean).join(' · ')}
          />
        </List.Item>
      )}
    />
  )
}
