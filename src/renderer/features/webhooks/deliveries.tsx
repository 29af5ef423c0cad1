import { Drawer } from 'antd'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { queryClient } from '#renderer/core/query.ts'
import { useMayCall } from '#renderer/ui/crud/crud-data.ts'
import { useConfirmation } from '#renderer/ui/crud/crud-remove.tsx'
import { CrudRows, useRows } from '#renderer/ui/crud/crud-rows.tsx'
import type { RowOf } from '#renderer/ui/crud/crud-types.ts'
import { EmptyBlock } from '#renderer/ui/display/blocks.tsx'
import { type Tone, ToneTag } from '#renderer/ui/display/tone-tag.tsx'

type Delivery = RowOf<'webhookDeliveries'>

const KEY = ['crud', 'webhookDeliveries']
const EVERY_MS = 3000
const tones = { waiting: 'info', sent: 'success', failed: 'error' } satisfies Record<string, Tone>

/** The deliveries of an endpoint with the result of the last attempt. */
export function Deliveries({ endpoint, onClose }: { endpoint: RowOf<'webhooks'>; onClose(): void }) {
  const { t } = useText()
  const may = useMayCall('webhookDeliveries')
  const ask = useConfirmation()
  const rows = useRows(
    [...KEY, endpoint.id],
    async (page) => (await client.webhookDeliveries.list({ query: { endpointId: endpoint.id, ...page } })).result,
    { everyMs: EVERY_MS },
  )
  const resend = ({ id, event }: Delivery) =>
    void ask(
      `${t('webhook.resend')} · ${t(`webhook.event.${event}`)}`,
      async () => {
        const { message } = await client.webhookDeliveries.resend({ body: { id } })
        await queryClient.invalidateQueries({ queryKey: KEY })
        return message
      },
      { isDanger: false, ok: t('webhook.resend') },
    )
  return (
    <Drawer
      open
      size={860}
      title={`${endpoint.name} · ${t('webhook.deliveries')}`}
      onClose={onClose}
      classNames={{ body: 'pl-crud-panel' }}
    >
      <CrudRows
        crud={rows}
        columns={[
          { name: 'happenedTime', title: 'webhook.happenedTime' },
          { name: 'event', title: 'webhook.event', render: ({ event }) => t(`webhook.event.${event}`) },
          {
            name: 'deliveryState',
            title: 'webhook.deliveryState',
            onCard: true,
            render: ({ deliveryState }) => (
              <ToneTag tone={tones[deliveryState]}>{t(`webhook.state.${deliveryState}`)}</ToneTag>
            ),
          },
          { name: 'tries', title: 'webhook.tries', align: 'right' },
          {
            name: 'attempts',
            title: 'webhook.attempts',
            width: 240,
            onCard: true,
            render: ({ attempts }) => <LastResult attempts={attempts} />,
          },
          {
            name: 'nextTime',
            title: 'webhook.nextTime',
            render: ({ deliveryState, nextTime }) => (deliveryState === 'waiting' ? nextTime : ''),
          },
        ]}
        actionsOf={(row) =>
          may('resend') && row.deliveryState !== 'waiting'
            ? [{ key: 'resend', label: t('webhook.resend'), act: () => resend(row) }]
            : []
        }
        headAt={0}
        empty={<EmptyBlock title={t('webhook.noDeliveries')} />}
      />
    </Drawer>
  )
}

function LastResult({ attempts }: Pick<Delivery, 'attempts'>) {
  const { t } = useText()
  const last = attempts.at(-1)
  if (!last) return null
  const { status, ms, answer } = last
  return status === 0 ? t('webhook.noAnswer', { answer }) : t('webhook.answer', { status, ms, answer })
}
