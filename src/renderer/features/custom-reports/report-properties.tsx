import { ArrowDownOutlined, ArrowUpOutlined, CloseOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Input, InputNumber, Select } from 'antd'
import type { ReactNode } from 'react'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import type { ReportSource, SourceColumn } from '#shared/features/custom-reports/custom-reports.contract.ts'
import {
  type Aggregate,
  type DatePart,
  MAX_REPORT_ROWS,
  type ReportColumn,
  type ReportDefinition,
  ReportDisplay,
  type ReportFilter,
} from '#shared/features/custom-reports/custom-reports.schema.ts'
import {
  aggregatesOf,
  type Draft,
  groupsOf,
  moved,
  newKey,
  partsOf,
  rulesOf,
  withDisplay,
  withoutColumn,
} from './draft.calc.ts'
import { FilterValue } from './filter-value.tsx'

interface PropertiesProps {
  source: ReportSource | undefined
  draft: Draft
  onChange(draft: Draft): void
}

/** The right pane of the builder: display, columns, filters, order, and who sees the report. */
export function ReportProperties({ source, draft, onChange }: PropertiesProps) {
  const { t } = useText()
  const { definition } = draft
  const change = (next: ReportDefinition) => onChange({ ...draft, definition: next })
  const columnOf = (name: string) => source?.columns.find((column) => column.name === name)
  const nameOf = ({ column, title }: ReportColumn) => title || columnOf(column)?.title || t('reportAggregate.count')
  const groups = definition.sql
    ? [1, 2, 3, 4].map((number) => ({
        key: `c${number}`,
        column: '',
        title: t('customReport.columnNumber', { place: number }),
      }))
    : groupsOf(definition)
  return (
    <section className="pl-panel pl-custom-properties" aria-label={t('customReport.properties')}>
      <Part title={t('customReport.display')}>
        <Select
          aria-label={t('customReport.display')}
          value={definition.display}
          options={ReportDisplay.options.map((value) => ({ value, label: t(`reportDisplay.${value}`) }))}
          onChange={(display) => change(withDisplay(definition, display))}
        />
        {definition.display === 'pivot' ? (
          <Select
            aria-label={t('customReport.across')}
            value={definition.across}
            options={[
              { value: '', label: t('customReport.noAcross') },
              ...groups.map((group) => ({ value: group.key, label: nameOf(group) })),
            ]}
            onChange={(across) => change({ ...definition, across })}
          />
        ) : null}
      </Part>
      {definition.sql ? null : (
        <>
          <Part title={t('customReport.columns')}>
            {definition.columns.length === 0 ? (
              <p className="pl-custom-hint">{t('customReport.chooseColumns')}</p>
            ) : null}
            {definition.columns.map((one) => (
              <ColumnLine
                key={one.key}
                one={one}
                name={nameOf(one)}
                column={columnOf(one.column)}
                numbers={(source?.columns ?? []).filter(({ kind }) => kind === 'money' || kind === 'number')}
                onChange={(next) =>
                  change({
                    ...definition,
                    columns: definition.columns.map((each) => (each.key === one.key ? next : each)),
                  })
                }
                onMove={(by) => change(moved(definition, one.key, by))}
                onRemove={() => change(withoutColumn(definition, one.key))}
              />
            ))}
          </Part>
          <Part title={t('customReport.filters')}>
            {definition.filters.map((filter) => (
              <FilterLine
                key={filter.key}
                filter={filter}
                column={columnOf(filter.column)}
                onChange={(next) =>
                  change({
                    ...definition,
                    filters: definition.filters.map((each) => (each.key === filter.key ? next : each)),
                  })
                }
                onRemove={() =>
                  change({ ...definition, filters: definition.filters.filter(({ key }) => key !== filter.key) })
                }
              />
            ))}
            <Select
              aria-label={t('customReport.addFilter')}
              placeholder={t('customReport.addFilter')}
              showSearch={{ optionFilterProp: 'label' }}
              value={null}
              options={(source?.columns ?? []).map(({ name, title, join }) => ({
                value: name,
                label: join ? `${join} · ${title}` : title,
              }))}
              onChange={(name: string | null) => {
                const column = name === null ? undefined : columnOf(name)
                if (!column) return
                const [rule = 'is'] = rulesOf(column.kind)
                const filter: ReportFilter = {
                  key: newKey('f', definition.filters),
                  column: column.name,
                  rule,
                  values: [],
                  asked: true,
                }
                change({ ...definition, filters: [...definition.filters, filter] })
              }}
            />
          </Part>
          <Part title={t('customReport.sort')}>
            <Select
              mode="multiple"
              aria-label={t('customReport.sort')}
              placeholder={t('customReport.sort.none')}
              value={definition.sort.map(({ key, order }) => `${key} ${order}`)}
              options={definition.columns.flatMap((one) =>
                (['desc', 'asc'] as const).map((order) => ({
                  value: `${one.key} ${order}`,
                  label: `${nameOf(one)} ${t(`customReport.${order}`)}`,
                })),
              )}
              onChange={(chosen: string[]) =>
                change({
                  ...definition,
                  // One order for each column: the last that was chosen.
                  sort: [...new Map(chosen.map((one) => one.split(' ') as [string, 'asc' | 'desc'])).entries()]
                    .map(([key, order]) => ({ key, order }))
                    .slice(0, 5),
                })
              }
            />
            <InputNumber
              aria-label={t('customReport.limit')}
              prefix={t('customReport.limit')}
              min={1}
              max={MAX_REPORT_ROWS}
              precision={0}
              value={definition.limit}
              onChange={(limit) => change({ ...definition, limit: limit ?? 1000 })}
            />
          </Part>
        </>
      )}
      <Part title={t('customReport.sharing')}>
        <Input.TextArea
          aria-label={t('customReport.about')}
          placeholder={t('customReport.about')}
          maxLength={300}
          autoSize={{ minRows: 2, maxRows: 4 }}
          value={draft.about}
          onChange={({ target }) => onChange({ ...draft, about: target.value })}
        />
        <Roles roles={draft.roles} onChange={(roles) => onChange({ ...draft, roles })} />
      </Part>
    </section>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset>
    <legend>{title}</legend>
    {children}
  </fieldset>
)

interface ColumnLineProps {
  one: ReportColumn
  name: string
  column: SourceColumn | undefined
  /** The columns that a ratio can be divided by. */
  numbers: readonly SourceColumn[]
  onChange(one: ReportColumn): void
  onMove(by: 1 | -1): void
  onRemove(): void
}

const PART = 'part '

function ColumnLine({ one, name, column, numbers, onChange, onMove, onRemove }: ColumnLineProps) {
  const { t } = useText()
  const { key, column: of, part, aggregate, over, title } = one
  const parts = column ? partsOf(column.kind) : []
  // Group, part of a day, or aggregate: one of them.
  const uses = [
    { value: '', label: t('customReport.asGroup') },
    ...parts.map((value) => ({
      value: PART + value,
      label: t('customReport.groupBy', { part: t(`reportPart.${value}`) }),
    })),
    ...(column ? aggregatesOf(column.kind) : []).map((value) => ({
      value: value as string,
      label: t(`reportAggregate.${value}`),
    })),
  ]
  const use = part ? PART + part : (aggregate ?? '')
  const titled = title ? { title } : {}
  return (
    <div className="pl-custom-line">
      <div className="pl-custom-line-head">
        <Input
          size="small"
          aria-label={`${name} ${t('customReport.title')}`}
          placeholder={name}
          maxLength={40}
          value={title ?? ''}
          onChange={({ target }) => onChange({ ...one, title: target.value })}
        />
        <Button
          size="small"
          type="text"
          icon={<ArrowUpOutlined />}
          aria-label={`${name} ${t('customReport.up')}`}
          onClick={() => onMove(-1)}
        />
        <Button
          size="small"
          type="text"
          icon={<ArrowDownOutlined />}
          aria-label={`${name} ${t('customReport.down')}`}
          onClick={() => onMove(1)}
        />
        <Button
          size="small"
          type="text"
          icon={<CloseOutlined />}
          aria-label={`${name} ${t('action.delete')}`}
          onClick={onRemove}
        />
      </div>
      {column ? (
        <div className="pl-custom-line-body">
          <Select
            size="small"
            aria-label={`${name} ${t('customReport.aggregate')}`}
            value={use}
            options={uses}
            onChange={(next) => {
              if (next === '') return onChange({ key, column: of, ...titled })
              if (next.startsWith(PART))
                return onChange({ key, column: of, part: next.slice(PART.length) as DatePart, ...titled })
              const chosen = next as Aggregate
              onChange({ key, column: of, aggregate: chosen, ...(chosen === 'ratio' ? { over: '' } : {}), ...titled })
            }}
          />
          {aggregate === 'ratio' ? (
            <Select
              size="small"
              aria-label={`${name} ${t('customReport.over')}`}
              value={over ?? ''}
              options={[
                { value: '', label: t('reportColumn.rows') },
                ...numbers
                  .filter((each) => each.name !== 'rows')
                  .map((each) => ({ value: each.name, label: each.title })),
              ]}
              onChange={(next) => onChange({ ...one, over: next })}
            />
          ) : null}
        </div>
      ) : null}
    </div>
  )
}

interface FilterLineProps {
  filter: ReportFilter
  column: SourceColumn | undefined
  onChange(filter: ReportFilter): void
  onRemove(): void
}

function FilterLine({ filter, column, onChange, onRemove }: FilterLineProps) {
  const { t } = useText()
  if (!column) return null
  const { rule, values, asked } = filter
  return (
    <div className="pl-custom-line">
      <div className="pl-custom-line-head">
        <strong>{column.title}</strong>
        <Select
          size="small"
          aria-label={`${column.title} ${t('customReport.rule')}`}
          value={rule}
          options={[...new Set([...rulesOf(column.kind), rule])].map((value) => ({
            value,
            label: t(`reportRule.${value}`),
          }))}
          onChange={(next) => onChange({ ...filter, rule: next, values: [] })}
        />
        <Button
          size="small"
          type="text"
          icon={<CloseOutlined />}
          aria-label={`${column.title} ${t('action.delete')}`}
          onClick={onRemove}
        />
      </div>
      <FilterValue
        column={column}
        rule={rule}
        values={values}
        onChange={(next) => onChange({ ...filter, values: next })}
      />
      <Checkbox checked={asked} onChange={({ target }) => onChange({ ...filter, asked: target.checked })}>
        {t('customReport.askReader')}
      </Checkbox>
    </div>
  )
}

function Roles({ roles, onChange }: { roles: string[]; onChange(roles: string[]): void }) {
  const { t } = useText()
  const options = useQuery({
    queryKey: ['customReports', 'options'],
    queryFn: async () => (await client.customReports.options()).result,
    staleTime: 300_000,
  })
  return (
    <Select
      mode="multiple"
      aria-label={t('customReport.roles')}
      placeholder={t('customReport.roles.none')}
      loading={options.isPending}
      value={roles}
      options={options.data?.roles.map(({ value, text }) => ({ value, label: text })) ?? []}
      onChange={onChange}
    />
  )
}
