import { LockFilled } from '@ant-design/icons'
import { Alert, Button, Form, Input } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useLive, useTitle } from '#renderer/core/hooks.ts'
import { dropTyped, storeTyped } from '#renderer/core/keyboard/type-ahead.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { useSession } from '#renderer/core/session.ts'
import { playSound } from '#renderer/core/sounds.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import type { LockPort } from '#renderer/platform/platform.ts'
import { HelpButton } from '#renderer/ui/layout/help-button.tsx'
import { LanguageSwitch } from '#renderer/ui/layout/language-switch.tsx'
import './lock.css'

const FIELD_ID = 'lock-password'

/** The lock screen: only a password, a badge, or the sign-in of another user leaves it. */
export function LockScreen({ lock }: { lock: LockPort }) {
  const { t } = useText()
  const platform = usePlatform()
  const { takesBadge } = useLive(lock.state)
  const name = useSession(({ session }) => session?.userInfo.realname || session?.userInfo.username || '')
  const [password, setPassword] = useState('')
  const [failure, setFailure] = useState('')
  const [isBusy, setBusy] = useState(false)
  const send = useRef<HTMLButtonElement>(null)
  useTitle(t('lock.title'))

  // After the screen below is inert, and not before.
  useEffect(() => document.getElementById(FIELD_ID)?.focus(), [])
  useEffect(
    () =>
      lock.onBadgeRefused(() => {
        playSound('error')
        setFailure(t('lock.badgeRefused'))
      }),
    [lock, t],
  )

  const unlock = async () => {
    if (isBusy || password === '') return
    setBusy(true)
    setFailure('')
    try {
      await lock.unlock(password)
      playSound('done')
    } catch (error) {
      dropTyped('unlock')
      playSound('error')
      setFailure(textOfError(t, error))
      setPassword('')
      setBusy(false)
      document.getElementById(FIELD_ID)?.focus()
    }
  }

  /** Keys typed from now on are for the counter and not part of the password. */
  const turnAhead = () => {
    if (password === '') return
    send.current?.focus()
    storeTyped('unlock')
  }

  return (
    <div className="pl-lock" role="dialog" aria-modal="true" aria-label={t('lock.title')} data-testid="lock">
      <div className="pl-lock-language">
        <LanguageSwitch />
        <HelpButton />
      </div>
      <Form layout="vertical" className="pl-lock-panel" onSubmitCapture={turnAhead} onFinish={() => void unlock()}>
        <LockFilled className="pl-lock-sign" aria-hidden="true" />
        <h1>{t('lock.title')}</h1>
        <p>{t('lock.who', { name })}</p>
        <Form.Item label={t('lock.password')} htmlFor={FIELD_ID} extra={t(takesBadge ? 'lock.badgeHint' : 'lock.hint')}>
          <Input.Password
            id={FIELD_ID}
            size="large"
            autoComplete="off"
            maxLength={128}
            value={password}
            onChange={({ target }) => setPassword(target.value)}
          />
        </Form.Item>
        {failure ? <Alert type="error" showIcon title={failure} /> : null}
        <Button ref={send} type="primary" size="large" htmlType="submit" block loading={isBusy}>
          {t('lock.unlock')}
        </Button>
        <Button type="link" block onClick={() => void platform.session.signOut()}>
          {t('lock.other')}
        </Button>
      </Form>
    </div>
  )
}
