import { useQuery } from '@tanstack/react-query'
import { Button, Input, Skeleton } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { useMay } from '#renderer/core/session.ts'
import { EmptyBlock, ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { PageHead } from '#renderer/ui/layout/page-head.tsx'
import type { ListedReport } from '#shared/features/custom-reports/custom-reports.contract.ts'
import { ReportBuilder } from './report-builder.tsx'
import { ReportViewer } from './report-viewer.tsx'
import './custom-reports.css'

/** The list of reports; the address names the report that is open, and whether it is being built. */
export function CustomReportsPage() {
  const [search, setSearch] = useSearchParams()
  const id = search.get('id') ?? ''
  const build = search.get('build')
  const go = (to: Record<string, string>) => setSearch(to)
  if (build !== null)
    return <ReportBuilder key={build} base={build} onClose={(saved) => go(saved ? { id: saved } : id ? { id } : {})} />
  if (id !== '')
    return <ReportViewer key={id} id={id} onBuild={(base) => go({ id, build: base })} onClose={() => go({})} />
  return <ReportList onOpen={(one) => go({ id: one })} onAdd={() => go({ build: 'new' })} />
}

function ReportList({ onOpen, onAdd }: { onOpen(id: string): void; onAdd(): void }) {
  const { t } = useText()
  const mayAdd = useMay('customreport:add')
  const [word, setWord] = useState('')
  const reports = useQuery({
    queryKey: ['customReports', 'list'],
    queryFn: async () => (await client.customReports.list()).result,
  })
  const found = (reports.data ?? []).filter(
    ({ name, about, isReadable }) => isReadable && `${name} ${about}`.toLowerCase().includes(word.trim().toLowerCase()),
  )
  const groups = [
    { title: t('customReport.own'), reports: found.filter(({ isShipped }) => !isShipped) },
    { title: t('customReport.shipped'), reports: found.filter(({ isShipped }) => isShipped) },
  ]
  return (
    <div className="pl-page">
      <PageHead title={t('menu.customReports')} covers={{}}>
        <Input.Search
          allowClear
          className="pl-filter"
          aria-label={t('customReport.search')}
          placeholder={t('customReport.search')}
          value={word}
          onChange={({ target }) => setWord(target.value)}
        />
        {mayAdd ? (
          <Button type="primary" className="pl-custom-wide" onClick={onAdd}>
            {t('customReport.new')}
          </Button>
        ) : null}
      </PageHead>
      {reports.error ? (
        <div className="pl-panel">
          <ErrorBlock error={reports.error} retry={() => void reports.refetch()} />
        </div>
      ) : null}
      {reports.isPending ? (
        <div className="pl-panel">
          <Skeleton active paragraph={{ rows: 8 }} />
        </div>
      ) : null}
      {reports.data && found.length === 0 ? (
        <div className="pl-panel">
          <EmptyBlock title={t('customReport.none')} />
        </div>
      ) : null}
      {groups.map(({ title, reports: listed }) =>
        listed.length > 0 ? (
          <section key={title} aria-label={title} className="pl-custom-group">
            <h2>{title}</h2>
            <ul className="pl-custom-cards">
              {listed.map((report) => (
                <Card key={report.id} report={report} onOpen={onOpen} />
              ))}
            </ul>
          </section>
        ) : null,
      )}
    </div>
  )
}

function Card({ report, onOpen }: { report: ListedReport; onOpen(id: string): void }) {
  const { t } = useText()
  const { id, name, about, display, ownerName, isShipped, roles } = report
  return (
    <li>
      <button type="button" className="pl-panel pl-custom-card" onClick={() => onOpen(id)}>
        <strong>{name}</strong>
        <span>{about}</span>
        <small>
          {t(`reportDisplay.${display}`)}
          {isShipped ? '' : ` · ${ownerName}`}
          {roles.length > 0 ? ` · ${t('customReport.shared')}` : ''}
        </small>
      </button>
    </li>
  )
}
