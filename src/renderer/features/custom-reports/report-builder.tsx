import { ArrowLeftOutlined } from '@ant-design/icons'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { App, Button, Input, Select, Skeleton } from 'antd'
import { useEffect, useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { useBackGuard } from '#renderer/ui/dialog/use-back-guard.ts'
import { useQuestion } from '#renderer/ui/dialog/use-question.tsx'
import { EmptyBlock, ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { PageHead } from '#renderer/ui/layout/page-head.tsx'
import type { CustomReport, ReportSource } from '#shared/features/custom-reports/custom-reports.contract.ts'
import type { ReportDefinition } from '#shared/features/custom-reports/custom-reports.schema.ts'
import { askReport } from './ask-report.ts'
import { type Draft, emptyDefinition, isRunnable, withColumn, withCount, withName } from './draft.calc.ts'
import { ReportProperties } from './report-properties.tsx'
import { ReportView } from './report-view.tsx'
import { useSources } from './use-sources.ts'

interface ReportBuilderProps {
  /** `new`, the id of a report, or `copy-` and the id of one to start from. */
  base: string
  onClose(saved?: string): void
}

/** Loads what the builder starts from. */
export function ReportBuilder({ base, onClose }: ReportBuilderProps) {
  const { t } = useText()
  const sources = useSources()
  const isCopy = base.startsWith('copy-')
  const id = isCopy ? base.slice('copy-'.length) : base
  const report = useQuery({
    queryKey: ['customReports', 'base', id],
    queryFn: async () => (await client.customReports.queryById({ query: { id } })).result,
    enabled: base !== 'new',
    // A stale version would be refused when it is saved.
    gcTime: 0,
  })
  const error = sources.error ?? report.error
  const first = sources.data?.[0]
  if (error) return <ErrorBlock error={error} retry={() => void (sources.error ? sources : report).refetch()} />
  if (!sources.data || (base !== 'new' && !report.data)) return <Skeleton active paragraph={{ rows: 10 }} />
  if (!first) return <EmptyBlock title={t('customReport.noSources')} />
  const start: Draft = report.data
    ? {
        name: isCopy ? t('customReport.copyOf', { name: report.data.name }).slice(0, 60) : report.data.name,
        about: report.data.about,
        roles: isCopy ? [] : report.data.roles,
        definition: report.data.definition,
      }
    : { name: '', about: '', roles: [], definition: emptyDefinition(first.code, first.period) }
  return <Builder sources={sources.data} start={start} edited={isCopy ? undefined : report.data} onClose={onClose} />
}

interface BuilderProps {
  sources: readonly ReportSource[]
  start: Draft
  /** The report that is changed; left out: a new one. */
  edited: CustomReport | undefined
  onClose(saved?: string): void
}

/** How long a preview waits for the next change. */
const PAUSE_MS = 400
/** A statement is typed. */
const STATEMENT_PAUSE_MS = 1500

function Builder({ sources, start, edited, onClose }: BuilderProps) {
  const { t } = useText()
  const { message } = App.useApp()
  const ask = useQuestion()
  const queries = useQueryClient()
  const [draft, setDraft] = useState(start)
  const [isSaving, setSaving] = useState(false)
  const isChanged = draft !== start
  const { definition } = draft
  const source = sources.find(({ code }) => code === definition.source)
  const change = (next: ReportDefinition) => setDraft({ ...draft, definition: next })

  const save = async () => {
    if (draft.name.trim() === '') return void message.warning(t('customReport.needsName'))
    setSaving(true)
    try {
      const saved = await store(draft, edited)
      await queries.invalidateQueries({ queryKey: ['customReports'] })
      onClose(saved)
    } catch (error) {
      setSaving(false)
      void message.error(textOfError(t, error))
    }
  }
  useSaveKey(() => void save())
  const leave = () => {
    const close = () => onClose(edited?.id)
    if (!isChanged) return close()
    ask({ title: t('crud.leaveAsk'), ok: t('crud.leave'), no: t('crud.stay'), isDanger: true, onOk: close })
  }
  useBackGuard(() => isChanged, leave)

  return (
    <div className="pl-page pl-custom-builder">
      <PageHead title={edited ? t('customReport.editing') : t('customReport.new')}>
        <Button icon={<ArrowLeftOutlined />} onClick={leave}>
          {t('action.back')}
        </Button>
        <Input
          className="pl-filter"
          aria-label={t('customReport.name')}
          placeholder={t('customReport.name')}
          maxLength={60}
          value={draft.name}
          onChange={({ target }) => setDraft({ ...draft, name: target.value })}
        />
        <Button type="primary" loading={isSaving} disabled={!isRunnable(definition)} onClick={() => void save()}>
          {t('action.save')}
        </Button>
      </PageHead>
      <div className="pl-custom-panes">
        <SourcePane sources={sources} source={source} definition={definition} onChange={change} />
        <div className="pl-custom-middle">
          {definition.sql ? (
            <StatementPane sql={definition.sql} onChange={(sql) => change({ ...definition, sql })} />
          ) : null}
          <Preview title={draft.name || t('customReport.new')} definition={definition} />
        </div>
        <ReportProperties source={source} draft={draft} onChange={setDraft} />
      </div>
    </div>
  )
}

/** Stores a new or changed report; returns its id. */
async function store(draft: Draft, edited: CustomReport | undefined): Promise<string> {
  if (!edited) return (await client.customReports.add({ body: draft })).result.id
  await client.customReports.edit({ body: { ...draft, id: edited.id, version: edited.version } })
  return edited.id
}

/** Ctrl+S saves. */
function useSaveKey(save: () => void): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key !== 's') return
      event.preventDefault()
      save()
    }
    window.addEventListener('keydown', pressed)
    return () => window.removeEventListener('keydown', pressed)
  })
}

