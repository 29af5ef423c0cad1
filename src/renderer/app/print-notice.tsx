import { App, Button } from 'antd'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { isTextKey, useText } from '#renderer/core/locale.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import type { TextKey } from '#shared/i18n/catalogue.ts'
import type { PrintItem } from '#shared/ipc/prints.ts'

const SHOWN_S = 20

/** Nobody has taken it back: it could not be made or read, or waited for too long. */
const hasFailed = ({ state, detail }: PrintItem): boolean =>
  state === 'expired' || (state === 'cancelled' && (detail === 'unmakeable' || detail === 'unreadable'))

/** In the language that the screen has now: a notice may stand longer than that. */
function Said({ text, paper = '' }: { text: TextKey; paper?: string }) {
  const { t } = useText()
  return t(text, { paper })
}

/** Says of a paper that will not come out of this terminal's printer by itself any more, and where it can be printed again. */
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
          title: <Said text="print.failed" paper={item.ticketNo} />,
          description: <Said text={item.state === 'cancelled' && isTextKey(key) ? key : 'recent.expired'} />,
          actions: (
            <Button size="small" onClick={() => navigate('/terminal/sync?tab=prints')}>
              <Said text="print.failedOpen" />
            </Button>
          ),
          // Over nothing that is needed to serve the next guest.
          placement: 'bottomLeft',
          style: { marginBottom: 72 },
          duration: SHOWN_S,
        })
      }),
    [prints, notification, navigate],
  )
}
