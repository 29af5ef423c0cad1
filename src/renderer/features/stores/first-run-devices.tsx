import { LoadingOutlined } from '@ant-design/icons'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { useMay } from '#renderer/core/session.ts'
import type { StepFormProps } from './first-run-form.tsx'

const LIVE_MS = 3000

/** Nothing is pressed here: the counter is enrolled at the counter, and the step sees it. */
export function TerminalStep() {
  const { t } = useText()
  const mayList = useMay('terminal:list')
  const waiting = useQuery({
    queryKey: ['firstRun', 'terminals'],
    queryFn: async () => (await client.terminals.list({ query: { state: 'registered' } })).result.records,
    enabled: mayList,
    refetchInterval: LIVE_MS,
  })
  const names = (waiting.data ?? []).map(({ name }) => name).join(', ')
  return (
    <>
      <p>{t('firstRun.terminal.what', { address: location.origin })}</p>
      <p role="status">
        <LoadingOutlined /> {t('firstRun.terminal.waiting')}
      </p>
      {names === '' ? null : <p>{t('firstRun.terminal.registered', { names })}</p>}
    </>
  )
}

/** A test ticket, which counts when a terminal says that it came out. */
export function PrinterStep({ known: { orgCode } }: StepFormProps) {
  const { t } = useText()
  const print = useMutation({ mutationFn: () => client.firstRun.testPrint({ body: { orgCode } }) })
  return (
    <>
      <p>{t('firstRun.printer.what')}</p>
      {print.error ? <Alert type="error" showIcon title={textOfError(t, print.error)} /> : null}
      {print.isSuccess ? (
        <p role="status">
          <LoadingOutlined /> {t('firstRun.printer.waiting')}
        </p>
      ) : null}
      <Button type="primary" loading={print.isPending} onClick={() => print.mutate()}>
        {t('firstRun.printer.save')}
      </Button>
    </>
  )
}
