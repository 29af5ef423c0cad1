import { App } from 'antd'
import { useEffect } from 'react'
import { useText } from '#renderer/core/locale.ts'
import { useSession } from '#renderer/core/session.ts'
import { useStoreFacts } from '#renderer/core/store-facts.ts'
import { DEFAULT_ZONE, formatTime, fromWireTime } from '#shared/core/time.ts'

/** Spec §9. */
const AGAIN_AFTER_MS = 5_000
const RECHECK_MS = 30 * 60_000
const KEY = 'overdue'

/** Shows that the store's usage end date has passed, and again 5 s after it was dismissed (spec §4). */
export function useOverdueNotice(): void {
  const { t } = useText()
  const { notification } = App.useApp()
  const isOnline = useSession(({ session }) => Boolean(session?.signIn && !session.offline))
  const depart = useStoreFacts({ enabled: isOnline, everyMs: RECHECK_MS })
  const endTime = depart.data?.endTime
  const store = depart.data?.departName ?? ''
  const ends = endTime ? fromWireTime(endTime) : null
  const date = ends && ends.getTime() < Date.now() ? formatTime(ends, DEFAULT_ZONE, 'YYYY-MM-DD') : null

  useEffect(() => {
    if (!date) return
    let again: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const notify = () =>
      notification.warning({
        key: KEY,
        title: t('overdue.title'),
        description: t('overdue.hint', { store, date }),
        // Where it covers nothing needed to serve the next guest.
        placement: 'bottomLeft',
        style: { marginBottom: 72 },
        duration: false,
        onClose: () => {
          if (!isOver) again = setTimeout(notify, AGAIN_AFTER_MS)
        },
      })
    notify()
    return () => {
      isOver = true
      clearTimeout(again)
      notification.destroy(KEY)
    }
  }, [date, store, notification, t])
}
