import { Alert, App, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { queryClient } from '#renderer/core/query.ts'
import { useSession } from '#renderer/core/session.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import { useFocusOnOpen } from '#renderer/ui/dialog/use-focus-on-open.ts'
import { NewPassword } from '#shared/features/access/password.calc.ts'

interface Fields {
  oldpassword: string
  password: string
  confirmpassword: string
}

export type OwnSecret = 'login' | 'refund' | 'cashier'

const secrets = {
  login: { title: 'own.password', hint: undefined, change: client.account.updatePassword },
  refund: { title: 'own.refundPassword', hint: 'password.oldRefundHint', change: client.account.changeRefundPassword },
  cashier: {
    title: 'own.cashierPassword',
    hint: 'password.oldCashierHint',
    change: client.account.changeCashierPassword,
  },
} as const

/**
 * Changes one of the user's passwords: for login, which ends all sign-ins of the user; for refunds (spec §2, §5); or for
 * taking over a counter as this cashier.
 */
export function PasswordDialog({ kind, onClose }: { kind: OwnSecret; onClose(): void }) {
  const platform = usePlatform()
  const { t } = useText()
  const { message, modal } = App.useApp()
  const [form] = Form.useForm<Fields>()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const username = useSession(({ session }) => session?.userInfo.username)
  const isLogin = kind === 'login'
  const { title, hint, change } = secrets[kind]

  useFocusOnOpen(() => document.getElementById(`password-${kind}_oldpassword`))

  const save = async (fields: Fields) => {
    setBusy(true)
    setFailure(null)
    // The push that the sign-in has ended may arrive before the answer.
    if (isLogin) useSession.setState({ isLeaving: true })
    try {
      const answer = await change({ body: { username, ...fields } })
      if (!isLogin) {
        void queryClient.invalidateQueries({ queryKey: ['profile'] })
        void message.success(answer.message)
        return onClose()
      }
      onClose()
      modal.success({
        title: t('password.signInAgain'),
        okText: t('error.relogin'),
        keyboard: false,
        onOk: async () => {
          await platform.session.signOut().catch(() => null)
          queryClient.clear()
        },
      })
    } catch (error) {
      useSession.setState({ isLeaving: false })
      setFailure(error)
      setBusy(false)
    }
  }

  return (
    <Modal
      open
      width={440}
      title={t(title)}
      okText={t('action.confirm')}
      cancelText={t('action.cancel')}
      okButtonProps={{ loading: isBusy }}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      {failure ? <Alert type="error" showIcon title={textOfError(t, failure)} style={{ marginBottom: 12 }} /> : null}
      <Form form={form} layout="vertical" requiredMark={false} onFinish={save} name={`password-${kind}`}>
        <input type="text" name="username" autoComplete="username" value={username} hidden readOnly />
        <Form.Item
          name="oldpassword"
          label={t('password.old')}
          extra={hint && t(hint)}
          rules={[{ required: true, message: t('password.oldRequired') }]}
        >
          <Input.Password autoComplete={isLogin ? 'current-password' : 'off'} maxLength={128} />
        </Form.Item>
        <NewPasswordFields label={t('password.new')} canBeSaved={isLogin} />
        {/* Lets Enter submit: browsers submit a form of several fields only with a submit button. */}
        <button type="submit" hidden />
      </Form>
    </Modal>
  )
}

interface NewPasswordFieldsProps {
  label: string
  /** Whether browsers may save it. */
  canBeSaved?: boolean
  /** Whether no password was set before. */
  isFirst?: boolean
  name?: 'password' | 'newPassword'
}

/** A new password and its confirmation, with the same rule as the server's. */
export function NewPasswordFields({
  label,
  canBeSaved: isKept = true,
  isFirst = false,
  name = 'password',
}: NewPasswordFieldsProps) {
  const { t } = useText()
  const autoComplete = isKept ? 'new-password' : 'off'
  return (
    <>
      <Form.Item
        name={name}
        label={label}
        extra={t('signUp.passwordBad')}
        rules={[
          { required: true, message: t(isFirst ? 'login.passwordRequired' : 'password.newRequired') },
          {
            validator: (_, value: string | undefined) =>
              !value || NewPassword.safeParse(value).success
                ? Promise.resolve()
                : Promise.reject(new Error(t('signUp.passwordBad'))),
          },
        ]}
      >
        <Input.Password autoComplete={autoComplete} maxLength={128} />
      </Form.Item>
      <Form.Item
        name="confirmpassword"
        label={t(isFirst ? 'signUp.confirm' : 'password.confirm')}
        dependencies={[name]}
        rules={[
          { required: true, message: t(isFirst ? 'signUp.confirmRequired' : 'password.confirmRequired') },
          ({ getFieldValue }) => ({
            validator: (_, value: string | undefined) =>
              !value || value === getFieldValue(name)
                ? Promise.resolve()
                : Promise.reject(new Error(t('password.differ'))),
          }),
        ]}
      >
        <Input.Password autoComplete={autoComplete} maxLength={128} />
      </Form.Item>
    </>
  )
}
