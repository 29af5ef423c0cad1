import { LoadingOutlined } from '@ant-design/icons'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Alert, Button, QRCode, Typography } from 'antd'
import { useDeployment } from '#renderer/core/addresses/deployment.ts'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { useMay } from '#renderer/core/session.ts'
import { counterAddresses } from './counter-addresses.calc.ts'
import type { StepFormProps } from './first-run-form.tsx'

const LIVE_MS = 3000

/** Has no button: the terminal is enrolled at the counter, and this step detects it. */
export function TerminalStep({ known: { addresses } }: StepFormProps) {
  const { t } = useText()
  const { terminalUrl } = useDeployment()
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
      <p>
        {terminalUrl === '' ? (
          t('firstRun.terminal.getFromDeployer')
        ) : (
          <a href={terminalUrl} target="_blank" rel="noreferrer">
            {t('firstRun.terminal.get')}
          </a>
        )}
      </p>
      <p>{t('firstRun.terminal.what')}</p>
      <ServerAddresses addresses={counterAddresses(location, addresses)} />
      <p role="status">
        <LoadingOutlined /> {t('firstRun.terminal.waiting')}
      </p>
      {names === '' ? null : <p>{t('firstRun.terminal.registered', { names })}</p>}
    </>
  )
}

/** The addresses to type or scan at the counter. */
function ServerAddresses({ addresses }: { addresses: readonly string[] }) {
  const { t } = useText()
  const [first] = addresses
  if (first === undefined) return <Alert type="warning" showIcon title={t('firstRun.terminal.onlyHere')} />
  return (
    <div className="pl-first-run-address">
      <QRCode value={first} size={120} color="#000000" bgColor="#ffffff" aria-label={first} />
      <ul aria-label={t('firstRun.terminal.address')}>
        {addresses.map((address) => (
          <li key={address}>
            <Typography.Text code copyable>
              {address}
            </Typography.Text>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Prints a test ticket; the step is done when a terminal reports it as printed. */
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
