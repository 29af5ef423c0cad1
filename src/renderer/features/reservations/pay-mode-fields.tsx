import { Form, Input, Radio } from 'antd'
import { useText } from '#renderer/core/locale.ts'
import { usePayWays } from '#renderer/platform/use-catalogue.ts'
import { fieldsOf } from '#renderer/ui/form/fields.tsx'
import { BookInput } from '#shared/features/reservations/reservations.schema.ts'
import type { TextKey } from '#shared/i18n/catalogue.ts'

const Field = fieldsOf(BookInput, { labels: { payCode: 'reservation.payCode' } })

interface PayModeFieldsProps {
  label: TextKey
  /** Nothing is to be paid. */
  isFree: boolean
}

/** The payment method: cash, where accepted, or a pay code. */
export function PayModeFields({ label, isFree }: PayModeFieldsProps) {
  const { t } = useText()
  const { takesCash, takesCodes } = usePayWays()
  const mode = Form.useWatch('consumePayMode', Form.useFormInstance())
  const modes = [
    ...(takesCash ? [{ value: 'cash', label: t('reservation.payMode.cash') }] : []),
    { value: 'wechat', label: t('reservation.payMode.scan'), disabled: !takesCodes },
  ]
  return (
    <>
      <Field name="consumePayMode" label={label}>
        <Radio.Group options={modes} disabled={isFree} />
      </Field>
      {takesCodes || isFree ? null : <p>{t('guestPays.noCodes')}</p>}
      {mode === 'wechat' && !isFree ? (
        <Field name="payCode">
          <Input maxLength={64} autoComplete="off" />
        </Field>
      ) : null}
    </>
  )
}

/** The initial payment method of a form. */
export function useUsualPayMode(): () => Promise<'cash' | 'wechat'> {
  const { whetherCash } = usePayWays()
  return async () => ((await whetherCash()) ? 'cash' : 'wechat')
}
