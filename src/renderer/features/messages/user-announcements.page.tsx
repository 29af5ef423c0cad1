import { useQuery } from '@tanstack/react-query'
import { App, Button, Input, Pagination, Select, Skeleton, Table } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { useNarrow } from '#renderer/core/hooks.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { queryClient } from '#renderer/core/query.ts'
import { useQuestion } from '#renderer/ui/dialog/use-question.tsx'
import { EmptyBlock, ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { ToneTag } from '#renderer/ui/display/tone-tag.tsx'
import { When } from '#renderer/ui/display/when.tsx'
import { PageHead } from '#renderer/ui/layout/page-head.tsx'
import type { MyAnnouncement } from '#shared/features/messages/announcements.schema.ts'
import { NoticeDetail } from './notice-detail.tsx'
import { NoticePicture } from './notice-picture.tsx'
import { NoticePriority } from './notice-priority.tsx'
import './notices.css'

interface Query {
  pageNo: number
  pageSize: number
  titile?: string | undefined
  sender?: string | undefined
  readFlag?: '0' | '1' | undefined
  msgCategory?: '1' | '2' | undefined
}

/** All announcements for the user, read or not (`view more` of the bell, spec §2). */
export function UserAnnouncementsPage() {
  const { t } = useText()
  const { message } = App.useApp()
  const ask = useQuestion()
  const isPhone = useNarrow(768)
  const [query, setQuery] = useState<Query>({ pageNo: 1, pageSize: 10 })
  const [shown, setShown] = useState<MyAnnouncement | null>(null)
  const list = useQuery({
    queryKey: ['notices', 'mine', query],
    queryFn: async () => (await client.announcementSends.mine({ query })).result,
    placeholderData: (before) => before,
  })
  const records = list.data?.records ?? []
  const isFiltered = Boolean(query.titile || query.sender || query.readFlag)
  const empty = isFiltered ? (
    <EmptyBlock title={t('notice.noneFound')} hint={t('notice.noneFoundHint')} />
  ) : (
    <EmptyBlock title={t('notice.empty')} hint={t('notice.emptyHint')} />
  )
  const look = (change: Partial<Query>) => {
    setQuery((old) => ({ ...old, ...change, pageNo: 1 }))
    // Searching again with the same filters reloads the list.
    void queryClient.invalidateQueries({ queryKey: ['notices'] })
  }

  const readAll = () =>
    ask({
      title: t('notice.readAllAsk'),
      ok: t('action.confirm'),
      onOk: async () => {
        try {
          void message.success((await client.announcementSends.readAll()).message)
        } catch (error) {
          void message.warning(textOfError(t, error))
        }
        await queryClient.invalidateQueries({ queryKey: ['notices'] })
      },
    })

  const pages = {
    current: query.pageNo,
    pageSize: query.pageSize,
    total: list.data?.total ?? 0,
    showSizeChanger: true,
    pageSizeOptions: [10, 20, 30],
    showTotal: (total: number) => t('list.total', { total }),
    onChange: (pageNo: number, pageSize: number) =>
      setQuery((old) => ({ ...old, pageNo: pageSize === old.pageSize ? pageNo : 1, pageSize })),
  }

  return (
    <div className="pl-page">
      <PageHead title={t('notice.title')}>
        <Filters onLook={look} />
        <Button onClick={readAll}>{t('notice.readAll')}</Button>
      </PageHead>
      {list.error && !list.data ? (
        <div className="pl-panel">
          <ErrorBlock error={list.error} retry={() => void list.refetch()} />
        </div>
      ) : isPhone ? (
        <div className="pl-panel">
          {list.isPending ? <Skeleton active /> : null}
          {list.data && records.length === 0 ? empty : null}
          <ul className="pl-notice-list">
            {records.map((notice) => (
              <li key={notice.id}>
                <button type="button" onClick={() => setShown(notice)}>
                  <NoticePicture stored={notice.homeImage} />
                  <strong>{notice.titile}</strong>
                  <span>
                    <ReadState notice={notice} /> <NoticePriority value={notice.priority} />{' '}
                    <When value={notice.sendTime} />
                  </span>
                </button>
              </li>
            ))}
          </ul>
          {records.length > 0 ? <Pagination {...pages} size="small" align="center" style={{ marginTop: 12 }} /> : null}
        </div>
      ) : (
        <Table<MyAnnouncement>
          rowKey="id"
          size="middle"
          sticky
          loading={list.isPending}
          locale={{ emptyText: list.isPending ? ' ' : empty }}
          dataSource={records}
          rowClassName={({ readFlag }) => (readFlag === '1' ? '' : 'pl-notice-unread')}
          pagination={pages}
          columns={[
            { title: t('notice.name'), dataIndex: 'titile', ellipsis: true },
            {
              title: t('notice.category'),
              width: 150,
              render: (_, { msgCategory }) => t(`notice.category.${msgCategory}`),
            },
            { title: t('notice.sender'), dataIndex: 'sender', width: 140, ellipsis: true },
            { title: t('notice.time'), width: 160, render: (_, { sendTime }) => <When value={sendTime} /> },
            {
              title: t('notice.priority'),
              width: 110,
              render: (_, { priority }) => <NoticePriority value={priority} />,
            },
            { title: t('notice.state'), width: 110, render: (_, notice) => <ReadState notice={notice} /> },
            {
              title: t('records.actions'),
              width: 90,
              render: (_, notice) => (
                <Button type="link" size="small" onClick={() => setShown(notice)}>
                  {t('notice.view')}
                </Button>
              ),
            },
          ]}
        />
      )}
      {shown ? <NoticeDetail notice={shown} onClose={() => setShown(null)} /> : null}
    </div>
  )
}

function ReadState({ notice: { readFlag } }: { notice: MyAnnouncement }) {
  const { t } = useText()
  return readFlag === '1' ? (
    <ToneTag tone="neutral">{t('notice.read')}</ToneTag>
  ) : (
    <ToneTag tone="info">{t('notice.unreadState')}</ToneTag>
  )
}

function Filters({ onLook }: { onLook(change: Partial<Query>): void }) {
  const { t } = useText()
  const [words, setWords] = useState({ titile: '', sender: '' })
  const field = (name: keyof typeof words) => (
    <Input
      aria-label={t(name === 'titile' ? 'notice.name' : 'notice.sender')}
      placeholder={t(name === 'titile' ? 'notice.name' : 'notice.sender')}
      value={words[name]}
      allowClear
      maxLength={100}
      style={{ width: 150 }}
      onChange={(event) => setWords({ ...words, [name]: event.target.value })}
      onPressEnter={search}
    />
  )
  const wild = (word: string) => (word.trim() === '' ? undefined : `*${word.trim()}*`)
  const search = () => onLook({ titile: wild(words.titile), sender: wild(words.sender) })
  return (
    <search className="pl-notice-filters">
      {field('titile')}
      {field('sender')}
      <Select
        aria-label={t('notice.state')}
        placeholder={t('notice.state')}
        allowClear
        style={{ width: 110 }}
        onChange={(readFlag: '0' | '1' | undefined) => onLook({ readFlag })}
        options={[
          { value: '0' as const, label: t('notice.unreadState') },
          { value: '1' as const, label: t('notice.read') },
        ]}
      />
      <Button type="primary" onClick={search}>
        {t('action.search')}
      </Button>
    </search>
  )
}
