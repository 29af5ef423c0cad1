import { App, Button } from 'antd'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { isTextKey, useText } from '#renderer/core/locale.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import type { TextKey } from '#shared/i18n/catalogue.ts'
import type { PrintItem } from '#shared/ipc/prints.ts'

const NOTICE_SECONDS = 20

/** Whether a job failed (could not be rendered or read, or expired) rather than being cancelled. */
const hasFailed = ({ state, detail }: PrintItem): boolean =>
  state === 'expired' || (state === 'cancelled' && (detail === 'unmakeable' || detail === 'unreadable'))

/** Renders in the current language, because a notice may outlive a change of language. */
function NoticeText({ text, paper = '' }: { text: TextKey; paper?: string }) {
  const { t } = useText()
  return t(text, { paper })
}

/** Shows a notice for a paper that this terminal will not print any more, and where to reprint it. */
export function usePrintNotice(): void {
  const { prints } = usePlatform()
  const { notification } = App.useApp()
  const navigate = useNavigate()
  useEffect(
    () =>
      prints?.onChange((item) => {
        if (!hasFailed(item)) return
        const key = `print.detail.${item.detail}`
        notification.warning({
          key: `print:${item.jobId}`,
          title: <NoticeText text="print.failed" paper={item.ticketNo} />,
          description: <NoticeText text={item.state === 'cancelled' && isTextKey(key) ? key : 'recent.expired'} />,
          actions: (
            <Button size="small" onClick={() => navigate('/terminal/sync?tab=prints')}>
              <NoticeText text="print.failedOpen" />
            </Button>
          ),
          // Where it covers nothing needed to serve the next guest.
          placement: 'bottomLeft',
          style: { marginBottom: 72 },
          duration: NOTICE_SECONDS,
        })
      }),
    [prints, notification, navigate],
  )
}
