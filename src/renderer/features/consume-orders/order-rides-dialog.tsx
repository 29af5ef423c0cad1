import { PrinterOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { App, Button, List, Modal } from 'antd'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { useMay } from '#renderer/core/session.ts'
import { usePrintNotice } from '#renderer/ui/print/use-print-notice.ts'
import { formatAmount } from '#shared/core/money.ts'
import type { ChargedPlay } from '#shared/features/sessions/charge.schema.ts'
import type { ListedOrder } from '#shared/features/sessions/consume-orders.contract.ts'

interface OrderRidesDialogProps {
  order: ListedOrder
  onClose(): void
}

/** The rides of an order, each with a reprint of its ticket. */
export function OrderRidesDialog({ order, onClose }: OrderRidesDialogProps) {
  const { t } = useText()
  const { message } = App.useApp()
  const say = usePrintNotice()
  const mayPrint = useMay('consume:print')
  const { data, isFetching } = useQuery({
    queryKey: ['consumeOrders', 'rides', order.id],
    queryFn: async () => (await client.consume.queryById({ query: { id: order.id } })).result,
  })
  const print = async ({ id }: ChargedPlay) => {
    try {
      say(await client.consume.reprintTicket({ query: { id } }))
    } catch (error) {
      void message.warning(textOfError(t, error))
    }
  }
  const descriptionOf = (play: ChargedPlay): string =>
    [play.vehicleName || t('orders.waiting'), t('deduct.people', { count: play.people })].join(' · ')
  return (
    <Modal
      open
      title={`${t('orders.ridesOf')} · ${order.consumeRoleName} · ${formatAmount(order.amount)}`}
      onCancel={onClose}
      footer={<Button onClick={onClose}>{t('action.close')}</Button>}
    >
      <List
        loading={isFetching}
        dataSource={data?.plays ?? []}
        rowKey="id"
        renderItem={(play) => (
          <List.Item
            actions={
              mayPrint && play.ticketNo !== ''
                ? [
                    <Button key="print" icon={<PrinterOutlined />} onClick={() => void print(play)}>
                      {t('orders.print')}
                    </Button>,
                  ]
                : []
            }
          >
            <List.Item.Meta title={play.ticketNo || '—'} description={descriptionOf(play)} />
          </List.Item>
        )}
      />
    </Modal>
  )
}
