import { Form, Input, Select } from 'antd'
import { useText } from '#renderer/core/locale.ts'
import { CardFormat } from '#shared/ipc/devices.ts'

/** The number format of keyboard readers: one setting for all, because they cannot be told apart. */
export function KeyboardFields() {
  const { t } = useText()
  return (
    <section className="pl-settings-reader" aria-label={t('settings.keyboard')}>
      <header>
        <strong>{t('settings.keyboard')}</strong>
      </header>
      <div className="pl-settings-pair">
        <Form.Item
          name={['keyboard', 'format']}
          label={t('settings.keyboard.format')}
          tooltip={t('settings.formatHint')}
        >
          <Select options={CardFormat.options.map((value) => ({ value, label: t(`settings.format.${value}`) }))} />
        </Form.Item>
        <Form.Item
          name={['keyboard', 'badgePrefix']}
          label={t('settings.keyboard.badgePrefix')}
          tooltip={t('settings.keyboard.badgePrefixHint')}
          rules={[{ pattern: /^[A-Za-z0-9-]{0,8}$/, message: t('settings.keyboard.badgePrefixBad') }]}
        >
          <Input spellCheck={false} />
        </Form.Item>
      </div>
    </section>
  )
}
