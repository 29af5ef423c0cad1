import { Input, InputNumber, Select, Switch } from 'antd'
import { useText } from '#renderer/core/locale.ts'
import { useOwnStores, useStoreName } from '#renderer/core/own-stores.ts'
import { CrudPage } from '#renderer/ui/crud/crud-page.tsx'
import { ChoiceFilter, TextFilter } from '#renderer/ui/crud/crud-search.tsx'
import { Money } from '#renderer/ui/display/money.tsx'
import { ToneTag } from '#renderer/ui/display/tone-tag.tsx'
import { asSwitch } from '#renderer/ui/form/as-switch.ts'
import { fieldsOf, useDict } from '#renderer/ui/form/fields.tsx'
import { newSmsPackage, smsPackageResource } from '#shared/features/guest-messages/sms-packages.contract.ts'

const Field = fieldsOf(smsPackageResource.create, smsPackageResource)

/** The packages of SMS that the platform sells to stores. */
export function SmsPackagesPage() {
  const yesNo = useDict('yn')
  const storeName = useStoreName()
  return (
    <CrudPage
      resource="smsPackages"
      title="menu.smsPackages"
      columns={[
        { name: 'packageName', sorter: true, width: 200 },
        { name: 'smsTexts', sorter: true, onCard: true, align: 'right' },
        { name: 'price', sorter: true, onCard: true, align: 'right', render: ({ price }) => <Money value={price} /> },
        { name: 'sellerCode', onCard: true, width: 160, render: ({ sellerCode }) => storeName(sellerCode) },
        {
          name: 'isActive',
          sorter: true,
          onCard: true,
          options: yesNo,
          render: ({ isActive, isActive_dictText: text }) => (
            <ToneTag tone={isActive === 'YES' ? 'success' : 'neutral'}>{text ?? isActive}</ToneTag>
          ),
        },
        { name: 'remark', width: 200 },
        { name: 'createTime', sorter: true, optional: true },
        { name: 'createBy', optional: true },
      ]}
      filters={[
        <TextFilter key="name" name="packageName" />,
        <ChoiceFilter key="active" name="isActive" options={yesNo} />,
      ]}
      form={{
        noun: 'noun.smsPackage',
        values: (row) => (row ? {} : { ...newSmsPackage }),
        fields: () => <PackageFields />,
      }}
    />
  )
}

function PackageFields() {
  const { t } = useText()
  const stores = useOwnStores().map(({ code, name }) => ({ value: code, label: name }))
  return (
    <>
      <Field name="packageName">
        <Input maxLength={50} autoComplete="off" />
      </Field>
      <Field name="smsTexts">
        <InputNumber min={1} max={1_000_000} precision={0} />
      </Field>
      <Field name="price">
        <InputNumber min={0.01} max={1_000_000} precision={2} prefix="¥" />
      </Field>
      <Field name="sellerCode" extra={t('sms.sellerHint')}>
        <Select options={stores} showSearch={{ optionFilterProp: 'label' }} />
      </Field>
      <Field name="isActive" {...asSwitch}>
        <Switch />
      </Field>
      <Field name="remark">
        <Input maxLength={200} autoComplete="off" />
      </Field>
    </>
  )
}
