import { Button, Form } from 'antd'
// Imported directly: the index would pull in all input components and double their size on the sign-in page.
import Input from 'antd/es/input/Input.js'
import { useState } from 'react'
import { isServerUrl } from '#renderer/core/addresses/server-address.ts'
import { useLive } from '#renderer/core/hooks.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { usePlatform } from '#renderer/platform/context.ts'

interface ServerAddressProps {
  address: string
  isOpen: boolean
  onOpen(open: boolean): void
}

/** The server of this terminal, which can be set before the first sign-in. */
export function ServerAddress({ address, isOpen, onOpen }: ServerAddressProps) {
  const { settings } = usePlatform()
  const { t } = useText()
  if (!settings) return null
  if (isOpen || address === '')
    return <ServerAddressForm address={address} isAsked={isOpen} onDone={() => onOpen(false)} />
  return (
    <p className="pl-signin-server">
      {t('login.server', { address })}
      <Button type="link" size="small" onClick={() => onOpen(true)}>
        {t('login.setServer')}
      </Button>
    </p>
  )
}

interface ServerAddressFormProps {
  address: string
  /** Whether the user opened it, and may go back. */
  isAsked: boolean
  onDone(): void
}

function ServerAddressForm({ address, isAsked, onDone }: ServerAddressFormProps) {
  const { settings } = usePlatform()
  const { t } = useText()
  const [form] = Form.useForm<{ serverUrl: string }>()
  const [isBusy, setBusy] = useState(false)
  const live = settings?.state
  const current = useLive(live ?? { get: () => null, subscribe: () => () => undefined })
  if (!settings || !current) return null

  const save = async ({ serverUrl }: { serverUrl: string }) => {
    setBusy(true)
    try {
      await settings.write({ ...current, serverUrl: serverUrl.trim() })
      onDone()
    } catch (error) {
      form.setFields([{ name: 'serverUrl', errors: [textOfError(t, error)] }])
    } finally {
      setBusy(false)
    }
  }

  return (
    <Form
      form={form}
      layout="vertical"
      onFinish={save}
      requiredMark={false}
      className="pl-signin-address"
      onKeyDown={({ key }) => {
        if (key === 'Escape') onDone()
      }}
      initialValues={{ serverUrl: current.serverUrl || address }}
    >
      <Form.Item
        name="serverUrl"
        label={t('settings.serverUrl')}
        extra={t('settings.serverUrlHint')}
        rules={[
          {
            validator: (_, value: string) =>
              isServerUrl(value) ? Promise.resolve() : Promise.reject(new Error(t('settings.serverUrlBad'))),
          },
        ]}
      >
        <Input spellCheck={false} placeholder="http://" autoFocus={isAsked} />
      </Form.Item>
      <Button htmlType="submit" block loading={isBusy}>
        {t('action.save')}
      </Button>
    </Form>
  )
}
