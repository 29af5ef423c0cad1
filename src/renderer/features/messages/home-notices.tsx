import { useState } from 'react'
import { shownAddress } from '#renderer/core/addresses/shown-address.ts'
import { useText } from '#renderer/core/locale.ts'
import { When } from '#renderer/ui/display/when.tsx'
import type { MyAnnouncement } from '#shared/features/messages/announcements.schema.ts'
import { NoticeDetail } from './notice-detail.tsx'
import { NoticePicture } from './notice-picture.tsx'
import { useNotices } from './use-notices.ts'
import './notices.css'

const MAX_NOTICES = 3

/** The newest unread announcements with a picture, on the home page; renders nothing without any. */
export function HomeNotices() {
  const { t } = useText()
  const { data } = useNotices()
  const [shown, setShown] = useState<MyAnnouncement | null>(null)
  const notices = (data?.anntMsgList ?? []).filter(({ homeImage }) => shownAddress(homeImage)).slice(0, MAX_NOTICES)
  return (
    <>
      {notices.length > 0 ? (
        <section className="pl-home-notices" aria-label={t('notice.notices')}>
          {notices.map((notice) => (
            <button key={notice.id} type="button" className="pl-panel" onClick={() => setShown(notice)}>
              <NoticePicture stored={notice.homeImage} whole />
              <strong>{notice.titile}</strong>
              <span>
                <When value={notice.sendTime} />
              </span>
            </button>
          ))}
        </section>
      ) : null}
      {shown ? <NoticeDetail notice={shown} onClose={() => setShown(null)} /> : null}
    </>
  )
}
