import { type ReactNode, Suspense } from 'react'
import { CrashGuard } from './crash-guard.tsx'
import { PageWaiting } from './page-waiting.tsx'

/** One page: what goes wrong in it leaves the frame standing. */
export const Framed = ({ children }: { children: ReactNode }) => (
  <CrashGuard>
    <Suspense fallback={<PageWaiting />}>{children}</Suspense>
  </CrashGuard>
)
