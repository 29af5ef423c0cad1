import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { storedPrintId } from '#renderer/core/print-id.ts'
import { useRefund } from '#renderer/features/refunds/index.ts'
import { useVehicleOptions } from '#renderer/features/vehicles/index.ts'
import { CrudBlock } from '#renderer/ui/crud/crud-block.tsx'
import { useCrud } from '#renderer/ui/crud/crud-data.ts'
import { ChoiceFilter, CrudSearch, DaysFilter, TextFilter } from '#renderer/ui/crud/crud-search.tsx'
import { useContract } from '#renderer/ui/crud/crud-types.ts'
import { Money } from '#renderer/ui/display/money.tsx'
import { type Tone, ToneTag } from '#renderer/ui/display/tone-tag.tsx'
import { useDict } from '#renderer/ui/form/fields.tsx'
import { PageHead } from '#renderer/ui/layout/page-head.tsx'
import { usePrintAgain } from '#renderer/ui/print/use-print-again.ts'
import type { OrderState } from '#shared/features/sessions/charge.schema.ts'
import type { ListedOrder } from '#shared/features/sessions/consume-orders.contract.ts'
import { OrderRidesDialog } from './order-rides-dialog.tsx'
import { OrderSumsLine } from './order-sums-line.tsx'
import { useGiveBack } from './use-give-back.tsx'

const tones = {
  nopay: 'warning',
  paid: 'success',
  closed: 'neutral',
  refunding: 'warning',
  refunded: 'info',
} satisfies Record<OrderState, Tone>

/** The orders of all stores in scope, with totals in the footer. */
export function ConsumeOrdersPage() {
  const { t } = useText()
  const crud = useCrud('consumeOrders')
  const { labels = {} } = useContract('consumeOrders').list ?? {}
  const [open, setOpen] = useState<ListedOrder | null>(null)
  const giveBack = useGiveBack()
  const { refundOf, dialog } = useRefund('consume')
  const printAgain = usePrintAgain('consume:print', 'orders.receipt', (id) =>
    client.consumeOrders.printReceipt({ body: { id, printId: storedPrintId() } }),
  )
  const types = useDict('order_type')
  const states = useDict('pay_state')
  const payModes = useDict('order_pay_mode')
  const usageModes = useDict('usage_mode')
  const deposits = useDict('deposit_state')
  const vehicles = useVehicleOptions()
  const mayReturn = crud.may('returnDeposit')
  return (
    <div className="pl-page">
      <PageHead title={t('menu.consumeOrders')}>
        <CrudSearch
          filters={[
            <DaysFilter key="time" name="createTime" />,
            <ChoiceFilter key="type" name="consumeType" options={types} />,
            <ChoiceFilter key="state" name="payState" options={states} />,
            <ChoiceFilter key="payMode" name="payMode" options={payModes} />,
            <TextFilter key="member" name="userId" />,
            <TextFilter key="racer" name="racer" />,
            <TextFilter key="rule" name="consumeRoleName" />,
            <TextFilter key="cashier" name="departusername" />,
            <ChoiceFilter key="deposit" name="depositState" options={deposits} />,
            <ChoiceFilter key="vehicle" name="vehicleId" options={vehicles} />,
          ]}
          labels={{ ...labels, depositState: 'orders.depositState' }}
          value={crud.state.filters}
          isExpanded={crud.state.isExpanded}
          onExpand={(isExpanded) => crud.turn({ isExpanded })}
          onSearch={(found) => {
            crud.look(found)
            // Searching for the same again refreshes the list.
            void crud.list.refetch()
          }}
        />
      </PageHead>
      <CrudBlock
        crud={crud}
        title={t('menu.consumeOrders')}
        emptyHint="orders.noneHint"
        columns={[
          { name: 'createTime', sorter: true, onCard: true },
          { name: 'consumeRoleName', width: 150 },
          { name: 'consumeType', options: types },
          {
            name: 'payState',
            onCard: true,
            options: states,
            render: ({ payState, payState_dictText: text }) => (
              <ToneTag tone={tones[payState]}>{text ?? payState}</ToneTag>
            ),
          },
          {
            name: 'amount',
            sorter: true,
            onCard: true,
            align: 'right',
            render: ({ amount }) => <Money value={amount} />,
          },
          { name: 'discount', align: 'right', optional: true, render: ({ discount }) => <Money value={discount} /> },
          { name: 'revenue', align: 'right', render: ({ revenue }) => <Money value={revenue} /> },
          { name: 'refunded', align: 'right', render: ({ refunded }) => <Money value={refunded} /> },
          { name: 'payMode', options: payModes },
          { name: 'deposit', align: 'right', render: ({ deposit }) => <Money value={deposit} /> },
          { name: 'depositState', options: deposits },
          { name: 'userId', width: 110 },
          { name: 'userNickname', width: 120 },
          { name: 'racer', width: 120 },
          { name: 'people', align: 'right' },
          { name: 'tickets', width: 120 },
          { name: 'countOrder', align: 'right', optional: true },
          { name: 'usageMode', options: usageModes, optional: true },
          { name: 'departusername', width: 110 },
          { name: 'operatorName', width: 110, optional: true },
          { name: 'terminalName', width: 110, optional: true },
          { name: 'payTime', optional: true },
          { name: 'remark', width: 160, optional: true },
          { name: 'payOrderNumber', width: 300, optional: true },
          { name: 'serialNumber', width: 260, optional: true },
          { name: 'id', width: 300, optional: true },
        ]}
        actions={{
          history: ({ id }) => ({ kind: '/consume/sysConsume', id }),
          row: (order) => [
            { key: 'rides', label: t('orders.ridesOf'), act: () => setOpen(order) },
            ...(mayReturn && order.depositState === 'held'
              ? [{ key: 'deposit', label: t('orders.returnDeposit'), act: () => void giveBack(order) }]
              : []),
            ...(order.payTime ? printAgain(order.id) : []),
            ...refundOf(order),
          ],
        }}
      />
      <OrderSumsLine query={crud.query} />
      {dialog}
      {open ? <OrderRidesDialog order={open} onClose={() => setOpen(null)} /> : null}
    </div>
  )
}
