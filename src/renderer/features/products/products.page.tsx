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
import { newProduct } from '#shared/features/products/products.schema.ts'
import { ProductFields, useProductTypes } from './product-fields.tsx'
import './products.css'

type Row = RowOf<'products'>

/** The price of a product, or the range of a custom one. */
function Price({ priceKind, price, minPrice, maxPrice }: Row) {
  const { t } = useText()
  if (priceKind === 'fixed') return <Money value={price} />
  if (minPrice === 0 && maxPrice === 0) return t('product.anyPrice')
  return (
    <>
      <Money value={minPrice} /> – {maxPrice === 0 ? '∞' : <Money value={maxPrice} />}
    </>
  )
}

/** The products of a store, with their stock and what can be done with it. */
export function ProductsPage() {
  const { t } = useText()
  const storeName = useStoreName()
  const types = useProductTypes()
  const kinds = useDict('price_kind')
  const yesNo = useDict('yn')
  const [open, setOpen] = useState<{ act: StockAct; product: Row } | null>(null)
  const mayStock = useMayCall('productStock')
  const hasOtherStores = useOwnStores().length > 0
  const acts = stockActs.filter((act) => mayStock(act) && (act !== 'move' || hasOtherStores))
  const actionsOf = (product: Row): RowAction[] =>
    product.tracksStock === 'YES'
      ? acts.map((act) => ({ key: act, label: t(`stock.${act}`), act: () => setOpen({ act, product }) }))
      : []
  return (
    <>
      <CrudPage
        resource="products"
        title="menu.products"
        columns={[
          { name: 'productName', sorter: true, width: 160 },
          {
            name: 'photo',
            width: 70,
            render: ({ photo, productName }) =>
              photo === '' ? '—' : <img className="pl-product-thumb" src={shownAddress(photo)} alt={productName} />,
          },
          { name: 'productType', sorter: true, width: 120 },
          {
            name: 'price',
            sorter: true,
            align: 'right',
            onCard: true,
            width: 140,
            render: (row) => <Price {...row} />,
          },
          {
            name: 'stock',
            align: 'right',
            onCard: true,
            render: ({ stock, isLow, tracksStock }) =>
              tracksStock === 'NO' ? (
                '—'
              ) : (
                <span className="pl-product-stock">
                  {isLow === 'YES' ? <ToneTag tone="warning">{t('product.low')}</ToneTag> : null}
                  {stock}
                </span>
              ),
          },
          { name: 'barcode', sorter: true, width: 150, render: ({ barcode }) => barcode || '—' },
          {
            name: 'selfService',
            sorter: true,
            options: yesNo,
            render: ({ selfService }) => t(`yesNo.${selfService}`),
          },
          {
            name: 'isActive',
            sorter: true,
            onCard: true,
            options: yesNo,
            render: ({ isActive }) => (
              <ToneTag tone={isActive === 'YES' ? 'success' : 'neutral'}>{t(`yesNo.${isActive}`)}</ToneTag>
            ),
          },
          { name: 'priceKind', sorter: true, optional: true, options: kinds },
          { name: 'minPrice', sorter: true, optional: true, align: 'right' },
          { name: 'maxPrice', sorter: true, optional: true, align: 'right' },
          { name: 'tracksStock', sorter: true, optional: true, options: yesNo },
          { name: 'lowStock', sorter: true, optional: true, align: 'right', render: ({ lowStock }) => lowStock || '—' },
          { name: 'taxMark', optional: true },
          { name: 'remark', width: 160, optional: true },
          { name: 'sysOrgCode', optional: true, render: ({ sysOrgCode }) => storeName(sysOrgCode) },
          { name: 'createTime', sorter: true, optional: true },
          { name: 'createBy', optional: true },
        ]}
        filters={[
          <TextFilter key="name" name="productName" />,
          <TextFilter key="barcode" name="barcode" />,
          <ChoiceFilter key="low" name="isLow" label="product.low" options={yesNo} />,
          <ChoiceFilter key="type" name="productType" options={types} />,
          <ChoiceFilter key="kind" name="priceKind" options={kinds} />,
          <ChoiceFilter key="self" name="selfService" options={yesNo} />,
          <ChoiceFilter key="active" name="isActive" options={yesNo} />,
        ]}
        form={{
          noun: 'noun.product',
          width: 640,
          values: (row) => row ?? newProduct,
          fields: (row) => <ProductFields row={row} />,
        }}
        // Without rights there would be an empty column.
        {...(acts.length > 0 ? { actions: { row: actionsOf } } : {})}
      />
      {open ? (
        <StockDialog
          act={open.act}
          resource="productStock"
          list="products"
          item={{ ...open.product, name: open.product.productName }}
          onClose={() => setOpen(null)}
        />
      ) : null}
    </>
  )
}
