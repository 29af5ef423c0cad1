import { Form, Input, Switch } from 'antd'
import { isServerUrl } from '#renderer/core/addresses/server-address.ts'
import { useLive } from '#renderer/core/hooks.ts'
import { useText } from '#renderer/core/locale.ts'
import { usePlatform } from '#renderer/platform/context.ts'

export function TerminalSection() {
  const { t } = useText()
  const platform = usePlatform()
  const address = (_: unknown, value: string | undefined) =>
    !value || isServerUrl(value) ? Promise.resolve() : Promise.reject(new Error(t('settings.serverUrlBad')))
  return (
    <fieldset className="pl-panel">
      <legend>{t('settings.terminal')}</legend>
      <Form.Item
        name="serverUrl"
        label={t('settings.serverUrl')}
        extra={t('settings.serverUrlHint')}
        validateFirst
        rules={[{ validator: address }]}
      >
        <Input spellCheck={false} placeholder={useLive(platform.connection).serverUrl} />
      </Form.Item>
      <div className="pl-settings-pair">
        <Form.Item
          name="terminalName"
          label={t('settings.name')}
          rules={[{ required: true, whitespace: true, max: 40, message: t('settings.nameBad') }]}
        >
          <Input />
        </Form.Item>
        <Form.Item
          name="prefix"
          label={t('settings.prefix')}
          extra={t('settings.prefixHint')}
          rules={[{ required: true, pattern: /^[A-Za-z0-9]{1,6}$/, message: t('settings.prefixBad') }]}
        >
          <Input />
        </Form.Item>
      </div>
      <Form.Item name="printId" label={t('settings.printId')} extra={t('settings.printIdHint')}>
        <Input maxLength={64} />
      </Form.Item>
      <Form.Item name="muted" label={t('settings.muted')} valuePropName="checked">
        <Switch />
      </Form.Item>
    </fieldset>
  )
}
