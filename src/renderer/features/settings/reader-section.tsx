import { useQuery } from '@tanstack/react-query'
import { AutoComplete, Button, Form, Select } from 'antd'
import { useState } from 'react'
import { useLive } from '#renderer/core/hooks.ts'
import { useText } from '#renderer/core/locale.ts'
import type { DevicesPort } from '#renderer/platform/platform.ts'
import { useScan } from '#renderer/ui/scans.ts'
import { CardFormat, ReaderProtocol, type Scan } from '#shared/ipc/devices.ts'
import { DeviceLine } from './device-line.tsx'
import { WholeNumber } from './whole-number.tsx'

export function ReaderSection({ devices }: { devices: DevicesPort }) {
  const { t } = useText()
  const reader = useLive(devices.state)?.reader
  const ports = useQuery({ queryKey: ['ports'], queryFn: () => devices.listPorts() })
  const counts = reader
    ? [t('device.scans', { count: reader.scans }), t('device.garbled', { count: reader.garbled })].join(' · ')
    : ''
  return (
    <fieldset className="pl-panel">
      <legend>{t('settings.reader')}</legend>
      {reader ? (
        <DeviceLine state={reader.state} testId="settings-reader-state" detail={[reader.detail, counts]} />
      ) : null}
      <Form.Item name={['reader', 'path']} label={t('settings.reader.path')} extra={t('settings.reader.pathHint')}>
        <AutoComplete
          allowClear
          placeholder={t('settings.reader.none')}
          options={(ports.data ?? []).map((value) => ({ value }))}
          onFocus={() => void ports.refetch()}
        />
      </Form.Item>
      <div className="pl-settings-pair">
        <Form.Item name={['reader', 'protocol']} label={t('settings.reader.protocol')}>
          <Select options={ReaderProtocol.options.map((value) => ({ value, label: value.toUpperCase() }))} />
        </Form.Item>
        <WholeNumber name={['reader', 'baudRate']} label={t('settings.reader.baudRate')} min={1200} max={921600} />
      </div>
      <Form.Item name={['reader', 'format']} label={t('settings.reader.format')}>
        <Select options={CardFormat.options.map((value) => ({ value, label: t(`settings.format.${value}`) }))} />
      </Form.Item>
      <TestSwipe />
    </fieldset>
  )
}

/** Shows the next scan, whichever reader it comes from. */
function TestSwipe() {
  const { t } = useText()
  const [isWaiting, setWaiting] = useState(false)
  const [scan, setScan] = useState<Scan | null>(null)
  useScan((heard) => {
    setScan(heard)
    setWaiting(false)
  }, 'page')
  return (
    <div className="pl-settings-test">
      <Button
        onClick={() => {
          setScan(null)
          setWaiting(true)
        }}
      >
        {t('settings.testSwipe')}
      </Button>
      <div role="status" data-testid="test-swipe">
        {scan ? (
          <>
            <strong>{scan.value || t('settings.testSwipeEmpty')}</strong> {t(`settings.scanKind.${scan.kind}`)} ·{' '}
            {t(`settings.source.${scan.source}`)}
          </>
        ) : isWaiting ? (
          t('settings.testSwipeWait')
        ) : (
          t('settings.testSwipeNone')
        )}
      </div>
    </div>
  )
}
