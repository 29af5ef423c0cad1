import { Form, Input, Select } from 'antd'
import { useText } from '#renderer/core/locale.ts'
import { DisplayProtocol } from '#shared/ipc/customer-display.ts'
import { WholeNumber } from './whole-number.tsx'

/** Settings of the customer display, which shows the price. */
export function CustomerDisplaySection() {
  const { t } = useText()
  const path = Form.useWatch<string | undefined>(['customerDisplay', 'path'])
  return (
    <fieldset className="pl-panel">
      <legend>{t('settings.customerDisplay')}</legend>
      <Form.Item
        name={['customerDisplay', 'path']}
        label={t('settings.reader.path')}
        extra={t('settings.customerDisplay.pathHint')}
      >
        <Input spellCheck={false} maxLength={200} />
      </Form.Item>
      {path ? (
        <div className="pl-settings-pair">
          <Form.Item name={['customerDisplay', 'protocol']} label={t('settings.customerDisplay.protocol')}>
            <Select
              options={DisplayProtocol.options.map((value) => ({
                value,
                label: t(`settings.customerDisplay.${value}`),
              }))}
            />
          </Form.Item>
          <WholeNumber
            name={['customerDisplay', 'baudRate']}
            label={t('settings.reader.baudRate')}
            min={1200}
            max={921600}
          />
        </div>
      ) : null}
    </fieldset>
  )
}
