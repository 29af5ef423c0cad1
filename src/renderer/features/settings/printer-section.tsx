import { useQuery } from '@tanstack/react-query'
import { Alert, AutoComplete, Button, Form, Input, Select, Switch } from 'antd'
import { useState } from 'react'
import { useLive } from '#renderer/core/hooks.ts'
import { isTextKey, textOfError, useText } from '#renderer/core/locale.ts'
import type { DevicesPort } from '#renderer/platform/platform.ts'
import { PrinterMaker, type PrintOutcome } from '#shared/ipc/devices.ts'
import { DeviceLine } from './device-line.tsx'
import { WholeNumber } from './whole-number.tsx'

const placeholders = { tcp: '192.168.1.50', serial: '/dev/ttyUSB0', file: '/dev/usb/lp0', queue: 'POS-80' }
const drawers = ['none', 'pin2', 'pin5'] as const
const transports = ['none', 'tcp', 'serial', 'file', 'queue'] as const

interface PrinterSectionProps {
  devices: DevicesPort
  isDirty: boolean
  /** Saves the form, so that a test can run at once; resolves to whether it was saved. */
  save?: () => Promise<boolean>
  onPrinted?: () => void
}

export function PrinterSection({ devices, ...test }: PrinterSectionProps) {
  const { t } = useText()
  const printer = useLive(devices.state)?.printer
  const transport = Form.useWatch<(typeof transports)[number]>(['printer', 'transport'])
  const maker = Form.useWatch<PrinterMaker>(['printer', 'maker'])
  const problem = printer && printer.problem !== 'none' ? t(`device.problem.${printer.problem}`) : undefined
  return (
    <fieldset className="pl-panel">
      <legend>{t('settings.printer')}</legend>
      {printer ? (
        <DeviceLine
          state={printer.state}
          testId="settings-printer-state"
          detail={[problem, printer.paperLow ? t('device.paperLow') : undefined]}
        />
      ) : null}
      <Form.Item
        name={['printer', 'transport']}
        label={t('settings.printer.transport')}
        tooltip={t('settings.printer.transportHint')}
      >
        <Select options={transports.map((value) => ({ value, label: t(`settings.transport.${value}`) }))} />
      </Form.Item>
      {transport && transport !== 'none' ? (
        <>
          <div className="pl-settings-pair">
            <Form.Item
              name={['printer', 'address']}
              label={t('settings.printer.address')}
              tooltip={t(`settings.printer.addressHint.${transport}`)}
              rules={[{ required: true, whitespace: true, max: 200, message: t('settings.printer.addressBad') }]}
            >
              <AddressInput devices={devices} transport={transport} />
            </Form.Item>
            {transport === 'tcp' ? (
              <WholeNumber name={['printer', 'port']} label={t('settings.printer.port')} min={1} max={65535} />
            ) : null}
            {transport === 'serial' ? (
              <WholeNumber
                name={['printer', 'baudRate']}
                label={t('settings.printer.baudRate')}
                tooltip={t('settings.baudRateHint')}
                min={1200}
                max={921600}
              />
            ) : null}
          </div>
          <div className="pl-settings-pair">
            <Form.Item
              name={['printer', 'maker']}
              label={t('settings.printer.maker')}
              tooltip={t('settings.printer.makerHint')}
            >
              <Select options={PrinterMaker.options.map((value) => ({ value, label: t(`settings.maker.${value}`) }))} />
            </Form.Item>
            <Form.Item
              name={['printer', 'drawer']}
              label={t('settings.printer.drawer')}
              tooltip={t('settings.printer.drawerHint')}
            >
              <Select options={drawers.map((value) => ({ value, label: t(`settings.drawer.${value}`) }))} />
            </Form.Item>
          </div>
          <Form.Item
            name={['printer', 'columns']}
            label={t('settings.printer.columns')}
            extra={t('settings.printer.columnsHint')}
          >
            <PaperWidth />
          </Form.Item>
          <div className="pl-settings-switches">
            <Form.Item
              name={['printer', 'answers']}
              label={t('settings.printer.answers')}
              tooltip={t('settings.printer.answersHint')}
              valuePropName="checked"
            >
              <Switch />
            </Form.Item>
            {maker === 'epson' ? (
              <Form.Item
                name={['printer', 'chinese']}
                label={t('settings.printer.chinese')}
                tooltip={t('settings.printer.chineseHint')}
                valuePropName="checked"
              >
                <Switch />
              </Form.Item>
            ) : null}
            <Form.Item name={['printer', 'cut']} label={t('settings.printer.cut')} valuePropName="checked">
              <Switch />
            </Form.Item>
          </div>
          <TestPrint devices={devices} {...test} />
        </>
      ) : null}
    </fieldset>
  )
}