interface SourcePaneProps {
  sources: readonly ReportSource[]
  source: ReportSource | undefined
  definition: ReportDefinition
  onChange(definition: ReportDefinition): void
}

function SourcePane({ sources, source, definition, onChange }: SourcePaneProps) {
  const { t } = useText()
  const [word, setWord] = useState('')
  const found = (source?.columns ?? []).filter(({ title, join }) =>
    `${title} ${join}`.toLowerCase().includes(word.trim().toLowerCase()),
  )
  const joins = [...Map.groupBy(found, ({ join }) => join)]
  return (
    <section className="pl-panel pl-custom-source" aria-label={t('customReport.source')}>
      <Select
        aria-label={t('customReport.source')}
        showSearch={{ optionFilterProp: 'label' }}
        value={definition.source}
        options={sources.map(({ code, title }) => ({ value: code, label: title }))}
        onChange={(code) => onChange(emptyDefinition(code, sources.find((one) => one.code === code)?.period ?? ''))}
      />
      <p className="pl-custom-hint">{source?.about}</p>
      <Input
        allowClear
        size="small"
        aria-label={t('customReport.searchColumn')}
        placeholder={t('customReport.searchColumn')}
        value={word}
        onChange={({ target }) => setWord(target.value)}
      />
      <div className="pl-custom-columns">
        {definition.sql ? null : (
          <button type="button" onClick={() => onChange(withCount(definition))}>
            <span>{t('reportAggregate.count')}</span>
            <small>Σ</small>
          </button>
        )}
        {joins.map(([join, columns]) => (
          <section key={join} aria-label={join || source?.title}>
            {join ? <h3>{join}</h3> : null}
            {columns.map((column) => (
              <button
                key={column.name}
                type="button"
                onClick={() =>
                  onChange(definition.sql ? withName(definition, column.title) : withColumn(definition, column))
                }
              >
                <span>{column.title}</span>
                <small>{t(`reportKind.${column.kind}`)}</small>
              </button>
            ))}
          </section>
        ))}
      </div>
    </section>
  )
}

interface StatementPaneProps {
  sql: NonNullable<ReportDefinition['sql']>
  onChange(sql: NonNullable<ReportDefinition['sql']>): void
}

function StatementPane({ sql, onChange }: StatementPaneProps) {
  const { t } = useText()
  const sources = useQuery({
    queryKey: ['dataSources', 'options'],
    queryFn: async () => (await client.dataSources.options()).result,
    staleTime: 60_000,
  })
  return (
    <section className="pl-panel pl-custom-statement" aria-label={t('customReport.statement')}>
      <Select
        aria-label={t('customReport.dataSource')}
        value={sql.dataSource}
        options={[
          { value: '', label: t('customReport.dataSource.own') },
          ...(sources.data ?? []).map(({ value, text }) => ({ value, label: text })),
        ]}
        onChange={(dataSource) => onChange({ ...sql, dataSource })}
      />
      <Input.TextArea
        aria-label={t('customReport.statement')}
        placeholder={t('customReport.statement.hint')}
        spellCheck={false}
        maxLength={10_000}
        autoSize={{ minRows: 5, maxRows: 14 }}
        value={sql.statement}
        onChange={({ target }) => onChange({ ...sql, statement: target.value })}
      />
    </section>
  )
}

/** The report as it is now. It runs a moment after the last change, and the one before is stopped. */
function Preview({ title, definition }: { title: string; definition: ReportDefinition }) {
  const { t } = useText()
  const queries = useQueryClient()
  const [shown, setShown] = useState(definition)
  useEffect(() => {
    const timer = setTimeout(() => setShown(definition), definition.sql ? STATEMENT_PAUSE_MS : PAUSE_MS)
    return () => clearTimeout(timer)
  }, [definition])
  const queryKey = ['customReports', 'preview', shown]
  const result = useQuery({
    queryKey,
    queryFn: ({ signal }) => askReport({ definition: shown }, [], signal),
    placeholderData: keepPreviousData,
    enabled: isRunnable(shown),
    retry: false,
    gcTime: 0,
  })
  if (!isRunnable(definition)) {
    return (
      <section className="pl-panel pl-custom-result" aria-label={t('customReport.preview')}>
        <EmptyBlock title={t('customReport.chooseColumns')} hint={t('customReport.chooseColumns.hint')} />
      </section>
    )
  }
  return (
    <section
      className="pl-panel pl-custom-result"
      aria-label={t('customReport.preview')}
      aria-busy={result.isFetching}
      aria-live="polite"
    >
      <div className="pl-custom-status">
        <span>
          {result.isFetching
            ? t('customReport.running')
            : result.data
              ? t('customReport.rowCount', { rows: result.data.rows.length })
              : ''}
        </span>
        {result.isFetching ? (
          <Button size="small" onClick={() => void queries.cancelQueries({ queryKey })}>
            {t('customReport.stop')}
          </Button>
        ) : null}
      </div>
      {result.error ? <ErrorBlock error={result.error} retry={() => void result.refetch()} /> : null}
      {!result.error && result.isPending ? <Skeleton active paragraph={{ rows: 8 }} /> : null}
      {result.data && !result.error ? <ReportView title={title} result={result.data} definition={shown} /> : null}
    </section>
  )
}
