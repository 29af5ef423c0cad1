import { useQuery } from '@tanstack/react-query'
import { Badge, Button, Drawer, List, Skeleton } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { EmptyBlock, ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { Money } from '#renderer/ui/display/money.tsx'
import { ToneTag } from '#renderer/ui/display/tone-tag.tsx'

/** The recent cash without a shift, by day and user, behind a button with the number of unexplained entries. */
export function CashOutsideButton() {
  const { t } = useText()
  const [isShown, setShown] = useState(false)
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['shifts', 'outside'],
    queryFn: async () => (await client.shifts.outside({ query: {} })).result,
  })
  const open = data?.filter(({ isOpen }) => isOpen).length ?? 0
  return (
    <>
      <Badge count={open}>
        <Button onClick={() => setShown(true)}>{t('shift.outside')}</Button>
      </Badge>
      {isShown ? (
        <Drawer open size={560} title={t('shift.outside')} onClose={() => setShown(false)}>
          <p className="pl-shift-hint">{t('shift.outsideHint')}</p>
          {isPending ? <Skeleton active paragraph={{ rows: 4 }} /> : null}
          {error ? <ErrorBlock error={error} retry={() => void refetch()} /> : null}
          {data?.length === 0 ? <EmptyBlock title={t('shift.outsideNone')} hint={t('shift.outsideNoneHint')} /> : null}
          {data && data.length > 0 ? (
            <List
              dataSource={data}
              rowKey={({ sysOrgCode, businessDay, personName }) => `${sysOrgCode} ${businessDay} ${personName}`}
              renderItem={({ businessDay, personName, sysOrgCode_dictText: store, count, amount, isOpen }) => (
                <List.Item extra={<Money value={amount} />}>
                  <List.Item.Meta
                    title={[businessDay, personName].filter(Boolean).join(' · ')}
                    description={
                      <>
                        {store} · {t('shift.outsideCount', { count })}{' '}
                        {isOpen ? <ToneTag tone="warning">{t('shift.outsideOpen')}</ToneTag> : null}
                      </>
                    }
                  />
                </List.Item>
              )}
            />
          ) : null}
        </Drawer>
      ) : null}
    </>
  )
}
