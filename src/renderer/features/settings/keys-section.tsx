import { Button, Form, Select } from 'antd'
import { useText } from '#renderer/core/locale.ts'
import type { TerminalSettings } from '#shared/ipc/contract.ts'
import { CounterAction, FunctionKey, keysWith, standardKeys } from '#shared/ipc/station.ts'

const NAME: ['station', 'keys'] = ['station', 'keys']

/** The function keys of this counter; two actions cannot share one. */
export function KeysSection({ onChange }: { onChange(): void }) {
  const { t } = useText()
  const form = Form.useFormInstance<TerminalSettings>()
  const keys = Form.useWatch<typeof standardKeys | undefined>(NAME, { form, preserve: true }) ?? standardKeys
  const put = (next: typeof standardKeys) => {
    form.setFieldValue(NAME, next)
    onChange()
  }
  return (
    <fieldset className="pl-panel">
      <legend>{t('settings.keys')}</legend>
      <p className="pl-settings-hint">{t('settings.keys.hint')}</p>
      <div className="pl-settings-keys">
        {CounterAction.options.map((action) => (
          <div key={action}>
            <span>{t(`keyAction.${action}`)}</span>
            <Select
              value={keys[action]}
              aria-label={t(`keyAction.${action}`)}
              options={FunctionKey.options.map((key) => ({ value: key, label: key }))}
              onChange={(key) => put(keysWith(keys, action, key))}
            />
          </div>
        ))}
      </div>
      <Button onClick={() => put(standardKeys)}>{t('settings.keys.standard')}</Button>
    </fieldset>
  )
}
