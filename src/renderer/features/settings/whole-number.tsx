import { Form, InputNumber } from 'antd'
import { useText } from '#renderer/core/locale.ts'

interface WholeNumberProps {
  name: (string | number)[]
  label: string
  min: number
  max: number
  extra?: string
  /** Explains the name. */
  tooltip?: string
}

/** A field for a whole number that validates its range. */
export function WholeNumber({ name, label, min, max, extra, tooltip }: WholeNumberProps) {
  const { t } = useText()
  const message = t('settings.numberBad', { min, max })
  return (
    <Form.Item
      name={name}
      label={label}
      extra={extra}
      tooltip={tooltip}
      rules={[{ required: true, type: 'integer', min, max, message }]}
    >
      <InputNumber controls={false} style={{ width: '100%' }} />
    </Form.Item>
  )
}
