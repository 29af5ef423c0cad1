import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Form, Skeleton } from 'antd'
import { useState } from 'react'
import { useLive } from '#renderer/core/hooks.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import type { DevicesPort, SettingsPort } from '#renderer/platform/platform.ts'
import { PageHead } from '#renderer/ui/layout/page-head.tsx'
import type { TerminalSettings } from '#shared/ipc/contract.ts'
import { CustomerDisplaySection } from './customer-display-section.tsx'
import { EnrolmentRow } from './enrolment-row.tsx'
import { GuestScreenSection } from './guest-screen-section.tsx'
import { HubSection } from './hub-section.tsx'
import { KeysSection } from './keys-section.tsx'
import { PrinterSection } from './printer-section.tsx'
import { ReadersSection } from './readers-section.tsx'
import { StationSection } from './station-section.tsx'
import { TerminalSection } from './terminal-section.tsx'
import { TestSwipe } from './test-swipe.tsx'
import './settings.css'

/** Settings of this terminal: server, name, reader, printer, each with a test. */
export function SettingsPage() {
  const { settings, devices } = usePlatform()
  return settings && devices ? <Settings settings={settings} devices={devices} /> : null
}

function Settings({ settings, devices }: { settings: SettingsPort; devices: DevicesPort }) {
  const { t } = useText()
  const current = useLive(settings.state)
  const [form] = Form.useForm<TerminalSettings>()
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const [isDirty, setDirty] = useState(false)
  const [isSaved, setSaved] = useState(false)
  const info = useQuery({ queryKey: ['terminalInfo'], queryFn: () => settings.info() })

  const touch = () => {
    setDirty(true)
    setSaved(false)
  }

  const save = async (values: TerminalSettings) => {
    setBusy(true)
    setFailure(null)
    try {
      // Fields not shown for this kind of device keep their values.
      const next = {
        ...current,
        ...values,
        readers: form.getFieldValue('readers') as TerminalSettings['readers'],
        printer: { ...current?.printer, ...values.printer },
        customerDisplay: { ...current?.customerDisplay, ...values.customerDisplay },
        station: form.getFieldValue('station') as TerminalSettings['station'],
        hub: { ...current?.hub, ...values.hub },
      }
      await settings.write({ ...next, serverUrl: next.serverUrl.trim() })
      setDirty(false)
      setSaved(true)
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }

  if (!current) {
    return (
      <div className="pl-page" aria-busy="true">
        <Skeleton active paragraph={{ rows: 10 }} />
      </div>
    )
  }
  return (
    <div className="pl-page">
      <PageHead title={t('settings.title')}>
        <output className="pl-settings-state" aria-live="polite">
          {isDirty ? t('settings.unsaved') : isSaved ? t('settings.saved') : ''}
        </output>
        <Button type="primary" loading={isBusy} disabled={!isDirty} onClick={() => form.submit()}>
          {t('action.save')}
        </Button>
      </PageHead>
      {failure ? <Alert type="error" showIcon title={textOfError(t, failure)} /> : null}
      <Form
        form={form}
        layout="vertical"
        className="pl-settings"
        initialValues={current}
        requiredMark={false}
        onValuesChange={touch}
        onFinish={save}
      >
        <TerminalSection />
        <EnrolmentRow enrolment={settings.enrolment} />
        <ReadersSection devices={devices} onLearned={touch} swipe={<TestSwipe />} />
        <CustomerDisplaySection />
        <GuestScreenSection />
        <PrinterSection devices={devices} isDirty={isDirty} />
        <StationSection />
        <HubSection />
        <KeysSection onChange={touch} />
      </Form>
      {info.data ? (
        <p className="pl-settings-about">
          {t('settings.about', { version: info.data.version, id: info.data.terminalId })}
          <br />
          {t(`settings.protected.${info.data.protectedBy}`)}
        </p>
      ) : null}
    </div>
  )
}
