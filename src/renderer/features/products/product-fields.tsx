import { useQuery } from '@tanstack/react-query'
import { Form, Input, InputNumber, Select } from 'antd'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { useMay } from '#renderer/core/session.ts'
import { StoreField } from '#renderer/features/rules/index.ts'
import type { Option, RowOf } from '#renderer/ui/crud/crud-types.ts'
import { DictSelect, fieldsOf, isFree } from '#renderer/ui/form/fields.tsx'
import { PhotoField } from '#renderer/ui/form/photo-field.tsx'
import { newProduct, productResource } from '#shared/features/products/products.schema.ts'

const Field = fieldsOf(productResource.create, productResource)
const amount = <InputNumber min={0} precision={2} />

/** The form of a product. */
export function ProductFields({ row }: { row: RowOf<'products'> | null }) {
  const { t } = useText()
  const chosen = Form.useWatch<string | undefined>('sysOrgCode')
  const kind = Form.useWatch<string | undefined>('priceKind') ?? newProduct.priceKind
  const tracks = Form.useWatch<string | undefined>('tracksStock') ?? newProduct.tracksStock
  const types = useProductTypes(row?.sysOrgCode ?? chosen)
  return (
    <div className="pl-product-form">
      <StoreField isNew={row === null} />
      <Field name="productName" check={isFree('product', 'name', row?.id)}>
        <Input maxLength={60} autoComplete="off" />
      </Field>
      <Field name="productType">
        <Select
          options={[{ value: '', label: '—' }, ...types]}
          showSearch={{ optionFilterProp: 'label' }}
          {...(types.length === 0 ? { title: t('product.noTypes') } : {})}
        />
      </Field>
      <Field name="barcode" extra={t('product.barcodeHint')} check={isFree('product', 'barcode', row?.id)}>
        <Input maxLength={48} autoComplete="off" />
      </Field>
      <Field name="priceKind" hint="hint.product.priceKind">
        <DictSelect code="price_kind" allowClear={false} />
      </Field>
      {kind === 'fixed' ? (
        <Field name="price">{amount}</Field>
      ) : (
        <>
          <Field name="minPrice">{amount}</Field>
          <Field name="maxPrice" extra={t('product.maxPriceHint')}>
            {amount}
          </Field>
        </>
      )}
      <Field name="selfService" {...(kind === 'custom' ? { extra: t('product.customNotListed') } : {})}>
        <DictSelect code="yn" allowClear={false} />
      </Field>
      <Field name="tracksStock" hint="hint.product.tracksStock">
        <DictSelect code="yn" allowClear={false} />
      </Field>
      {tracks === 'YES' ? (
        <Field name="lowStock" extra={t('product.lowStockHint')}>
          <InputNumber min={0} precision={0} />
        </Field>
      ) : null}
      <Field name="taxMark" extra={t('product.taxMarkHint')}>
        <Input maxLength={4} autoComplete="off" />
      </Field>
      <Field name="isActive">
        <DictSelect code="yn" allowClear={false} />
      </Field>
      <Field name="photo">
        <PhotoField folder="product" />
      </Field>
      <Field name="remark">
        <Input.TextArea autoSize={{ minRows: 1, maxRows: 3 }} maxLength={200} />
      </Field>
    </div>
  )
}

/** The product types of a store as options; empty where the user may not see them. */
export function useProductTypes(sysOrgCode?: string): Option[] {
  const mayList = useMay('producttype:list')
  const types = useQuery({
    queryKey: ['productTypes', sysOrgCode],
    queryFn: async () => {
      const query = { pageSize: 200, ...(sysOrgCode ? { sysOrgCode } : {}) }
      return (await client.productTypes.list({ query })).result.records
    },
    enabled: mayList,
  })
  const names = new Set((types.data ?? []).map(({ name }) => name))
  return [...names].map((name) => ({ value: name, label: name }))
}
