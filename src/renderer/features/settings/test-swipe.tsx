import { Button } from 'antd'
import { useState } from 'react'
import { useText } from '#renderer/core/locale.ts'
import { useScan } from '#renderer/ui/scan/scans.ts'
import type { Scan } from '#shared/ipc/devices.ts'

/** Shows the next scan of any reader. */
export function TestSwipe() {
  const { t } = useText()
  const [isWaiting, setWaiting] = useState(false)
  const [scan, setScan] = useState<Scan | null>(null)
  useScan((heard) => {
    setScan(heard)
    setWaiting(false)
  }, 'page')
  return (
    <div className="pl-settings-test">
      <Button
        onClick={() => {
          setScan(null)
          setWaiting(true)
        }}
      >
        {t('settings.testSwipe')}
      </Button>
      <div role="status" data-testid="test-swipe">
        {scan ? (
          <>
            <strong>{scan.value || t('settings.testSwipeEmpty')}</strong> {t(`settings.scanKind.${scan.kind}`)} ·{' '}
            {t(`settings.source.${scan.source}`)}
          </>
        ) : isWaiting ? (
          t('settings.testSwipeWait')
        ) : (
          t('settings.testSwipeNone')
        )}
      </div>
    </div>
  )
}
