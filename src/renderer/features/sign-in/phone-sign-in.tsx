import { Alert, Button, Form } from 'antd'
import { useState } from 'react'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { PhoneAndCode } from './sms-code-field.tsx'

interface PhoneSignInProps {
  signIn(mobile: string, captcha: string): Promise<unknown>
  onSubmitted(): void
}

/** Sign-in with a code sent to the phone (spec §7 Auth). */
export function PhoneSignIn({ signIn, onSubmitted }: PhoneSignInProps) {
  const { t } = useText()
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const submit = async ({ mobile, captcha }: { mobile: string; captcha: string }) => {
    setBusy(true)
    setFailure(null)
    onSubmitted()
    try {
      await signIn(mobile, captcha.trim())
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }
  return (
    <Form layout="vertical" size="large" requiredMark={false} onFinish={submit} aria-label={t('login.byPhone')}>
      <h1>{t('login.byPhone')}</h1>
      {failure ? <Alert type="error" showIcon title={textOfError(t, failure)} style={{ marginBottom: 16 }} /> : null}
      <PhoneAndCode mode="0" names={{ phone: 'mobile', code: 'captcha' }} />
      <Button type="primary" htmlType="submit" block loading={isBusy}>
        {t('login.submit')}
      </Button>
    </Form>
  )
}
