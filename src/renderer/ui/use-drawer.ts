import { App } from 'antd'
import { useCallback, useRef } from 'react'
import { isTextKey, textOfError, useText } from '#renderer/core/locale.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import type { DrawerOpening } from '#shared/ipc/contract.ts'

/** What keeps a drawer shut, in the language of the screen; empty where it opened, and where there is none. */
export function useShutReason(): (opening: DrawerOpening) => string {
  const { t } = useText()
  return ({ outcome, detail }) => {
    if (outcome === null || outcome === 'printed' || outcome === 'sent') return ''
    const key = `print.detail.${detail}`
    return t('drawer.shut', { reason: isTextKey(key) ? t(key) : detail })
  }
}

/**
 * Opens the drawer of this counter because cash changes hands: once for each cause, which is the order's id or its key. The
 * sale stands whatever becomes of it; where the drawer stays shut the cashier is told.
 */
export function useDrawer(): (cause: string) => void {
  const { t } = useText()
  const { message } = App.useApp()
  const { devices } = usePlatform()
  const reasonOf = useShutReason()
  const open = (cause: string) => {
    const tell = (reason: string) => reason !== '' && void message.warning(reason)
    devices?.openDrawer(cause).then(
      (opening) => tell(reasonOf(opening)),
      (error: unknown) => tell(textOfError(t, error)),
    )
  }
  const latest = useRef(open)
  latest.current = open
  return useCallback((cause) => latest.current(cause), [])
}
