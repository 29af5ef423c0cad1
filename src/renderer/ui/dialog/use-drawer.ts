import { App } from 'antd'
import { useCallback, useRef } from 'react'
import { isTextKey, textOfError, useText } from '#renderer/core/locale.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import type { DrawerOpening } from '#shared/ipc/contract.ts'

/** Returns the reason why the drawer did not open as text; empty where it opened, or where there is no drawer. */
export function useShutReason(): (opening: DrawerOpening) => string {
  const { t } = useText()
  return ({ outcome, detail }) => {
    if (outcome === null || outcome === 'printed' || outcome === 'sent') return ''
    const key = `print.detail.${detail}`
    return t('drawer.shut', { reason: isTextKey(key) ? t(key) : detail })
  }
}

/**
 * Opens the cash drawer of this counter for a cash payment, once per cause (the id of the order or its idempotency key). The
 * sale does not depend on it; a warning is shown where the drawer does not open.
 */
export function useDrawer(): (cause: string) => void {
  const { t } = useText()
  const { message } = App.useApp()
  const { devices } = usePlatform()
  const reasonOf = useShutReason()
  const open = (cause: string) => {
    const warn = (reason: string) => reason !== '' && void message.warning(reason)
    devices?.openDrawer(cause).then(
      (opening) => warn(reasonOf(opening)),
      (error: unknown) => warn(textOfError(t, error)),
    )
  }
  const latest = useRef(open)
  latest.current = open
  return useCallback((cause) => latest.current(cause), [])
}
