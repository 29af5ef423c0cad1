import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { readStored, store } from '#renderer/core/storage.ts'
import { PublicFrame } from '#renderer/ui/layout/public-frame.tsx'

const STORED_AS = 'pitlane.tvDevice'
const ID_BYTES = 5

/** The id of this TV: random, and short enough to be read out on the phone. */
function deviceId(): string {
  const stored = readStored(STORED_AS)
  if (typeof stored === 'string') return stored
  const drawn = crypto.getRandomValues(new Uint8Array(ID_BYTES))
  const id = `TV-${[...drawn].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`.toUpperCase()
  store(STORED_AS, id)
  return id
}

interface Filled {
  orgCode: string
  password: string
}

/** Signs a TV in once with the store's password; afterwards it shows the screen on each start. */
export function TvSignIn({ orgCode, onKey }: { orgCode: string; onKey(key: string): void }) {
  const { t } = useText()
  const [id] = useState(deviceId)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const submit = async (filled: Filled) => {
    setBusy(true)
    setProblem('')
    try {
      const { result } = await client.display.signIn({ body: { ...filled, deviceId: id } })
      onKey(result.key)
    } catch (error) {
      setProblem(textOfError(t, error))
      setBusy(false)
    }
  }
  return (
    <PublicFrame title={t('display.tvTitle')}>
      <Form<Filled>
        layout="vertical"
        initialValues={{ orgCode, password: '' }}
        onFinish={(filled) => void submit(filled)}
      >
        <p>{t('display.tvHint')}</p>
        <p>
          {t('display.deviceId')} <strong>{id}</strong>
        </p>
        <Form.Item name="orgCode" label={t('display.store')} rules={[{ required: true }]}>
          <Input autoFocus={orgCode === ''} autoComplete="off" maxLength={64} />
        </Form.Item>
        <Form.Item name="password" label={t('storeSetting.tvPassword')} rules={[{ required: true }]}>
          <Input.Password autoFocus={orgCode !== ''} autoComplete="off" maxLength={32} />
        </Form.Item>
        <p role="alert">{problem}</p>
        <Button type="primary" htmlType="submit" loading={isBusy} block>
          {t('display.tvSignIn')}
        </Button>
      </Form>
    </PublicFrame>
  )
}
