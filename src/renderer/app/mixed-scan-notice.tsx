import { App } from 'antd'
import { useEffect } from 'react'
import { useText } from '#renderer/core/locale.ts'
import { play } from '#renderer/core/sounds.ts'
import { mixedScans } from '#renderer/core/wedge/mixed-scans.ts'

const SHOWN_S = 6

/** Asks for another swipe where typing got into one; readers of the screen speak it at once. */
export function useMixedScanNotice(): void {
  const { t } = useText()
  const { message } = App.useApp()
  useEffect(
    () =>
      mixedScans.on(() => {
        play('error')
        void message.warning({
          key: 'mixedScan',
          content: (
            <span role="alert" aria-live="assertive">
              {t('scan.mixed')}
            </span>
          ),
          duration: SHOWN_S,
        })
      }),
    [message, t],
  )
}
