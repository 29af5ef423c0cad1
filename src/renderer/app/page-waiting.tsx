import { useEffect, useState } from 'react'
import { Crashed } from './crash-guard.tsx'

/** Spec §9: a chunk that has not arrived by then counts as missing. */
const SLOW_AFTER_MS = 120_000

/** The placeholder of a page while its code or the permissions load; nothing moves when they arrive. */
export function PageWaiting() {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  if (isSlow) return <Crashed crash="chunk" />
  return (
    <div className="pl-page pl-page-waiting" aria-busy="true">
      <span />
      <span />
      <span />
    </div>
  )
}
