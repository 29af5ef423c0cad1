import { App } from 'antd'
import { type ReactNode, Suspense } from 'react'
import { useText } from '#renderer/core/locale.ts'
import { CrashGuard } from './crash-guard.tsx'

interface PartProps {
  children: ReactNode
  fallback?: ReactNode
  /** Called when the part fails to load, so that it can be requested again. */
  onFailed?(): void
}

/** A part of the frame that is loaded on demand; if that fails the page stays and a message is shown. */
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
