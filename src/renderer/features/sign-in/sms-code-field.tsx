import { Button, Form, Input, type InputRef } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { Mobile } from '#shared/features/access/password.calc.ts'

/** The purpose of a code: sign-in, registration, or password reset. */
export type SmsMode = '0' | '1' | '2'

const AGAIN_AFTER_S = 60
/** In the registration other fields come before the phone. */
const REGISTER = '1'

/** A phone number and the code sent to it. */
export function PhoneAndCode({ mode, names }: { mode: SmsMode; names: { phone: string; code: string } }) {
  const { t } = useText()
  const form = Form.useFormInstance()
  const code = useRef<InputRef>(null)
  const [left, setLeft] = useState(0)
  const [isBusy, setBusy] = useState(false)

  useEffect(() => {
    if (left === 0) return
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left])

  const send = async () => {
    setBusy(true)
    try {
      const values = (await form.validateFields([names.phone])) as Record<string, string>
      const mobile = (values[names.phone] ?? '').trim()
      await client.account.sms({ body: { mobile, smsmode: mode } })
      setLeft(AGAIN_AFTER_S)
      code.current?.focus()
    } catch (error) {
      // The field shows its own validation error.
      if (error instanceof Error) form.setFields([{ name: names.phone, errors: [textOfError(t, error)] }])
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <Form.Item
        name={names.phone}
        label={t('login.phone')}
        normalize={(value: string) => value.replaceAll(/\s/g, '')}
        validateTrigger="onBlur"
        rules={[
          {
            validator: (_, value: string | undefined) =>
              Mobile.safeParse(value ?? '').success
                ? Promise.resolve()
                : Promise.reject(new Error(t('login.phoneBad'))),
          },
        ]}
      >
        <Input autoFocus={mode !== REGISTER} inputMode="tel" autoComplete="tel" maxLength={11} />
      </Form.Item>
      <div className="pl-sms-code">
        <Form.Item
          name={names.code}
          label={t('login.code')}
          rules={[{ required: true, whitespace: true, message: t('login.codeRequired') }]}
        >
          <Input ref={code} inputMode="numeric" autoComplete="one-time-code" maxLength={8} />
        </Form.Item>
        <Button onClick={send} loading={isBusy} disabled={left > 0}>
          {left > 0 ? t('login.codeAgain', { seconds: left }) : t('login.getCode')}
        </Button>
      </div>
    </>
  )
}
