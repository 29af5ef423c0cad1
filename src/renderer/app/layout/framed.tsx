import { type ReactNode, Suspense } from 'react'
import { CrashGuard } from '#renderer/app/crash-guard.tsx'
import { PageWaiting } from '#renderer/app/page-waiting.tsx'

/** Wraps one page, so that an error in it does not affect the frame. */
export const Framed = ({ children }: { children: ReactNode }) => (
  <CrashGuard>
    <Suspense fallback={<PageWaiting />}>{children}</Suspense>
  </CrashGuard>
)
