import { DownloadOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Skeleton } from 'antd'
import { type ReactNode, useState } from 'react'
import { saveFile } from '#renderer/core/files/files.ts'
import { useLive } from '#renderer/core/hooks.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import type { ProgramPort } from '#renderer/platform/platform.ts'
import { useCatalogue } from '#renderer/platform/use-catalogue.ts'
import { ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { PageHead } from '#renderer/ui/layout/page-head.tsx'
import { DEFAULT_ZONE, formatTime } from '#shared/core/time.ts'
import './diagnostics.css'

const AGAIN_MS = 5000

/** The state of this terminal, on the screen and as one file for support. */
export function DiagnosticsPage() {
  const { program } = usePlatform()
  return program ? <Diagnostics program={program} /> : null
}

function Diagnostics({ program }: { program: ProgramPort }) {
  const { t } = useText()
  const platform = usePlatform()
  const connection = useLive(platform.connection)
  const devices = useLive(platform.devices?.state ?? nothing)
  const found = useQuery({ queryKey: ['diagnosis'], queryFn: () => program.diagnose(), refetchInterval: AGAIN_MS })
  // The store's time zone, as on papers and lists: that of a counter's computer is often never set.
  const zone = useCatalogue().data?.store.timeZone ?? DEFAULT_ZONE
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)

  const save = async () => {
    setBusy(true)
    setFailure(null)
    try {
      const { name, content } = await program.supportBundle()
      saveFile(name, content, 'application/zip')
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }

  const time = (iso: string) => formatTime(new Date(iso), zone, 'MM-DD HH:mm:ss')
  const mb = (count: number | null) => (count === null ? t('diagnostics.unknown') : t('diagnostics.mb', { count }))
  const { online, since, serverUrl, waiting, refused, snapshotAt, clockBehind } = connection
  return (
    <div className="pl-page">
      <PageHead title={t('diagnostics.title')}>
        <Button
          icon={<DownloadOutlined />}
          loading={isBusy}
          title={t('diagnostics.bundleHint')}
          onClick={() => void save()}
        >
          {t('diagnostics.bundle')}
        </Button>
      </PageHead>
      {failure ? <Alert type="error" showIcon title={textOfError(t, failure)} /> : null}
      {found.error ? <ErrorBlock error={found.error} retry={() => void found.refetch()} /> : null}
      <div className="pl-diagnostics">
        <Facts title={t('diagnostics.program')}>
          {found.data ? (
            <>
              <Fact name={t('diagnostics.version')}>{found.data.version}</Fact>
              <Fact name={t('diagnostics.terminalId')}>{found.data.terminalId}</Fact>
              <Fact name={t('diagnostics.runtime')}>{found.data.runtime}</Fact>
              <Fact name={t('diagnostics.startedAt')}>{time(found.data.startedAt)}</Fact>
              <Fact name={t('diagnostics.memory')}>{mb(found.data.memoryMb)}</Fact>
              <Fact name={t('diagnostics.free')}>{mb(found.data.freeMb)}</Fact>
              <Fact name={t('diagnostics.data')}>{mb(found.data.dataMb)}</Fact>
            </>
          ) : (
            <Skeleton active paragraph={{ rows: 6 }} />
          )}
        </Facts>
        <Facts title={t('diagnostics.connection')}>
          <Fact name={t('diagnostics.server')}>
            {serverUrl}
            <br />
            {t(online ? 'diagnostics.online' : 'diagnostics.offline', { time: time(since) })}
          </Fact>
          <Fact name={t('diagnostics.waiting')}>{waiting}</Fact>
          <Fact name={t('diagnostics.refused')}>{refused}</Fact>
          <Fact name={t('diagnostics.snapshot')}>{snapshotAt ? time(snapshotAt) : t('diagnostics.unknown')}</Fact>
          <Fact name={t('diagnostics.clock')}>
            {clockBehind === 0
              ? t('diagnostics.clockRight')
              : t('diagnostics.clockOff', { seconds: Math.abs(clockBehind) })}
          </Fact>
        </Facts>
        <Facts title={t('diagnostics.devices')}>
          {devices?.readers.map(({ path, state, scans, garbled }) => (
            <Fact key={path} name={`${t('strip.reader')} ${path}`}>
              {[
                t(`device.state.${state}`),
                t('device.scans', { count: scans }),
                t('device.garbled', { count: garbled }),
              ].join(' · ')}
            </Fact>
          ))}
          {devices ? (
            <Fact name={`${t('strip.printer')} ${devices.printer.address}`}>
              {devices.printer.problem === 'none'
                ? t(`device.state.${devices.printer.state}`)
                : t(`device.problem.${devices.printer.problem}`)}
            </Fact>
          ) : null}
        </Facts>
      </div>
      {found.data ? (
        <section
          className="pl-panel pl-diagnostics-log"
          aria-label={t('diagnostics.log', { count: found.data.log.length })}
        >
          <h2>{t('diagnostics.log', { count: found.data.log.length })}</h2>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable text must be reachable by keyboard */}
          <pre tabIndex={0}>{found.data.log.toReversed().join('\n')}</pre>
        </section>
      ) : null}
    </div>
  )
}

const nothing = { get: () => null, subscribe: () => () => undefined }

const Facts = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="pl-panel" aria-label={title}>
    <h2>{title}</h2>
    <dl>{children}</dl>
  </section>
)

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
