import { Alert, Button, Form, Input } from 'antd'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { PublicFrame } from '#renderer/ui/layout/public-frame.tsx'
import { NewPasswordFields } from './password-dialog.tsx'
import { PhoneAndCode } from './sms-code-field.tsx'

interface Fields {
  username: string
  password: string
  phone: string
  email?: string
  smscode: string
}

/** Creates an account (spec §2, register). */
export function RegisterPage() {
  const { t } = useText()
  const navigate = useNavigate()
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)

  const submit = async ({ username, password, phone, email = '', smscode }: Fields) => {
    setBusy(true)
    setFailure(null)
    const name = username.trim()
    try {
      await client.account.register({
        body: { username: name, password, phone, email: email.trim(), smscode: smscode.trim() },
      })
      await navigate(`/user/register-result?${new URLSearchParams({ username: name })}`, { replace: true })
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }

  return (
    <PublicFrame title={t('signUp.title')}>
      {failure ? <Alert type="error" showIcon title={textOfError(t, failure)} style={{ marginBottom: 16 }} /> : null}
      <Form layout="vertical" requiredMark={false} onFinish={submit} aria-label={t('signUp.title')}>
        <Form.Item
          name="username"
          label={t('signUp.username')}
          validateTrigger="onBlur"
          rules={[
            { required: true, whitespace: true, message: t('login.usernameRequired') },
            { pattern: /^[\p{L}\d._@-]{2,64}$/u, message: t('signUp.usernameBad') },
          ]}
        >
          <Input autoFocus autoComplete="username" autoCapitalize="none" maxLength={64} spellCheck={false} />
        </Form.Item>
        <NewPasswordFields label={t('signUp.password')} isFirst />
        <Form.Item name="email" label={t('signUp.email')} rules={[{ type: 'email', message: t('account.emailBad') }]}>
          <Input type="email" autoComplete="email" maxLength={128} />
        </Form.Item>
        <PhoneAndCode mode="1" names={{ phone: 'phone', code: 'smscode' }} />
        <Button type="primary" htmlType="submit" block loading={isBusy}>
          {t('signUp.submit')}
        </Button>
      </Form>
      <p className="pl-public-other">
        <Link to="/user/login">{t('signUp.toSignIn')}</Link>
      </p>
    </PublicFrame>
  )
}
