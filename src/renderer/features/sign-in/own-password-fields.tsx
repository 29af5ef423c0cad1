import { Form } from 'antd'
import { useEffect } from 'react'
import { useText } from '#renderer/core/locale.ts'
import { NewPasswordFields } from './password-dialog.tsx'

/** The password of one's own that replaces a first password, asked for below it. */
export function OwnPasswordFields() {
  const { t } = useText()
  const form = Form.useFormInstance()
  useEffect(() => form.getFieldInstance('newPassword')?.focus(), [form])
  return <NewPasswordFields name="newPassword" label={t('password.new')} />
}
