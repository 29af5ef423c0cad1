import { BellFilled, NotificationOutlined } from '@ant-design/icons'
import { App, Button } from 'antd'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { queryClient } from '#renderer/core/query.ts'
import { playSound } from '#renderer/core/sounds.ts'
import type { MyAnnouncement } from '#shared/features/messages/announcements.schema.ts'
import { useNotices } from './use-notices.ts'
import './counter-notices.css'

const NoticeDetail = lazy(async () => ({ default: (await import('./notice-detail.tsx')).NoticeDetail }))

/** Unread announcements, urgent ones separate, newest first. */
function useUnread() {
  const { data } = useNotices()
  const all = [...(data?.anntMsgList ?? []), ...(data?.sysMsgList ?? [])].filter(({ readFlag }) => readFlag !== '1')
  const total = (data?.anntMsgTotal ?? 0) + (data?.sysMsgTotal ?? 0)
  const [urgent] = all.filter(({ priority }) => priority === 'H')
  return { urgent, newest: all[0], total }
}

/** The number of unread announcements in the counter's strip; renders nothing for 0. */
export function NoticeWord() {
  const { t } = useText()
  const { newest, total } = useUnread()
  const [shown, setShown] = useState<MyAnnouncement | null>(null)
  return (
    <>
      {newest ? (
        <button
          type="button"
          className="pl-notice-word pl-strip-yields"
          title={newest.titile}
          onClick={() => setShown(newest)}
        >
          <NotificationOutlined aria-hidden="true" /> {t('notice.unreadWord', { count: total })}
        </button>
      ) : null}
      {shown ? (
        <Suspense fallback={null}>
          <NoticeDetail notice={shown} onClose={() => setShown(null)} />
        </Suspense>
      ) : null}
    </>
  )
}

/** An urgent announcement: a separate line and a sound until it is marked as read. It blocks nothing. */
export function UrgentNotice() {
  const { t } = useText()
  const { message } = App.useApp()
  const { urgent } = useUnread()
  const heard = useRef('')
  const id = urgent?.anntId ?? ''
  useEffect(() => {
    if (id === '' || heard.current === id) return
    heard.current = id
    playSound('notice')
  }, [id])
  if (!urgent) return null
  const acknowledge = async () => {
    try {
      await client.announcementSends.markRead({ body: { anntId: urgent.anntId } })
      await queryClient.invalidateQueries({ queryKey: ['notices'] })
    } catch (error) {
      void message.warning(textOfError(t, error))
    }
  }
  return (
    <div className="pl-notice-urgent" role="alert" data-testid="urgent-notice">
      <BellFilled aria-hidden="true" />
      <strong>{urgent.titile}</strong>
      <span>{urgent.msgAbstract}</span>
      <Button onClick={() => void acknowledge()}>{t('notice.acknowledge')}</Button>
    </div>
  )
}
