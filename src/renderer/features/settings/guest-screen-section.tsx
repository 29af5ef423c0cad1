import { Form, Input, Switch } from 'antd'
import { useText } from '#renderer/core/locale.ts'

/** Settings of the guest screen. */
export function GuestScreenSection() {
  const { t } = useText()
  const isOn = Form.useWatch<boolean | undefined>(['station', 'guestScreen'])
  return (
    <fieldset className="pl-panel">
      <legend>{t('settings.guestScreen')}</legend>
      <Form.Item name={['station', 'guestScreen']} label={t('settings.guestScreen.on')} valuePropName="checked">
        <Switch />
      </Form.Item>
      {isOn ? (
        <Form.Item
          name={['station', 'guestWords']}
          label={t('settings.guestScreen.words')}
          extra={t('settings.guestScreen.wordsHint')}
        >
          <Input.TextArea rows={3} maxLength={400} />
        </Form.Item>
      ) : null}
    </fieldset>
  )
}
