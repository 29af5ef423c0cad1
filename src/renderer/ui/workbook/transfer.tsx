import { Button, Progress } from 'antd'
import { useRef, useState } from 'react'
import type { Transfer } from '#renderer/core/http/http-transport.ts'
import { useText } from '#renderer/core/locale.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import './transfer.css'

interface Moving {
  share: number | null
  direction: 'sent' | 'received'
  cancel(): void
}

/** Runs a file transfer with its progress and a way to cancel it. */
export function useTransfer() {
  const [moving, setMoving] = useState<Moving | null>(null)
  const current = useRef<AbortController | null>(null)
  return {
    moving,
    /** Resolves to undefined when the user cancelled; other errors are rethrown for the caller to show. */
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

/** The progress of a transfer; renders nothing while there is none. */
export function TransferProgress({ moving, label }: { moving: Moving | null; label?: string }) {
  const { t } = useText()
  // On a terminal the main process transfers the file; it reports no progress and cannot be cancelled.
  const isCarried = usePlatform().kind === 'terminal'
  if (!moving) return null
  const { share, direction, cancel } = moving
  // All is sent, or the total is unknown: the server is processing.
  const isKnown = share !== null && !(direction === 'sent' && share >= 1)
  const percent = Math.round((share ?? 0) * 100)
  const status = isKnown
    ? t(direction === 'sent' ? 'transfer.sent' : 'transfer.received', { share: percent })
    : t(isCarried ? 'transfer.carried' : 'transfer.waiting')
  return (
    <div className="pl-transfer" role="status">
      <span>{label ? `${label} · ${status}` : status}</span>
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
