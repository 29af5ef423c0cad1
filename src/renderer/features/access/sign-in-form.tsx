import { Alert, Button, Form, Input } from 'antd'
import { useState } from 'react'
import { requestIdOf, textOfError, useText } from '#renderer/core/locale.ts'
import { usePlatform } from '#renderer/platform/context.ts'

interface SignInFormProps {
  /** Told when the account was sent, to get ready what comes next. */
  onSubmitted(): void
}

interface Fields {
  username: string
  password: string
}

/** Account and password; a refusal stands above the fields, and the password is ready to be typed again. */
export function SignInForm({ onSubmitted }: SignInFormProps) {
  const platform = usePlatform()
  const { t } = useText()
  const [form] = Form.useForm<Fields>()
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)

  const submit = async ({ username, password }: Fields) => {
    if (isBusy) return
    setBusy(true)
    setFailure(null)
    onSubmitted()
    try {
      await platform.session.signIn(username.trim(), password)
    } catch (error) {
      setFailure(error)
      setBusy(false)
      form.setFieldValue('password', '')
      form.getFieldInstance('password')?.focus()
    }
  }

  const requestId = requestIdOf(failure)
  return (
    <Form
      form={form}
      layout="vertical"
      size="large"
      onFinish={submit}
      requiredMark={false}
      aria-label={t('login.title')}
    >
      <h1>{t('login.title')}</h1>
      {failure ? (
        <Alert
          type="error"
          showIcon
          title={textOfError(t, failure)}
          description={requestId ? t('error.number', { requestId }) : undefined}
          style={{ marginBottom: 16 }}
        />
      ) : null}
      <Form.Item
        name="username"
        label={t('login.username')}
        rules={[{ required: true, whitespace: true, message: t('login.usernameRequired') }]}
      >
        <Input autoFocus autoComplete="username" autoCapitalize="none" maxLength={64} spellCheck={false} />
      </Form.Item>
      <Form.Item
        name="password"
        label={t('login.password')}
        rules={[{ required: true, message: t('login.passwordRequired') }]}
      >
        <Input.Password autoComplete="current-password" maxLength={128} />
      </Form.Item>
      <Button type="primary" htmlType="submit" block loading={isBusy}>
        {t('login.submit')}
      </Button>
    </Form>
  )
}
