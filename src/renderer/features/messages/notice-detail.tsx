import { App, Button, Modal } from 'antd'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { queryClient } from '#renderer/core/query.ts'
import { When } from '#renderer/ui/display/when.tsx'
import { useFrame } from '#renderer/ui/layout/frame.ts'
import { isHarmlessAddress, isWebAddress } from '#shared/core/address.ts'
import type { MyAnnouncement } from '#shared/features/messages/announcements.schema.ts'
import { NoticePicture } from './notice-picture.tsx'
import { NoticePriority } from './notice-priority.tsx'
import './notices.css'

/** One announcement; opening it marks it as read (spec §4). */
export function NoticeDetail({ notice, onClose }: { notice: MyAnnouncement; onClose(): void }) {
  const { t } = useText()
  const { message } = App.useApp()
  const navigate = useNavigate()
  const { pathOf } = useFrame()
  const { anntId, titile, homeImage, msgContent, msgAbstract, sender, sendTime, priority, openType, openPage, busId } =
    notice
  const isUnread = notice.readFlag !== '1'

  useEffect(() => {
    if (!isUnread) return
    client.announcementSends
      .markRead({ body: { anntId } })
      .then(() => queryClient.invalidateQueries({ queryKey: ['notices'] }))
      .catch((error: unknown) => void message.warning(textOfError(t, error)))
  }, [anntId, isUnread, message, t])

  const go = () => {
    if (openType === 'url' && isWebAddress(openPage)) {
      window.open(openPage, '_blank', 'noopener,noreferrer')
      return onClose()
    }
    const path = openType === 'url' ? openPage : pathOf(openPage)
    if (!path) return void message.warning(t('notice.noPage'))
    onClose()
    void navigate(openType === 'component' && busId ? `${path}?busId=${encodeURIComponent(busId)}` : path)
  }
  // Spec §2: an external address can be handled once; a page can be opened at any time.
  const canGo = isHarmlessAddress(openPage) && (openType === 'component' || (openType === 'url' && isUnread))

  return (
    <Modal
      open
      width={640}
      title={titile}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('action.close')}</Button>
          {canGo ? (
            <Button type="primary" onClick={go}>
              {t('notice.goHandle')}
            </Button>
          ) : null}
        </>
      }
    >
      <p className="pl-notice-facts">
        <NoticePriority value={priority} />
        <span>{sender}</span>
        <When value={sendTime} />
      </p>
      <NoticePicture stored={homeImage} whole />
      {msgContent === '' ? (
        <p>{msgAbstract}</p>
      ) : (
        // The server sanitizes the markup of all authors on write.
        // biome-ignore lint/security/noDangerouslySetInnerHtml: see above
        <div className="pl-notice-text" dangerouslySetInnerHTML={{ __html: msgContent }} />
      )}
    </Modal>
  )
}
