import { DeleteOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Input, Modal, Table, Tag } from 'antd'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { useText } from '#renderer/core/locale.ts'
import { readStored, store } from '#renderer/core/storage.ts'
import type { Page } from '#shared/core/envelope.ts'
import type { TextKey } from '#shared/i18n/catalogue.ts'
import { EmptyBlock, ErrorBlock } from './blocks.tsx'
import { pick, SEARCH_ABOVE, withSearch } from './picker.calc.ts'
import './picker.css'

export interface PickerQuery {
  word: string
  pageNo: number
  pageSize: number
}

interface PickerProps<R extends { id: string }> {
  /** Names the picker's recent searches and cached answers. */
  name: string
  title: string
  searchLabel: string
  columns: { name: Extract<keyof R, string>; title: TextKey }[]
  nameOf(row: R): string
  load(query: PickerQuery): Promise<Page<R>>
  chosen?: R[]
  multiple?: boolean
  onConfirm(rows: R[]): void
  onClose(): void
}

const PAUSE_MS = 300
const Stored = z.array(z.string()).catch([])

/** Chooses rows: search box, table with pages, and a panel with what is chosen (spec §2, pickers). */
export function PickerDialog<R extends { id: string }>(props: PickerProps<R>) {
  const { name, title, searchLabel, columns, nameOf, load, chosen = [], multiple = false, onConfirm, onClose } = props
  const { t } = useText()
  const [text, setText] = useState('')
  const [query, setQuery] = useState<PickerQuery>({ word: '', pageNo: 1, pageSize: 10 })
  const [selected, setSelected] = useState<R[]>(chosen)
  const storedAs = `pitlane.searches.${name}`
  const [recent, setRecent] = useState(() => Stored.parse(readStored(storedAs)))

  const rows = useQuery({
    queryKey: ['picker', name, query],
    queryFn: () => load(query),
    placeholderData: (before) => before,
  })
  const search = (word: string) => {
    setText(word)
    setQuery((old) => ({ ...old, word: word.trim(), pageNo: 1 }))
    const next = withSearch(recent, word)
    setRecent(next)
    store(storedAs, next)
  }
  useEffect(() => {
    const word = text.trim()
    if (word.length <= SEARCH_ABOVE) return
    const timer = setTimeout(() => setQuery((old) => (old.word === word ? old : { ...old, word, pageNo: 1 })), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])

  return (
    <Modal
      open
      width={900}
      title={title}
      okText={t('action.confirm')}
      cancelText={t('action.cancel')}
      okButtonProps={{ disabled: selected.length === 0 }}
      onOk={() => onConfirm(selected)}
      onCancel={onClose}
    >
      <div className="pl-picker">
        <div>
          <Input.Search
            autoFocus
            allowClear
            aria-label={searchLabel}
            placeholder={searchLabel}
            maxLength={64}
            value={text}
            enterButton={t('action.search')}
            onChange={(event) => setText(event.target.value)}
            onSearch={search}
          />
          {recent.length > 0 ? (
            <p className="pl-picker-recent">
              {t('picker.recent')}
              {recent.map((word) => (
                <Button key={word} type="link" size="small" onClick={() => search(word)}>
                  {word}
                </Button>
              ))}
            </p>
          ) : null}
          {rows.error && !rows.data ? <ErrorBlock error={rows.error} retry={() => void rows.refetch()} /> : null}
          <Table<R>
            rowKey="id"
            size="small"
            columns={columns.map((column) => ({ key: column.name, dataIndex: column.name, title: t(column.title) }))}
            dataSource={rows.data?.records ?? []}
            loading={rows.isPending}
            locale={{ emptyText: rows.isPending ? ' ' : <EmptyBlock title={t('picker.none')} /> }}
            scroll={{ x: 'max-content', y: 320 }}
            onRow={(row) => ({ onClick: () => setSelected((old) => pick(old, row, multiple)) })}
            rowSelection={{
              type: multiple ? 'checkbox' : 'radio',
              selectedRowKeys: selected.map(({ id }) => id),
              onSelect: (row) => setSelected((old) => pick(old, row, multiple)),
              hideSelectAll: true,
              getCheckboxProps: (row) => ({ 'aria-label': nameOf(row) }),
            }}
            pagination={{
              current: query.pageNo,
              pageSize: query.pageSize,
              total: rows.data?.total ?? 0,
              size: 'small',
              showSizeChanger: true,
              showQuickJumper: true,
              pageSizeOptions: [5, 10, 20, 30],
              onChange: (pageNo, pageSize) => setQuery((old) => ({ ...old, pageNo, pageSize })),
            }}
          />
        </div>
        <section aria-label={t('picker.selected')}>
          <strong>{t('list.selected', { count: selected.length })}</strong>
          <ul>
            {selected.map((row) => (
              <li key={row.id}>
                <Tag>{nameOf(row)}</Tag>
                <Button
                  type="text"
                  size="small"
                  icon={<DeleteOutlined />}
                  aria-label={t('action.delete')}
                  onClick={() => setSelected((old) => old.filter(({ id }) => id !== row.id))}
                />
              </li>
            ))}
          </ul>
        </section>
      </div>
    </Modal>
  )
}
