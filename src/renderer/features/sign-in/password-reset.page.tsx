import { Alert, Button, Form, Input, Result, Steps } from 'antd'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { PublicFrame } from '#renderer/ui/layout/public-frame.tsx'
import { Mobile } from '#shared/features/access/password.calc.ts'
import { NewPasswordFields } from './password-dialog.tsx'
import { PhoneAndCode } from './sms-code-field.tsx'

interface Found {
  username: string
  /** Empty where a username was entered: the server does not reveal a user's phone number. */
  phone: string
}

/** Password reset in four steps (spec §2): the account, a code to its phone, the new password, done. */
export function PasswordResetPage() {
  const { t } = useText()
  const navigate = useNavigate()
  const [step, setStep] = useState(0)
  const [found, setFound] = useState<Found>({ username: '', phone: '' })
  const [proof, setProof] = useState({ phone: '', smscode: '' })
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)

  const advance = async (work: () => Promise<void>) => {
    setBusy(true)
    setFailure(null)
    try {
      await work()
      setStep(step + 1)
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  const findAccount = ({ account }: { account: string }) =>
    advance(async () => {
      const name = account.trim()
      const query = Mobile.safeParse(name).success ? { phone: name } : { username: name }
      setFound((await client.account.querySysUser({ query })).result)
    })
  const verify = ({ phone, smscode }: { phone: string; smscode: string }) =>
    advance(async () => {
      const body = { phone, smscode: smscode.trim() }
      await client.account.phoneVerification({ body })
      setProof(body)
    })
  const change = ({ password }: { password: string }) =>
    advance(async () => {
      await client.account.passwordChange({ body: { username: found.username, password, ...proof } })
    })
  const next = (name: string) => (
    <div className="pl-public-buttons">
      {step > 0 ? (
        <Button
          onClick={() => {
            setFailure(null)
            setStep(step - 1)
          }}
        >
          {t('reset.previous')}
        </Button>
      ) : (
        <Button onClick={() => navigate('/user/login')}>{t('reset.toSignIn')}</Button>
      )}
      <Button type="primary" htmlType="submit" loading={isBusy}>
        {name}
      </Button>
    </div>
  )

  return (
    <PublicFrame title={t('reset.title')}>
      <Steps
        size="small"
        current={step}
        responsive={false}
        titlePlacement="vertical"
        items={[
          { title: t('reset.step.account') },
          { title: t('reset.step.verify') },
          { title: t('reset.step.password') },
          { title: t('reset.step.done') },
        ]}
      />
      {failure ? <Alert type="error" showIcon title={textOfError(t, failure)} style={{ marginBottom: 16 }} /> : null}
      {step === 0 ? (
        <Form key="account" layout="vertical" requiredMark={false} onFinish={findAccount}>
          <Form.Item
            name="account"
            label={t('reset.account')}
            rules={[{ required: true, whitespace: true, message: t('reset.accountRequired') }]}
          >
            <Input autoFocus autoComplete="username" autoCapitalize="none" maxLength={64} spellCheck={false} />
          </Form.Item>
          {next(t('reset.next'))}
        </Form>
      ) : null}
      {step === 1 ? (
        <Form
          key="verify"
          layout="vertical"
          requiredMark={false}
          onFinish={verify}
          initialValues={{ phone: found.phone }}
        >
          <p>{t('reset.sentTo', { username: found.username })}</p>
          <PhoneAndCode mode="2" names={{ phone: 'phone', code: 'smscode' }} />
          {next(t('reset.next'))}
        </Form>
      ) : null}
      {step === 2 ? (
        <Form key="password" layout="vertical" requiredMark={false} onFinish={change}>
          <NewPasswordFields label={t('reset.password')} />
          {next(t('reset.submit'))}
        </Form>
      ) : null}
      {step === 3 ? (
        <Result
          status="success"
          title={t('reset.done')}
          subTitle={t('reset.doneHint', { username: found.username })}
          extra={<Link to="/user/login">{t('reset.toSignIn')}</Link>}
        />
      ) : null}
    </PublicFrame>
  )
}
