import { useState } from 'react'
import { shownAddress } from '#renderer/core/addresses/shown-address.ts'
import { useText } from '#renderer/core/locale.ts'
import { useOwnStores, useStoreName } from '#renderer/core/own-stores.ts'
import { type StockAct, StockDialog, stockActs } from '#renderer/features/stock/index.ts'
import { useMayCall } from '#renderer/ui/crud/crud-data.ts'
import { CrudPage } from '#renderer/ui/crud/crud-page.tsx'
import { ChoiceFilter, TextFilter } from '#renderer/ui/crud/crud-search.tsx'
import type { RowAction, RowOf } from '#renderer/ui/crud/crud-types.ts'
import { Money } from '#renderer/ui/display/money.tsx'
import { ToneTag } from '#renderer/ui/display/tone-tag.tsx'
import { useDict } from '#renderer/ui/form/fields.tsx'
import { newGift } from '#shared/features/gifts/gifts.schema.ts'
import { GiftFields, useGiftTypes } from './gift-fields.tsx'
import { HandOutDialog } from './hand-out-dialog.tsx'
import './gifts.css'

type Row = RowOf<'gifts'>

/** The gifts of a store, with their stock and what can be done with it. */
export function GiftsPage() {
  const { t } = useText()
  const storeName = useStoreName()
  const types = useGiftTypes()
  const modes = useDict('gift_mode')
  const yesNo = useDict('yn')
  const [open, setOpen] = useState<{ act: StockAct | 'buy' | 'give'; gift: Row } | null>(null)
  const may = useMayCall('gifts')
  const mayStock = useMayCall('giftStock')
  const hasOtherStores = useOwnStores().length > 0
  const actionsOf = (gift: Row): RowAction[] => {
    const { giftMode, isActive } = gift
    const handOuts = (['buy', 'give'] as const).filter(
      (act) => may(act) && isActive === 'YES' && (act === 'give' || giftMode === 'points'),
    )
    const changes = stockActs.filter((act) => mayStock(act) && (act !== 'move' || hasOtherStores))
    return [
      ...handOuts.map((act) => ({ key: act, label: t(`gift.${act}`), act: () => setOpen({ act, gift }) })),
      ...changes.map((act) => ({ key: act, label: t(`stock.${act}`), act: () => setOpen({ act, gift }) })),
    ]
  }
  return (
    <>
      <CrudPage
        resource="gifts"
        title="menu.gifts"
        columns={[
          { name: 'giftName', sorter: true, width: 160 },
          {
            name: 'photo',
            width: 70,
            render: ({ photo, giftName }) =>
              photo === '' ? '—' : <img className="pl-gift-thumb" src={shownAddress(photo)} alt={giftName} />,
          },
          { name: 'giftType', sorter: true, width: 120 },
          { name: 'barcode', sorter: true, width: 150, optional: true, render: ({ barcode }) => barcode || '—' },
          {
            name: 'stock',
            align: 'right',
            onCard: true,
            render: ({ stock, isLow }) => (
              <span className="pl-gift-stock">
                {isLow === 'YES' ? <ToneTag tone="warning">{t('gift.low')}</ToneTag> : null}
                {stock}
              </span>
            ),
          },
          { name: 'giftMode', sorter: true, onCard: true, options: modes },
          {
            name: 'price',
            sorter: true,
            align: 'right',
            render: ({ giftMode, price }) => (giftMode === 'money' ? <Money value={price} /> : '—'),
          },
          {
            name: 'integral',
            sorter: true,
            align: 'right',
            render: ({ giftMode, integral }) => (giftMode === 'points' ? integral : '—'),
          },
          { name: 'lowStock', sorter: true, align: 'right', render: ({ lowStock }) => lowStock || '—' },
          { name: 'cost', sorter: true, align: 'right', optional: true, render: ({ cost }) => <Money value={cost} /> },
          {
            name: 'isActive',
            sorter: true,
            onCard: true,
            options: yesNo,
            render: ({ isActive }) => (
              <ToneTag tone={isActive === 'YES' ? 'success' : 'neutral'}>{t(`yesNo.${isActive}`)}</ToneTag>
            ),
          },
          { name: 'remark', width: 160, optional: true },
          { name: 'sysOrgCode', optional: true, render: ({ sysOrgCode }) => storeName(sysOrgCode) },
          { name: 'createTime', sorter: true, optional: true },
          { name: 'createBy', optional: true },
        ]}
        filters={[
          <TextFilter key="name" name="giftName" />,
          <TextFilter key="barcode" name="barcode" />,
          <ChoiceFilter key="low" name="isLow" label="gift.low" options={yesNo} />,
          <ChoiceFilter key="type" name="giftType" options={types} />,
          <ChoiceFilter key="mode" name="giftMode" options={modes} />,
          <ChoiceFilter key="active" name="isActive" options={yesNo} />,
        ]}
        form={{
          noun: 'noun.gift',
          width: 640,
          values: (row) => row ?? newGift,
          fields: (row) => <GiftFields row={row} />,
        }}
        actions={{ row: actionsOf }}
      />
      {open?.act === 'buy' || open?.act === 'give' ? (
        <HandOutDialog act={open.act} gift={open.gift} onClose={() => setOpen(null)} />
      ) : open ? (
        <StockDialog
          act={open.act}
          resource="giftStock"
          list="gifts"
          item={{ ...open.gift, name: open.gift.giftName }}
          onClose={() => setOpen(null)}
        />
      ) : null}
    </>
  )
}
