import { Alert, Button, Form, Input } from 'antd'
import { useState } from 'react'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { playSound } from '#renderer/core/sounds.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import { useFocusOnOpen } from '#renderer/ui/dialog/use-focus-on-open.ts'
import type { Cashier } from '#shared/features/sessions/consume.contract.ts'

const FIELD_ID = 'cashier-password'

interface CashierPasswordProps {
  cashier: Cashier
  onRight(): void
  onCancel(): void
}

/** Asks for the password of the next cashier; verified by the server, or by the terminal while offline. */
export function CashierPassword({ cashier, onRight, onCancel }: CashierPasswordProps) {
  const platform = usePlatform()
  const { t } = useText()
  const [password, setPassword] = useState('')
  const [failure, setFailure] = useState('')
  const [isBusy, setBusy] = useState(false)
  const field = () => document.getElementById(FIELD_ID) as HTMLInputElement | null
  useFocusOnOpen(field)

  const refuse = (why: string) => {
    playSound('error')
    setFailure(why)
    setBusy(false)
    field()?.select()
  }
  const confirm = async () => {
    if (isBusy) return
    if (password === '') return refuse(t('cashier.passwordRequired'))
    setBusy(true)
    setFailure('')
    try {
      if (await platform.cashiers.check(cashier.id, password)) onRight()
      else refuse(t('cashier.passwordWrong'))
    } catch (error) {
      refuse(textOfError(t, error))
    }
  }
  return (
    <Form layout="vertical" className="pl-cashiers-password" onFinish={() => void confirm()}>
      <Form.Item label={t('cashier.passwordOf', { name: cashier.realname })} htmlFor={FIELD_ID}>
        <Input.Password
          id={FIELD_ID}
          value={password}
          maxLength={128}
          autoComplete="off"
          onChange={({ target }) => setPassword(target.value)}
        />
      </Form.Item>
      {failure ? <Alert type="error" showIcon title={failure} /> : null}
      <footer className="pl-dialog-foot">
        <Button onClick={onCancel}>{t('action.cancel')}</Button>
        <Button type="primary" htmlType="submit" loading={isBusy}>
          {t('action.confirm')}
        </Button>
      </footer>
    </Form>
  )
}
