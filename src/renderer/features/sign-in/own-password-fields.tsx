import { Form } from 'antd'
import { useEffect } from 'react'
import { useText } from '#renderer/core/locale.ts'
import { NewPasswordFields } from './password-dialog.tsx'

/** The new password that replaces an initial password, below the password field. */
export function OwnPasswordFields() {
  const { t } = useText()
  const form = Form.useFormInstance()
  useEffect(() => form.getFieldInstance('newPassword')?.focus(), [form])
  return <NewPasswordFields name="newPassword" label={t('password.new')} />
}
