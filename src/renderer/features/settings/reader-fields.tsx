import { Button, Form, Input, Select } from 'antd'
import { useState } from 'react'
import { useText } from '#renderer/core/locale.ts'
import type { DevicesPort } from '#renderer/platform/platform.ts'
import {
  CardFormat,
  type LearnedReader,
  protocolsOf,
  type ReaderSettings,
  type ReaderStatus,
  readerKey,
} from '#shared/ipc/devices.ts'
import { DeviceLine } from './device-line.tsx'
import { LearnDialog } from './learn-dialog.tsx'
import { WholeNumber } from './whole-number.tsx'

interface ReaderFieldsProps {
  /** The index in the list. */
  row: number
  devices: DevicesPort
  states: readonly ReaderStatus[]
  onRemove: () => void
  /** Called after a swipe has set values in the form, which triggers no change event. */
  onLearned: () => void
}

/** One reader: its connection, format and state. */
export function ReaderFields({ row, devices, states, onRemove, onLearned }: ReaderFieldsProps) {
  const { t } = useText()
  const form = Form.useFormInstance()
  const [isLearning, setLearning] = useState(false)
  const reader = Form.useWatch<ReaderSettings | undefined>(['readers', row], { form, preserve: true })
  if (!reader) return null
  const { link, path } = reader
  const status = states.find((one) => readerKey(one) === readerKey(reader))
  const isSerial = link === 'serial'

  const apply = (learned: Pick<LearnedReader, 'protocol' | 'baudRate'> & { format: CardFormat }) => {
    form.setFieldValue(['readers', row], { ...reader, ...learned })
    onLearned()
    setLearning(false)
  }

  return (
    <section className="pl-settings-reader" aria-label={`${t(`settings.reader.link.${link}`)} ${path}`}>
      <header>
        <strong>{t(`settings.reader.link.${link}`)}</strong>
        {isSerial ? null : <span className="pl-settings-path">{path}</span>}
        <Button size="small" disabled={path === ''} onClick={() => setLearning(true)}>
          {t('settings.learn')}
        </Button>
        <Button size="small" danger onClick={onRemove}>
          {t('settings.reader.remove')}
        </Button>
      </header>
      {status ? (
        <DeviceLine
          state={status.state}
          testId="settings-reader-state"
          detail={[
            status.detail,
            t('device.scans', { count: status.scans }),
            t('device.garbled', { count: status.garbled }),
          ]}
        />
      ) : (
        <p className="pl-device-line">{t('settings.reader.notSaved')}</p>
      )}
      {isSerial ? (
        <Form.Item
          name={[row, 'path']}
          label={t('settings.reader.path')}
          tooltip={t('settings.reader.pathHint')}
          rules={[{ required: true, whitespace: true, max: 200, message: t('settings.reader.pathBad') }]}
        >
          <Input spellCheck={false} placeholder="COM3, /dev/ttyUSB0" />
        </Form.Item>
      ) : null}
      <div className="pl-settings-pair">
        <Form.Item
          name={[row, 'protocol']}
          label={t('settings.reader.protocol')}
          tooltip={t('settings.reader.protocolHint')}
        >
          <Select
            options={protocolsOf[link].map((value) => ({ value, label: t(`settings.reader.protocol.${value}`) }))}
          />
        </Form.Item>
        {isSerial ? (
          <WholeNumber
            name={[row, 'baudRate']}
            label={t('settings.reader.baudRate')}
            tooltip={t('settings.baudRateHint')}
            min={1200}
            max={921600}
          />
        ) : null}
        <Form.Item name={[row, 'format']} label={t('settings.reader.format')} tooltip={t('settings.formatHint')}>
          <Select options={CardFormat.options.map((value) => ({ value, label: t(`settings.format.${value}`) }))} />
        </Form.Item>
      </div>
      {isLearning ? (
        <LearnDialog reader={reader} devices={devices} onApply={apply} onClose={() => setLearning(false)} />
      ) : null}
    </section>
  )
}
