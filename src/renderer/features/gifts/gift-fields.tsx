import { useQuery } from '@tanstack/react-query'
import { Form, Input, InputNumber, Select } from 'antd'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { useMay } from '#renderer/core/session.ts'
import { StoreField } from '#renderer/features/rules/index.ts'
import type { Option, RowOf } from '#renderer/ui/crud/crud-types.ts'
import { DictSelect, fieldsOf, isFree } from '#renderer/ui/form/fields.tsx'
import { PhotoField } from '#renderer/ui/form/photo-field.tsx'
import { giftResource, newGift } from '#shared/features/gifts/gifts.schema.ts'

const Field = fieldsOf(giftResource.create, giftResource)

/** The form of a gift. */
export function GiftFields({ row }: { row: RowOf<'gifts'> | null }) {
  const { t } = useText()
  const chosen = Form.useWatch<string | undefined>('sysOrgCode')
  const mode = Form.useWatch<string | undefined>('giftMode') ?? newGift.giftMode
  const types = useGiftTypes(row?.sysOrgCode ?? chosen)
  return (
    <div className="pl-gift-form">
      <StoreField isNew={row === null} />
      <Field name="giftName" check={isFree('gift', 'name', row?.id)}>
        <Input maxLength={60} autoComplete="off" />
      </Field>
      <Field name="giftType">
        <Select
          options={[{ value: '', label: '—' }, ...types]}
          showSearch={{ optionFilterProp: 'label' }}
          {...(types.length === 0 ? { title: t('gift.noTypes') } : {})}
        />
      </Field>
      <Field name="barcode" extra={t('gift.barcodeHint')} check={isFree('gift', 'barcode', row?.id)}>
        <Input maxLength={48} autoComplete="off" />
      </Field>
      <Field name="giftMode">
        <DictSelect code="gift_mode" allowClear={false} />
      </Field>
      {mode === 'money' ? (
        <Field name="price" extra={t('gift.priceHint')}>
          <InputNumber min={0} precision={2} />
        </Field>
      ) : null}
      {mode === 'points' ? (
        <Field name="integral">
          <InputNumber min={0} precision={0} />
        </Field>
      ) : null}
      <Field name="cost">
        <InputNumber min={0} precision={2} />
      </Field>
      <Field name="lowStock" extra={t('gift.lowStockHint')}>
        <InputNumber min={0} precision={0} />
      </Field>
      <Field name="isActive">
        <DictSelect code="yn" allowClear={false} />
      </Field>
      <Field name="photo">
        <PhotoField folder="gift" />
      </Field>
      <Field name="remark">
        <Input.TextArea autoSize={{ minRows: 1, maxRows: 3 }} maxLength={200} />
      </Field>
    </div>
  )
}

/** The gift types of a store as options; empty where the user may not see them. */
export function useGiftTypes(sysOrgCode?: string): Option[] {
  const mayList = useMay('gifttype:list')
  const types = useQuery({
    queryKey: ['giftTypes', sysOrgCode],
    queryFn: async () => {
      const query = { pageSize: 200, ...(sysOrgCode ? { sysOrgCode } : {}) }
      return (await client.giftTypes.list({ query })).result.records
    },
    enabled: mayList,
  })
  const names = new Set((types.data ?? []).map(({ name }) => name))
  return [...names].map((name) => ({ value: name, label: name }))
}
