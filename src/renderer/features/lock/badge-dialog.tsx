import { Alert, Button, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { playSound } from '#renderer/core/sounds.ts'
import type { LockPort } from '#renderer/platform/platform.ts'
import { useScan } from '#renderer/ui/scan/scans.ts'

const FIELD_ID = 'badge-password'
/** The part of a badge's number that may be shown on the screen. */
const shown = (badge: string): string => `…${badge.slice(-3)}`

/** Registers a badge that unlocks the counter for the signed-in user: any card or code that its readers can read. */
export function BadgeDialog({ lock, onClose }: { lock: LockPort; onClose(): void }) {
  const { t } = useText()
  const [badge, setBadge] = useState('')
  const [password, setPassword] = useState('')
  const [failure, setFailure] = useState('')
  const [isDone, setDone] = useState(false)
  const [isBusy, setBusy] = useState(false)
  useScan(({ value }) => {
    if (value === '') return
    playSound('scan')
    setBadge(value)
    document.getElementById(FIELD_ID)?.focus()
  }, 'dialog')

  const save = async () => {
    setBusy(true)
    setFailure('')
    try {
      await lock.learnBadge(badge, password)
      setDone(true)
    } catch (error) {
      playSound('error')
      setFailure(textOfError(t, error))
      setPassword('')
      document.getElementById(FIELD_ID)?.focus()
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal open width={420} title={t('badge.title')} footer={null} onCancel={onClose}>
      {isDone ? (
        <>
          <Alert type="success" showIcon title={t('badge.done')} />
          <footer className="pl-dialog-foot">
            <Button type="primary" autoFocus onClick={onClose}>
              {t('action.close')}
            </Button>
          </footer>
        </>
      ) : (
        <Form layout="vertical" onFinish={() => void save()}>
          <p>{t('badge.hint')}</p>
          <p role="status">
            <strong>{badge === '' ? t('badge.waiting') : t('badge.read', { badge: shown(badge) })}</strong>
          </p>
          <Form.Item label={t('lock.password')} htmlFor={FIELD_ID}>
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
            <Button onClick={onClose}>{t('action.cancel')}</Button>
            <Button type="primary" htmlType="submit" loading={isBusy} disabled={badge === '' || password === ''}>
              {t('badge.save')}
            </Button>
          </footer>
        </Form>
      )}
    </Modal>
  )
}
