import { Form, InputNumber } from 'antd'
import { useText } from '#renderer/core/locale.ts'

interface WholeNumberProps {
  name: (string | number)[]
  label: string
  min: number
  max: number
  extra?: string
}

/** A field for a whole number that validates its range. */
export function WholeNumber({ name, label, min, max, extra }: WholeNumberProps) {
  const { t } = useText()
  const message = t('settings.numberBad', { min, max })
  return (
    <Form.Item name={name} label={label} extra={extra} rules={[{ required: true, type: 'integer', min, max, message }]}>
      <InputNumber controls={false} style={{ width: '100%' }} />
    </Form.Item>
  )
}
