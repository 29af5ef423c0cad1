import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Drawer, Input, type InputRef, Skeleton } from 'antd'
import { useRef, useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { playSound } from '#renderer/core/sounds.ts'
import { useFocusOnOpen } from '#renderer/ui/dialog/use-focus-on-open.ts'
import { EmptyBlock, ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { Ago } from '#renderer/ui/display/when.tsx'
import { useScan } from '#renderer/ui/scan/scans.ts'
import { formatAmount } from '#shared/core/money.ts'
import { fromWireTime } from '#shared/core/time.ts'
import type { DepositReturn } from '#shared/features/sessions/charge.schema.ts'
import type { ListedOrder } from '#shared/features/sessions/consume-orders.contract.ts'
import { isOfTicket, ordersFound } from './deposits.calc.ts'
import { useGiveBack } from './use-give-back.tsx'
import './deposits.css'

/** More than a venue has guests at once; older ones are in the list of orders. */
const MAX_ORDERS = 200

/**
 * The deposits of this store that are not returned yet: found by ticket, code or name, and returned by the original
 * tender.
 */
export function DepositsDrawer({ onClose }: { onClose(): void }) {
  const { t } = useText()
  const [search, setSearch] = useState('')
  const [returned, setReturned] = useState<DepositReturn | null>(null)
  const input = useRef<InputRef>(null)
  const query = useQuery({
    queryKey: ['crud', 'consumeOrders', 'deposits'],
    queryFn: async () =>
      (
        await client.consumeOrders.list({
          query: { depositState: 'held', pageNo: 1, pageSize: MAX_ORDERS, column: 'createTime', order: 'desc' },
        })
      ).result,
    gcTime: 0,
    staleTime: 0,
  })
  const giveBack = useGiveBack((result) => {
    playSound('done')
    setReturned(result)
    setSearch('')
  })
  useFocusOnOpen(() => input.current?.input, query.isSuccess)
  const orders = query.data?.records ?? []
  const found = ordersFound(orders, search)
  const ask = (order: ListedOrder) => {
    setReturned(null)
    giveBack(order)
  }
  useScan((scan) => {
    setReturned(null)
    const own = orders.find((order) => isOfTicket(order, scan.value))
    playSound(own ? 'scan' : 'error')
    if (own) ask(own)
    else setSearch(scan.value)
  }, 'dialog')

  return (
    <Drawer open size={600} title={t('deposits.title')} onClose={onClose}>
      <div className="pl-deposits">
        {returned ? <Returned returned={returned} /> : null}
        <Input
          ref={input}
          size="large"
          allowClear
          autoComplete="off"
          maxLength={64}
          aria-label={t('deposits.search')}
          placeholder={t('deposits.search')}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          onPressEnter={({ nativeEvent }) => {
            const [only, more] = found
            if (only && !more && !nativeEvent.isComposing) ask(only)
          }}
        />
        {query.isPending ? <Skeleton active paragraph={{ rows: 6 }} /> : null}
        {query.error ? <ErrorBlock error={query.error} retry={() => void query.refetch()} /> : null}
        {query.data && found.length === 0 ? (
          <EmptyBlock
            title={t(search === '' ? 'deposits.none' : 'deposits.notFound')}
            hint={t(search === '' ? 'deposits.noneHint' : 'deposits.notFoundHint')}
          />
        ) : null}
        <ul>
          {found.map((order) => (
            <li key={order.id}>
              <strong>{order.tickets || '—'}</strong>
              <span className="pl-deposits-what">
                {[order.racer, order.consumeRoleName].filter(Boolean).join(' · ')}
                <small>
                  <Ago at={fromWireTime(order.createTime).toISOString()} /> · {t(`orderPayMode.${order.payMode}`)}
                </small>
              </span>
              <span className="pl-amount">{formatAmount(order.deposit)}</span>
              <Button onClick={() => ask(order)}>{t('orders.returnDeposit')}</Button>
            </li>
          ))}
        </ul>
        {query.data && query.data.total > orders.length ? <p>{t('list.total', { total: query.data.total })}</p> : null}
      </div>
    </Drawer>
  )
}

/** The last return: the cash to hand out, or that the provider returns the money. */
function Returned({ returned: { deposit, payMode } }: { returned: DepositReturn }) {
  const { t } = useText()
  const amount = formatAmount(deposit)
  return (
    <Alert
      type="success"
      showIcon
      role="status"
      title={
        <strong className="pl-deposits-back">
          {t(payMode === 'cash' ? 'deposits.handOut' : 'deposits.goesBack', { amount })}
        </strong>
      }
    />
  )
}
