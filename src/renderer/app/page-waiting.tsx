import { useEffect, useState } from 'react'
import { Crashed } from './crash-guard.tsx'

/** Spec §9: a part of the program that has not arrived by then is missing. */
const PATIENCE_MS = 120_000

/** The place of a page while its code or its rights arrive; nothing moves when they do. */
export function PageWaiting() {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])
  if (isLate) return <Crashed crash="chunk" />
  return (
    <div className="pl-page pl-page-waiting" aria-busy="true">
      <span />
      <span />
      <span />
    </div>
  )
}
