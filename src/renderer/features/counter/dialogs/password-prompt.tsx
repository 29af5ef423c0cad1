import { Alert, Button, Form, Input, type InputRef, Modal } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { noticeText } from '#renderer/core/notice.ts'
import type { PasswordRequest } from '#renderer/features/counter/machine/counter.state.ts'
import { startLabel } from '#renderer/features/counter/plan/start-labels.calc.ts'
import type { Counter } from '#renderer/features/counter/use-counter.ts'
import { useFocusOnOpen } from '#renderer/ui/dialog/use-focus-on-open.ts'
import './password-prompt.css'

const INPUT_ID = 'counter-password'

/** Asks the customer for the consumption password before value is taken or held. Enter confirms, Esc cancels. */
export function PasswordPrompt({ counter, request }: { counter: Counter; request: PasswordRequest }) {
  const { t } = useText()
  const [password, setPassword] = useState('')
  const input = useRef<InputRef>(null)
  const isBusy = counter.stage === 'starting'
  useFocusOnOpen(() => input.current?.input)

  const { error } = request
  useEffect(() => {
    if (!error) return
    setPassword('')
    input.current?.focus()
  }, [error])

  const confirm = () => {
    if (!isBusy && password !== '') counter.givePassword(password)
  }
  return (
    <Modal
      open
      width={420}
      title={t('counter.password.title', { name: request.name })}
      footer={null}
      mask={{ closable: false }}
      onCancel={() => (isBusy ? undefined : counter.cancelStart())}
    >
      <Form layout="vertical" className="pl-password-prompt" onFinish={confirm}>
        <p className="pl-amount">
          {request.plan.preview.lines.map((line) => (
            <span key={line.key + noticeText(t, line)}>{noticeText(t, line)}</span>
          ))}
        </p>
        <Form.Item label={t('deduct.passwordLabel')} htmlFor={INPUT_ID}>
          <Input.Password
            ref={input}
            id={INPUT_ID}
            size="large"
            value={password}
            readOnly={isBusy}
            maxLength={64}
            autoComplete="off"
            aria-invalid={error !== null}
            status={error ? 'error' : ''}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Form.Item>
        {error ? <Alert type="error" showIcon title={textOfError(t, error)} /> : null}
        <footer>
          <Button disabled={isBusy} onClick={counter.cancelStart}>
            <kbd>Esc</kbd> {t('action.cancel')}
          </Button>
          <Button type="primary" htmlType="submit" loading={isBusy}>
            <kbd>Enter</kbd> {t(startLabel(request.plan))}
          </Button>
        </footer>
      </Form>
    </Modal>
  )
}
