import { App } from 'antd'
import { type ReactNode, Suspense } from 'react'
import { useText } from '#renderer/core/locale.ts'
import { CrashGuard } from './crash-guard.tsx'

interface PartProps {
  children: ReactNode
  fallback?: ReactNode
  /** Told when it cannot be had, to be asked for again later. */
  onFailed?(): void
}

/** A part of the frame that is loaded when it is needed: without it the page stays, and the person is told. */
export function Part({ children, fallback = null, onFailed }: PartProps) {
  const { t } = useText()
  const { message } = App.useApp()
  const failed = (crash: 'page' | 'chunk') => {
    void message.warning(t(crash === 'chunk' ? 'error.chunkHint' : 'error.pageCrashedHint'))
    onFailed?.()
  }
  return (
    <CrashGuard onCrash={failed}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </CrashGuard>
  )
}
