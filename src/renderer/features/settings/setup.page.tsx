import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Form, Progress } from 'antd'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { useLive } from '#renderer/core/hooks.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import type { DevicesPort, SettingsPort } from '#renderer/platform/platform.ts'
import { PageHead } from '#renderer/ui/layout/page-head.tsx'
import { useScan } from '#renderer/ui/scan/scans.ts'
import type { TextKey } from '#shared/i18n/catalogue.ts'
import type { TerminalSettings } from '#shared/ipc/contract.ts'
import { EnrolmentRow } from './enrolment-row.tsx'
import { PrinterSection } from './printer-section.tsx'
import { ReadersSection } from './readers-section.tsx'
import './settings.css'

const steps = ['enrol', 'reader', 'printer'] as const
type Step = (typeof steps)[number]

/** The setup of a new terminal: enrolment, reader, printer, and then the counter. */
export function SetupPage() {
  const { settings, devices } = usePlatform()
  const current = useLive(settings?.state ?? nothing)
  return settings && devices && current ? <Setup settings={settings} devices={devices} current={current} /> : null
}

const nothing = { get: () => null, subscribe: () => () => undefined }

interface SetupProps {
  settings: SettingsPort
  devices: DevicesPort
  current: TerminalSettings
}

function Setup({ settings, devices, current }: SetupProps) {
  const { t } = useText()
  const navigate = useNavigate()
  const [at, setAt] = useState(0)
  const [form] = Form.useForm<TerminalSettings>()
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const [isDirty, setDirty] = useState(false)
  const [swiped, setSwiped] = useState<string | null>(null)
  const [hasPrinted, setPrinted] = useState(false)
  const enrolment = useQuery({ queryKey: ['enrolment'], queryFn: () => settings.enrolment.state() })
  const isEnrolled = enrolment.data?.enrolled ?? false
  const step = steps[at]

  /** Saves this step's values, so that its test uses them. */
  const save = async (isDone: boolean): Promise<boolean> => {
    const values = await form.validateFields().catch(() => null)
    if (!values) return false
    setBusy(true)
    setFailure(null)
    try {
      // Fields not shown in this step keep their values.
      await settings.write({
        ...current,
        readers: (form.getFieldValue('readers') as TerminalSettings['readers'] | undefined) ?? current.readers,
        keyboard: { ...current.keyboard, ...values.keyboard },
        printer: { ...current.printer, ...values.printer },
        station: { ...current.station, setUp: isDone || current.station.setUp },
      })
      setDirty(false)
      return true
    } catch (error) {
      setFailure(error)
      return false
    } finally {
      setBusy(false)
    }
  }
  const goOn = async () => {
    const isLast = at === steps.length - 1
    if (await save(isLast)) setAt(at + 1)
  }

  if (!step) {
    const printer = current.printer.transport === 'none' ? 'noPrinter' : hasPrinted ? 'printed' : 'notPrinted'
    return <Ready found={{ isEnrolled, hasRead: swiped !== null, printer }} onOpen={() => void navigate('/')} />
  }
  return (
    <div className="pl-page pl-setup-page">
      <PageHead title={t('setup.title')} />
      <p>{t('setup.hint')}</p>
      <Progress
        percent={Math.round((100 * at) / steps.length)}
        format={() => t('setup.step', { step: at + 1, all: steps.length })}
      />
      {failure ? <Alert type="error" showIcon title={textOfError(t, failure)} /> : null}
      <Form
        form={form}
        layout="vertical"
        className="pl-settings pl-setup"
        initialValues={current}
        requiredMark={false}
        onValuesChange={() => {
          setDirty(true)
          setPrinted(false)
        }}
      >
        <Words step={step} />
        {step === 'enrol' ? (
          <section className="pl-panel" data-enrolled={isEnrolled}>
            <EnrolmentRow enrolment={settings.enrolment} />
          </section>
        ) : null}
        {step === 'reader' ? (
          <ReadersSection
            devices={devices}
            onLearned={() => setDirty(true)}
            swipe={<FirstSwipe value={swiped} onSwipe={setSwiped} />}
          />
        ) : null}
        {step === 'printer' ? (
          <PrinterSection
            devices={devices}
            isDirty={isDirty}
            save={() => save(false)}
            onPrinted={() => setPrinted(true)}
          />
        ) : null}
      </Form>
      <footer className="pl-setup-foot">
        <Button disabled={at === 0} onClick={() => setAt(at - 1)}>
          {t('setup.back')}
        </Button>
        {isDirty && step === 'reader' ? (
          <Button loading={isBusy} onClick={() => void save(false)}>
            {t('action.save')}
          </Button>
        ) : null}
        <Button type="primary" loading={isBusy} onClick={() => void goOn()}>
          {t(step === 'enrol' && !isEnrolled ? 'setup.skip' : 'setup.next')}
        </Button>
      </footer>
    </div>
  )
}

function Words({ step }: { step: Step }) {
  const { t } = useText()
  return (
    <header>
      <h2>{t(`setup.${step}`)}</h2>
      <p>{t(`setup.${step}Hint`)}</p>
    </header>
  )
}

/** Waits for the first swipe of any reader. */
function FirstSwipe({ value, onSwipe }: { value: string | null; onSwipe(value: string): void }) {
  const { t } = useText()
  useScan((scan) => onSwipe(scan.value), 'dialog')
  return (
    <div role="status" data-testid="first-swipe">
      {value === null ? (
        <Alert type="info" showIcon title={t('setup.waitSwipe')} />
      ) : (
        <Alert
          type="success"
          showIcon
          title={t('setup.readerDone', { value: value || t('settings.testSwipeEmpty') })}
        />
      )}
    </div>
  )
}

interface Found {
  isEnrolled: boolean
  hasRead: boolean
  printer: 'printed' | 'notPrinted' | 'noPrinter'
}

/** The summary: what is done and what is left. */
function Ready({ found: { isEnrolled, hasRead, printer }, onOpen }: { found: Found; onOpen(): void }): ReactNode {
  const { t } = useText()
  const lines: [isDone: boolean, text: TextKey][] = [
    [isEnrolled, isEnrolled ? 'setup.ready.enrolled' : 'setup.ready.notEnrolled'],
    [hasRead, hasRead ? 'setup.ready.read' : 'setup.ready.notRead'],
    [printer === 'printed', `setup.ready.${printer}`],
  ]
  return (
    <div className="pl-page pl-setup-page">
      <PageHead title={t('setup.ready')} />
      {lines.map(([isDone, text]) => (
        <Alert key={text} type={isDone ? 'success' : 'warning'} showIcon title={t(text)} />
      ))}
      {lines.every(([isDone]) => isDone) ? null : <p>{t('setup.ready.later')}</p>}
      <footer className="pl-setup-foot">
        <Button type="primary" size="large" autoFocus onClick={onOpen}>
          {t('setup.toCounter')}
        </Button>
      </footer>
    </div>
  )
}
