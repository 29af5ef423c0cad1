import { Input } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { useStoreName } from '#renderer/core/own-stores.ts'
import { useMay } from '#renderer/core/session.ts'
import { useAttemptKey } from '#renderer/core/use-attempt-key.ts'
import { refreshList, useMayCall } from '#renderer/ui/crud/crud-data.ts'
import { CrudFormDialog } from '#renderer/ui/crud/crud-form.tsx'
import { CrudPage } from '#renderer/ui/crud/crud-page.tsx'
import { useConfirmation } from '#renderer/ui/crud/crud-remove.tsx'
import { ChoiceFilter, DaysFilter, TextFilter } from '#renderer/ui/crud/crud-search.tsx'
import type { RowAction, RowOf, Values } from '#renderer/ui/crud/crud-types.ts'
import { type Tone, ToneTag } from '#renderer/ui/display/tone-tag.tsx'
import { bodyOf, fieldsOf, useDict } from '#renderer/ui/form/fields.tsx'
import { newId } from '#shared/core/id.ts'
import { type OrderGiftState, orderGifts } from '#shared/features/gifts/order-gifts.contract.ts'

type Row = RowOf<'orderGifts'>

const tones = { notGifted: 'warning', gifted: 'success', notGiving: 'neutral' } satisfies Record<OrderGiftState, Tone>

const refresh = () => Promise.all([refreshList('orderGifts'), refreshList('gifts'), refreshList('giftStock')])

/** The gifts that recharges include: to hand out, handed out, and not given. */
export function OrderGiftsPage() {
  const { t } = useText()
  const storeName = useStoreName()
  const ask = useConfirmation()
  const may = useMayCall('orderGifts')
  const mayLate = useMay('ordergift:late')
  const states = useDict('order_gift_state')
  const ends = useDict('order_gift_end')
  const [open, setOpen] = useState<Row | null>(null)

  const refuse = (row: Row) => {
    const key = newId()
    return ask(
      t('orderGift.refuseAsk', { member: memberOf(row), gift: row.giftName, count: row.pieces }),
      async (reason) => {
        const { message } = await client.orderGifts.refuse({ key, body: { id: row.id, reason } })
        await refresh()
        return message
      },
      { ok: t('orderGift.refuse'), needsReason: true },
    )
  }
  const actionsOf = (row: Row): RowAction[] => {
    const isOpen = row.giftState === 'notGifted'
    const isLate = row.giftState === 'notGiving' && row.endedFor !== 'refunded' && mayLate
    const handOut = {
      key: 'handOut',
      label: t(isOpen ? 'orderGift.handOut' : 'orderGift.late'),
      act: () => setOpen(row),
    }
    return [
      ...(may('handOut') && (isOpen || isLate) ? [handOut] : []),
      ...(may('refuse') && isOpen
        ? [{ key: 'refuse', label: t('orderGift.refuse'), danger: true, act: () => void refuse(row) }]
        : []),
    ]
  }
  return (
    <>
      <CrudPage
        resource="orderGifts"
        title="menu.orderGifts"
        columns={[
          { name: 'giftName', width: 160 },
          {
            name: 'giftState',
            onCard: true,
            options: states,
            render: ({ giftState }) => <ToneTag tone={tones[giftState]}>{t(`orderGift.state.${giftState}`)}</ToneTag>,
          },
          { name: 'pieces', align: 'right', onCard: true },
          { name: 'userName', width: 120, onCard: true, render: memberOf },
          { name: 'userId', width: 100 },
          { name: 'createTime', sorter: true, onCard: true },
          { name: 'endTime', sorter: true },
          {
            name: 'endedBy',
            width: 110,
            render: ({ giftState, endedBy }) => endedBy || (giftState === 'notGifted' ? '—' : t('orderGift.byItself')),
          },
          {
            name: 'endedFor',
            options: ends,
            render: ({ endedFor }) => (endedFor === '' ? '—' : t(`orderGift.endedFor.${endedFor}`)),
          },
          { name: 'reason', width: 160, optional: true },
          { name: 'recipient', width: 120, optional: true },
          { name: 'id', optional: true },
          { name: 'sysOrgCode', optional: true, render: ({ sysOrgCode }) => storeName(sysOrgCode) },
        ]}
        filters={[
          <ChoiceFilter key="state" name="giftState" options={states} />,
          <TextFilter key="member" name="userId" />,
          <TextFilter key="gift" name="giftName" />,
          <ChoiceFilter key="end" name="endedFor" options={ends} />,
          <DaysFilter key="time" name="createTime" />,
        ]}
        actions={{ row: actionsOf }}
      />
      {open ? <HandOut gift={open} onClose={() => setOpen(null)} /> : null}
    </>
  )
}

const memberOf = ({ userName, userId }: Pick<Row, 'userName' | 'userId'>): string => userName || userId

const Field = fieldsOf(bodyOf(orderGifts.handOut), orderGifts.handOut)

/** Hands the gift of an order out. A retry after a lost answer is the same hand-out. */
function HandOut({ gift, onClose }: { gift: Row; onClose(): void }) {
  const { t } = useText()
  const withKey = useAttemptKey()
  const save = async (values: Values): Promise<string> => {
    const body = { id: gift.id, recipient: String(values.recipient ?? '') }
    const { message } = await withKey(body, (key) => client.orderGifts.handOut({ body, key }))
    await refresh()
    return message
  }
  return (
    <CrudFormDialog
      row={null}
      title={t('orderGift.handOutOf', { gift: gift.giftName, count: gift.pieces, member: memberOf(gift) })}
      okText={t('orderGift.handOut')}
      form={{
        width: 440,
        values: () => ({ recipient: '' }),
        fields: () => (
          <Field name="recipient" extra={t('orderGift.recipientHint')}>
            <Input maxLength={60} autoComplete="off" />
          </Field>
        ),
      }}
      onSave={save}
      onClose={onClose}
    />
  )
}