interface AddressInputProps {
  devices: DevicesPort
  transport: Exclude<(typeof transports)[number], 'none'>
  value?: string
  onChange?(address: string): void
}

/** The printer's address: typed, or selected from the computer's printers. */
function AddressInput({ devices, transport, ...field }: AddressInputProps) {
  const found = useQuery({ queryKey: ['foundPrinters'], queryFn: () => devices.findPrinters(), gcTime: 0 })
  const printers = (found.data ?? []).filter((printer) => printer.transport === transport)
  return (
    <AutoComplete
      {...field}
      options={printers.map(({ address, name }) => ({ value: address, label: name }))}
      onFocus={() => void found.refetch()}
    >
      <Input spellCheck={false} placeholder={placeholders[transport]} />
    </AutoComplete>
  )
}

/** Columns of the usual paper widths; others are custom. */
const PAPERS = { 32: 'settings.paper.58', 42: 'settings.paper.80narrow', 48: 'settings.paper.80' } as const

function PaperWidth({ value, onChange }: { value?: number; onChange?(columns: number): void }) {
  const { t } = useText()
  const usual = Object.entries(PAPERS).map(([columns, name]) => ({ value: Number(columns), label: t(name) }))
  const isOwn = value !== undefined && !(value in PAPERS)
  const own = isOwn ? [{ value, label: t('settings.paper.own', { columns: value }) }] : []
  return <Select value={value} onChange={onChange} options={[...usual, ...own]} />
}

type Tested = { outcome: PrintOutcome; detail: string } | { error: unknown }

const hasCome = (tested: Tested): boolean =>
  'outcome' in tested && (tested.outcome === 'printed' || tested.outcome === 'sent')

/** Prints a test page and shows the result; unsaved settings cannot be tested. */
function TestPrint({ devices, isDirty, save, onPrinted }: PrinterSectionProps) {
  const { t } = useText()
  const [isBusy, setBusy] = useState(false)
  const [tested, setTested] = useState<Tested | null>(null)
  const print = async () => {
    setBusy(true)
    setTested(null)
    if (!isDirty || (await save?.())) {
      const now = await devices.testPrint().catch((error: unknown) => ({ error }))
      setTested(now)
      if (hasCome(now)) onPrinted?.()
    }
    setBusy(false)
  }
  return (
    <div className="pl-settings-test">
      <Button loading={isBusy} disabled={isDirty && !save} onClick={() => void print()}>
        {t('settings.testPrint')}
      </Button>
      <div role="status" data-testid="test-print">
        {isDirty && !save ? t('settings.testPrintSave') : null}
        {tested && !isDirty ? <Outcome tested={tested} /> : null}
      </div>
    </div>
  )
}

function Outcome({ tested }: { tested: Tested }) {
  const { t } = useText()
  if ('error' in tested) return <Alert type="error" showIcon title={textOfError(t, tested.error)} />
  const { outcome, detail } = tested
  const isFine = hasCome(tested)
  const key = `print.detail.${detail}`
  const reason = isTextKey(key) ? t(key) : detail
  return (
    <Alert
      type={isFine ? 'success' : 'warning'}
      showIcon
      title={t(`print.outcome.${outcome}`)}
      description={isFine ? undefined : reason}
    />
  )
}
