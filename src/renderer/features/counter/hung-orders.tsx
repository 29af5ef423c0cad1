import { Button, Drawer, Skeleton } from 'antd'
import { useRef, useState } from 'react'
import { useText } from '#renderer/core/locale.ts'
import { useMay } from '#renderer/core/session.ts'
import { canDeduct, DeductDialog, ticketsOf } from '#renderer/features/play-records/index.ts'
import { EmptyBlock, ErrorBlock } from '#renderer/ui/blocks.tsx'
import { useFocusOnOpen } from '#renderer/ui/use-focus-on-open.ts'
import { When } from '#renderer/ui/when.tsx'
import { formatAmount } from '#shared/core/money.ts'
import type { PlayRecord } from '#shared/features/sessions/play-before-pay.contract.ts'
import { useHung } from './use-hung.ts'
import './hung-orders.css'

/** F7: the orders of this store that wait for their money. */
export function HungOrders({ onClose }: { onClose(): void }) {
  const { t } = useText()
  const [deducting, setDeducting] = useState<PlayRecord | null>(null)
  const mayConsume = useMay('playbeforepay:consume')
  const query = useHung(true)
  const list = useRef<HTMLUListElement>(null)
  useFocusOnOpen(() => list.current?.querySelector('button'), query.isSuccess)
  const records = query.data?.records ?? []
  return (
    <Drawer open size={560} title={t('hung.title')} onClose={onClose}>
      {query.isPending ? <Skeleton active paragraph={{ rows: 6 }} /> : null}
      {query.error ? <ErrorBlock error={query.error} retry={() => void query.refetch()} /> : null}
      {query.data && records.length === 0 ? <EmptyBlock title={t('hung.none')} hint={t('hung.noneHint')} /> : null}
      <ul className="pl-hung" ref={list}>
        {records.map((record) => (
          <li key={record.id}>
            <strong>{ticketsOf(record)}</strong>
            <span className="pl-hung-what">
              {[record.vehicleName, record.cheshou, record.userTruenmae].filter(Boolean).join(' · ')}
              <small>
                <When value={record.createTime} /> · {record.roleName}
              </small>
            </span>
            <span className="pl-amount">{formatAmount(record.price)}</span>
            {canDeduct(record) && mayConsume ? (
              <Button onClick={() => setDeducting(record)}>{t('records.deduct')}</Button>
            ) : null}
          </li>
        ))}
      </ul>
      {query.data && query.data.total > records.length ? (
        <p className="pl-hung-more">{t('list.total', { total: query.data.total })}</p>
      ) : null}
      {deducting ? <DeductDialog record={deducting} onClose={() => setDeducting(null)} /> : null}
    </Drawer>
  )
}
