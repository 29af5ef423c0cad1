import { DatePicker, Input, InputNumber } from 'antd'
import { useText } from '#renderer/core/locale.ts'
import { asText, DictSelect, fieldsOf } from '#renderer/ui/form/fields.tsx'
import { promoVideoResource } from '#shared/features/display/promo-videos.contract.ts'

/** The fields of videos and pictures are the same. */
const Field = fieldsOf(promoVideoResource.create, promoVideoResource)

/** When, in which order, and whether something is shown. */
export function ShownFields() {
  const { t } = useText()
  return (
    <>
      <div className="pl-display-pair">
        <Field name="startDate" {...asText()}>
          <DatePicker placeholder={t('promo.noEnd')} />
        </Field>
        <Field name="endDate" {...asText()}>
          <DatePicker placeholder={t('promo.noEnd')} />
        </Field>
        <Field name="indexNumber">
          <InputNumber min={0} precision={0} />
        </Field>
        <Field name="isActive">
          <DictSelect code="yn" allowClear={false} />
        </Field>
      </div>
      <Field name="remark">
        <Input maxLength={200} autoComplete="off" />
      </Field>
    </>
  )
}
