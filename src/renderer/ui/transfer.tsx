import { Button, Progress } from 'antd'
import { useRef, useState } from 'react'
import type { Transfer } from '#renderer/core/carrier.ts'
import { useText } from '#renderer/core/locale.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import './transfer.css'

interface Moving {
  share: number | null
  direction: 'sent' | 'received'
  cancel(): void
}

/** A file on its way, how far it is, and a way to leave it. */
export function useTransfer() {
  const [moving, setMoving] = useState<Moving | null>(null)
  const current = useRef<AbortController | null>(null)
  return {
    moving,
    /** Answers undefined when somebody left it; other failures are the caller's to tell. */
    async run<T>(work: (transfer: Transfer) => Promise<T>): Promise<T | undefined> {
      const stop = new AbortController()
      current.current = stop
      const cancel = () => stop.abort()
      setMoving({ share: null, direction: 'sent', cancel })
      try {
        return await work({
          signal: stop.signal,
          onProgress: (share, direction) => setMoving((old) => (old ? { ...old, share, direction } : old)),
        })
      } catch (error) {
        if (stop.signal.aborted) return undefined
        throw error
      } finally {
        if (current.current === stop) setMoving(null)
      }
    },
  }
}

/** What a file on its way looks like; nothing while none is. */
export function TransferProgress({ moving, label }: { moving: Moving | null; label?: string }) {
  const { t } = useText()
  // A terminal's main process carries it, tells nothing on the way, and goes on to the end.
  const isCarried = usePlatform().kind === 'terminal'
  if (!moving) return null
  const { share, direction, cancel } = moving
  // All is sent, or nothing is said of how much there is: the server is at work.
  const isKnown = share !== null && !(direction === 'sent' && share >= 1)
  const percent = Math.round((share ?? 0) * 100)
  const said = isKnown
    ? t(direction === 'sent' ? 'transfer.sent' : 'transfer.received', { share: percent })
    : t(isCarried ? 'transfer.carried' : 'transfer.waiting')
  return (
    <div className="pl-transfer" role="status">
      <span>{label ? `${label} · ${said}` : said}</span>
      <Progress
        className={isKnown ? 'pl-transfer-bar' : 'pl-transfer-bar pl-transfer-open'}
        aria-hidden="true"
        percent={isKnown ? percent : 100}
        status={isKnown ? 'normal' : 'active'}
        showInfo={false}
        size="small"
      />
      <Button size="small" onClick={cancel}>
        {t(isCarried ? 'transfer.leave' : 'transfer.cancel')}
      </Button>
    </div>
  )
}
