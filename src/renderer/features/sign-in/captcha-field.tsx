import { ReloadOutlined } from '@ant-design/icons'
import { Button, Form, Input } from 'antd'
import { useCallback, useEffect, useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { newId } from '#shared/core/id.ts'

/** The captcha, required after three failures; a change of `round` loads a new picture. */
export function CaptchaField({ round, onKey }: { round: number; onKey(checkKey: string): void }) {
  const { t } = useText()
  const [picture, setPicture] = useState('')
  const form = Form.useFormInstance()

  const load = useCallback(async () => {
    const checkKey = newId()
    setPicture('')
    form.setFieldValue('captcha', '')
    try {
      const { result } = await client.account.randomImage({ params: { checkKey } })
      onKey(checkKey)
      setPicture(result)
    } catch {
      // The button next to the empty picture retries.
    }
  }, [form, onKey])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round loads a new picture
  useEffect(() => void load(), [load, round])

  return (
    <div className="pl-captcha">
      <Form.Item
        name="captcha"
        label={t('login.captcha')}
        rules={[{ required: true, whitespace: true, message: t('login.captchaRequired') }]}
      >
        <Input autoComplete="off" autoCapitalize="characters" maxLength={8} spellCheck={false} />
      </Form.Item>
      {picture ? <img src={picture} alt={t('login.captcha')} /> : <span className="pl-captcha-place" />}
      <Button
        type="text"
        icon={<ReloadOutlined />}
        aria-label={t('login.captchaNew')}
        title={t('login.captchaNew')}
        onClick={() => void load()}
      />
    </div>
  )
}
