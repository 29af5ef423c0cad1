import { DatePicker, Input, InputNumber, Select } from 'antd'
import { useText } from '#renderer/core/locale.ts'
import { useSession } from '#renderer/core/session.ts'
import { asText, DictSelect, fieldsOf } from '#renderer/ui/form/fields.tsx'
import { line } from '#shared/core/text.ts'
import { DepartAdd } from '#shared/features/access/departs.contract.ts'

/** The external store id is optional in the API, because clients of the family do not send it; this form requires it (spec §5). */
const Asked = DepartAdd.extend({ externalStoreId: line(64, 1) })
const Field = fieldsOf(Asked)

/**
 * A store's name, contact and address; its operation is configured on the settings page. Only the platform administrator
 * changes what it has bought.
 */
export function DepartFields() {
  const { t } = useText()
  const isPlatform = useSession(({ session }) => session?.userInfo.identity === '-1')
  return (
    <div className="pl-two">
      <Field name="departName" label="depart.name">
        <Input autoComplete="off" />
      </Field>
      <Field name="departNameEn" label="depart.nameEn">
        <Input autoComplete="off" />
      </Field>
      <Field name="departNameAbbr" label="depart.abbr">
        <Input autoComplete="off" />
      </Field>
      <Field name="orgCategory" label="depart.category">
        <DictSelect code="org_category" allowClear={false} />
      </Field>
      <Field name="departOrder" label="depart.order">
        <InputNumber min={0} precision={0} style={{ width: '100%' }} />
      </Field>
      <Field name="status" label="depart.status">
        <Select
          options={[
            { value: '1', label: t('depart.on') },
            { value: '0', label: t('depart.off') },
          ]}
        />
      </Field>
      <Field name="mobile" label="depart.mobile">
        <Input autoComplete="off" />
      </Field>
      <Field name="fax" label="depart.fax">
        <Input autoComplete="off" />
      </Field>
      <Field name="address" label="depart.address">
        <Input autoComplete="off" />
      </Field>
      <Field name="memo" label="depart.memo">
        <Input autoComplete="off" />
      </Field>
      <Field name="externalStoreId" label="depart.externalStoreId" extra={t('depart.externalStoreIdHint')}>
        <Input autoComplete="off" />
      </Field>
      {isPlatform ? (
        <>
          <Field name="endTime" hint="hint.store.end" label="depart.endTime" {...asText('YYYY-MM-DD HH:mm:ss')}>
            <DatePicker showTime style={{ width: '100%' }} />
          </Field>
          <Field name="smsCount" label="depart.smsCount" extra={t('depart.smsCountHint')}>
            <InputNumber min={-1} precision={0} style={{ width: '100%' }} />
          </Field>
          <Field name="acceptsCash" hint="hint.store.acceptsCash" label="depart.acceptsCash">
            <Select options={(['YES', 'NO'] as const).map((value) => ({ value, label: t(`yesNo.${value}`) }))} />
          </Field>
          <Field name="apps" label="depart.apps">
            <Select
              mode="tags"
              tokenSeparators={[',', ' ']}
              options={[{ value: 'XWHF', label: t('depart.app.XWHF') }]}
            />
          </Field>
        </>
      ) : null}
    </div>
  )
}
