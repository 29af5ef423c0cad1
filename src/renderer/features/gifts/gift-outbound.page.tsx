import { useText } from '#renderer/core/locale.ts'
import { useStoreName } from '#renderer/core/own-stores.ts'
import { CrudPage } from '#renderer/ui/crud/crud-page.tsx'
import { ChoiceFilter, DaysFilter, TextFilter } from '#renderer/ui/crud/crud-search.tsx'
import { type Tone, ToneTag } from '#renderer/ui/display/tone-tag.tsx'
import { useDict } from '#renderer/ui/form/fields.tsx'
import type { HandedFor } from '#shared/features/stock/stock.schema.ts'

const tones = { order: 'info', points: 'success', coupon: 'info', free: 'warning' } satisfies Record<HandedFor, Tone>

/** Gifts that were handed out: to whom, by whom and for what. */
export function GiftOutboundPage() {
  const { t } = useText()
  const storeName = useStoreName()
  const handedFor = useDict('stock_handed_for')
  return (
    <CrudPage
      resource="giftOutbound"
      title="menu.giftOutbound"
      columns={[
        { name: 'itemName', title: 'gift.name', width: 160 },
        { name: 'createTime', sorter: true, onCard: true },
        { name: 'delta', title: 'stock.pieces', align: 'right', onCard: true, render: ({ delta }) => -delta },
        {
          name: 'handedFor',
          onCard: true,
          options: handedFor,
          render: ({ handedFor: purpose }) =>
            purpose === '' ? '—' : <ToneTag tone={tones[purpose]}>{t(`stock.handedFor.${purpose}`)}</ToneTag>,
        },
        { name: 'recipient', onCard: true, width: 130 },
        { name: 'userId', width: 110 },
        { name: 'reason', width: 180 },
        { name: 'operatorName', onCard: true, width: 110 },
        { name: 'orderId', optional: true },
        { name: 'quantityAfter', align: 'right', optional: true },
        { name: 'sysOrgCode', optional: true, render: ({ sysOrgCode }) => storeName(sysOrgCode) },
      ]}
      filters={[
        <TextFilter key="item" name="itemName" label="gift.name" />,
        <ChoiceFilter key="for" name="handedFor" options={handedFor} />,
        <DaysFilter key="time" name="createTime" />,
        <TextFilter key="member" name="userId" />,
        <TextFilter key="user" name="operatorName" />,
      ]}
      actions={{ history: () => null }}
    />
  )
}
