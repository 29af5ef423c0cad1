import { Form, Select, Switch } from 'antd'
import { useText } from '#renderer/core/locale.ts'
import { WindowMode } from '#shared/ipc/station.ts'
import { WholeNumber } from './whole-number.tsx'

const HOURS_OF_DAY = 24

/** Settings of the workstation: window, lock and updates. */
export function StationSection() {
  const { t } = useText()
  const hours = Array.from({ length: HOURS_OF_DAY }, (_, hour) => ({
    value: hour as number | null,
    label: `${String(hour).padStart(2, '0')}:00`,
  }))
  return (
    <fieldset className="pl-panel">
      <legend>{t('settings.station')}</legend>
      <Form.Item name={['station', 'window']} label={t('settings.station.window')}>
        <Select options={WindowMode.options.map((value) => ({ value, label: t(`settings.window.${value}`) }))} />
      </Form.Item>
      <div className="pl-settings-switches">
        <Form.Item name={['station', 'autostart']} label={t('settings.station.autostart')} valuePropName="checked">
          <Switch />
        </Form.Item>
        <Form.Item name={['station', 'lockOnStart']} label={t('settings.station.lockOnStart')} valuePropName="checked">
          <Switch />
        </Form.Item>
      </div>
      <WholeNumber
        name={['station', 'lockAfterMinutes']}
        label={t('settings.station.lockAfter')}
        extra={t('settings.station.lockAfterHint')}
        min={0}
        max={240}
      />
      <Form.Item
        name={['station', 'updateHour']}
        label={t('settings.station.updateHour')}
        extra={t('settings.station.updateHint')}
      >
        <Select options={[{ value: null, label: t('settings.station.updateNever') }, ...hours]} />
      </Form.Item>
    </fieldset>
  )
}
