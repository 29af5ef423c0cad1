import { Alert, Button, Form, type FormProps } from 'antd'
// Imported directly: the index would pull in all input components and double their size on the sign-in page.
import Input from 'antd/es/input/Input.js'
import Password from 'antd/es/input/Password.js'
import { lazy, Suspense, useRef, useState } from 'react'
import { loadCalls } from '#renderer/core/client.ts'
import { dropTyped, storeTyped } from '#renderer/core/keyboard/type-ahead.ts'
import { requestIdOf, textOfError, useText } from '#renderer/core/locale.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import type { Account } from '#renderer/platform/platform.ts'
import { AppError } from '#shared/core/errors.ts'

const CaptchaField = lazy(async () => ({ default: (await import('./captcha-field.tsx')).CaptchaField }))
const OwnPasswordFields = lazy(async () => ({ default: (await import('./own-password-fields.tsx')).OwnPasswordFields }))

interface SignInFormProps {
  /** Called on submit, to preload the next screen. */
  onSubmitted?(): void
  /** A new sign-in over the current screen. */
  again?: { username: string; signIn(account: Account): Promise<unknown> }
}

interface Fields {
  username: string
  password: string
  captcha?: string
  newPassword?: string
}

const hasCode = (error: unknown, code: string): boolean => error instanceof AppError && error.code === code

/** Whether a refusal says that the next attempt needs a captcha. */
const wantsPicture = (error: unknown): boolean =>
  error instanceof AppError && (error.details.captcha === true || error.code.startsWith('auth.captcha'))

/** A submit before it is loaded waits for it and reports a failure. */
const getReady = () => void loadCalls('signIn').catch(() => undefined)

/** Username and password; a refusal is shown above the fields, and the password is selected for a new attempt. */
export function SignInForm({ onSubmitted, again }: SignInFormProps) {
  const platform = usePlatform()
  const { t } = useText()
  const [form] = Form.useForm<Fields>()
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)

  /** The password is an initial one, which must be replaced. */
  const [needsOwn, setNeedsOwn] = useState(false)
  const [needsPicture, setNeedsPicture] = useState(false)
  const [checkKey, setCheckKey] = useState('')
  const [round, setRound] = useState(0)
  const send = useRef<HTMLButtonElement>(null)

  /** After a lost answer the new password may already be in effect. */
  const enter = async (account: Account) => {
    const { signIn } = again ?? platform.session
    try {
      await signIn(account)
    } catch (error) {
      const { newPassword, ...known } = account
      if (newPassword === undefined || !hasCode(error, 'auth.wrongPassword')) throw error
      await signIn({ ...known, password: newPassword })
    }
  }

  const submit = async ({ username, password, captcha, newPassword }: Fields) => {
    if (isBusy) return
    setBusy(true)
    setFailure(null)
    onSubmitted?.()
    try {
      const picture = needsPicture && captcha ? { captcha: captcha.trim(), checkKey } : {}
      const own = needsOwn && newPassword ? { newPassword } : {}
      await enter({ username: username.trim(), password, ...picture, ...own })
    } catch (error) {
      dropTyped('signIn')
      setFailure(error)
      setBusy(false)
      if (wantsPicture(error)) setNeedsPicture(true)
      // A captcha is valid once.
      setRound(round + 1)
      if (error instanceof AppError && error.code.startsWith('auth.captcha'))
        return form.getFieldInstance('captcha')?.focus()
      if (hasCode(error, 'auth.ownPasswordNeeded')) return setNeedsOwn(true)
      if (hasCode(error, 'auth.ownPasswordSame')) return form.getFieldInstance('newPassword')?.focus()
      form.setFieldValue('password', '')
      form.getFieldInstance('password')?.focus()
    }
  }

  /** Keys typed from now on are for the next screen and not part of the password, also while the fields are being validated. */
  const turnAhead = () => {
    send.current?.focus()
    storeTyped('signIn')
  }
  const turnBack: FormProps<Fields>['onFinishFailed'] = ({ errorFields: [first] }) => {
    dropTyped('signIn')
    if (first) form.getFieldInstance(first.name)?.focus()
  }

  const requestId = requestIdOf(failure)
  return (
    <Form
      form={form}
      layout="vertical"
      size="large"
      onSubmitCapture={turnAhead}
      onFinish={submit}
      onFinishFailed={turnBack}
      // Load the calls while the user types.
      onValuesChange={(changed: Partial<Fields>) => {
        if (changed.username !== undefined) setNeedsOwn(false)
        getReady()
      }}
      requiredMark={false}
      initialValues={{ username: again?.username }}
      aria-label={t('login.title')}
    >
      {again ? null : <h1>{t('login.title')}</h1>}
      {failure ? (
        <Alert
          type={hasCode(failure, 'auth.ownPasswordNeeded') ? 'info' : 'error'}
          showIcon
          title={textOfError(t, failure)}
          // A required new password is the next step, not an error to report to support.
          description={requestId && !needsOwn ? t('error.number', { requestId }) : undefined}
          style={{ marginBottom: 16 }}
        />
      ) : null}
      <Form.Item
        name="username"
        label={t('login.username')}
        rules={[{ required: true, whitespace: true, message: t('login.usernameRequired') }]}
      >
        <Input autoFocus={!again} autoComplete="username" autoCapitalize="none" maxLength={64} spellCheck={false} />
      </Form.Item>
      <Form.Item
        name="password"
        label={t('login.password')}
        rules={[{ required: true, message: t('login.passwordRequired') }]}
      >
        <Password autoFocus={Boolean(again)} autoComplete="current-password" maxLength={128} />
      </Form.Item>
      {needsOwn ? (
        <Suspense fallback={null}>
          <OwnPasswordFields />
        </Suspense>
      ) : null}
      {needsPicture ? (
        <Suspense fallback={null}>
          <CaptchaField round={round} onKey={setCheckKey} />
        </Suspense>
      ) : null}
      <Button ref={send} type="primary" htmlType="submit" block loading={isBusy}>
        {t(again ? 'error.relogin' : 'login.submit')}
      </Button>
    </Form>
  )
}
