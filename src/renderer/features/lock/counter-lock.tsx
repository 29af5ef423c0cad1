import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useLive } from '#renderer/core/hooks.ts'
import { replayTyped } from '#renderer/core/keyboard/type-ahead.ts'
import { queryClient } from '#renderer/core/query.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import type { LockPort } from '#renderer/platform/platform.ts'
import { LockScreen } from './lock-screen.tsx'
import { inertBesides } from './others-inert.ts'

/** Wraps everything behind the sign-in. While the counter is locked it stays mounted, but is hidden and takes no keys. */
export function CounterLock({ children }: { children: ReactNode }) {
  const { lock } = usePlatform()
  return (
    <>
      {children}
      {lock ? <Watch lock={lock} /> : null}
    </>
  )
}

const signs = ['keydown', 'pointerdown', 'wheel', 'touchstart'] as const

function Watch({ lock }: { lock: LockPort }) {
  const { locked } = useLive(lock.state)
  const wasLocked = useRef(locked)
  useEffect(() => {
    const touch = () => lock.touch()
    for (const sign of signs) window.addEventListener(sign, touch, { capture: true, passive: true })
    return () => {
      for (const sign of signs) window.removeEventListener(sign, touch, { capture: true })
    }
  }, [lock])
  useEffect(() => {
    // Requests made while locked may have been refused.
    if (wasLocked.current && !locked) {
      void queryClient.invalidateQueries()
      replayTyped('unlock')
    }
    wasLocked.current = locked
  }, [locked])
  return locked ? <Cover lock={lock} /> : null
}

function Cover({ lock }: { lock: LockPort }) {
  const [own] = useState(() => document.createElement('div'))
  // Before the password field takes the focus: an open dialog would take it back.
  useLayoutEffect(() => {
    document.body.append(own)
    const giveBack = inertBesides(own)
    return () => {
      giveBack()
      own.remove()
    }
  }, [own])
  return createPortal(<LockScreen lock={lock} />, own)
}
