import { BellOutlined } from '@ant-design/icons'
import { Badge, Button, Popover, Tabs } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useText } from '#renderer/core/locale.ts'
import { EmptyBlock, ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { When } from '#renderer/ui/display/when.tsx'
import type { MyAnnouncement } from '#shared/features/messages/announcements.schema.ts'
import { NoticeDetail } from './notice-detail.tsx'
import { NoticePicture } from './notice-picture.tsx'
import { NoticePriority } from './notice-priority.tsx'
import { useNotices } from './use-notices.ts'
import './notices.css'

/** The bell with the number of unread messages, and the newest of them in two tabs (spec §2). */
export function NoticeBell() {
  const { t } = useText()
  const navigate = useNavigate()
  const notices = useNotices()
  const [isOpen, setOpen] = useState(false)
  const [shown, setShown] = useState<MyAnnouncement | null>(null)
  const { anntMsgList = [], anntMsgTotal = 0, sysMsgList = [], sysMsgTotal = 0 } = notices.data ?? {}
  const count = anntMsgTotal + sysMsgTotal

  const show = (notice: MyAnnouncement) => {
    setOpen(false)
    setShown(notice)
  }
  const tab = (key: string, name: string, total: number, list: MyAnnouncement[]) => ({
    key,
    label: total > 0 ? `${name} (${total})` : name,
    children: <NoticeList list={list} onChoose={show} />,
  })

  return (
    <>
      <Popover
        trigger="click"
        placement="bottomRight"
        open={isOpen}
        onOpenChange={setOpen}
        classNames={{ root: 'pl-notices' }}
        content={
          <>
            {notices.error && !notices.data ? (
              <ErrorBlock error={notices.error} retry={() => void notices.refetch()} />
            ) : (
              <Tabs
                size="small"
                centered
                items={[
                  tab('notices', t('notice.notices'), anntMsgTotal, anntMsgList),
                  tab('system', t('notice.system'), sysMsgTotal, sysMsgList),
                ]}
              />
            )}
            <Button
              block
              type="link"
              onClick={() => {
                setOpen(false)
                void navigate('/isps/userAnnouncement')
              }}
            >
              {t('notice.more')}
            </Button>
          </>
        }
      >
        <Button
          type="text"
          aria-label={count > 0 ? t('notice.unread', { count }) : t('notice.bell')}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          icon={
            <Badge count={count} size="small" overflowCount={99}>
              <BellOutlined />
            </Badge>
          }
        />
      </Popover>
      {shown ? <NoticeDetail notice={shown} onClose={() => setShown(null)} /> : null}
    </>
  )
}

function NoticeList({ list, onChoose }: { list: MyAnnouncement[]; onChoose(notice: MyAnnouncement): void }) {
  const { t } = useText()
  if (list.length === 0) return <EmptyBlock title={t('notice.none')} hint={t('notice.noneHint')} />
  return (
    <ul className="pl-notice-list">
      {list.map((notice) => (
        <li key={notice.id}>
          <button type="button" onClick={() => onChoose(notice)}>
            <NoticePicture stored={notice.homeImage} />
            <strong>{notice.titile}</strong>
            <span>
              <NoticePriority value={notice.priority} /> <When value={notice.sendTime} />
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
