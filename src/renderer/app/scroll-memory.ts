import { useLayoutEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { readOfWindow, storeInWindow } from '#renderer/core/storage.ts'

const STORED_AS = 'pitlane.scroll'
/** What has not arrived by then is not waited for; whoever has moved before is left alone. */
const PATIENCE_MS = 20_000

/** How far down each entry of the browser's history was read, and each open tab. */
const entries = new Map((readOfWindow(STORED_AS) ?? []) as [string, number][])
const tabs = new Map<string, number>()
let isMoving = false

/** Tells which pages are open as tabs: only those are found again where they were left when one goes to them. */
export function keepScrollOf(paths: readonly string[]): void {
  const open = new Set(paths.map((path) => path.toLowerCase()))
  for (const path of tabs.keys()) if (!open.has(path)) tabs.delete(path)
  for (const path of open) if (!tabs.has(path)) tabs.set(path, 0)
}

/** Going somewhere begins at the top (spec §2); going back, or back to a tab, shows what was in sight there. */
export function useScrollMemory(): void {
  const { key, pathname } = useLocation()
  const isBack = useNavigationType() === 'POP'
  const path = pathname.toLowerCase()

  useLayoutEffect(() => {
    history.scrollRestoration = 'manual'
    const leave = () => storeInWindow(STORED_AS, [...entries].slice(-50))
    addEventListener('pagehide', leave)
    return () => removeEventListener('pagehide', leave)
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another address of the same page stays where it is
  useLayoutEffect(() => goTo((isBack ? entries.get(key) : undefined) ?? tabs.get(path) ?? 0), [path])

  useLayoutEffect(() => {
    const keep = () => {
      if (isMoving) return
      entries.set(key, scrollY)
      if (tabs.has(path)) tabs.set(path, scrollY)
    }
    addEventListener('scroll', keep, { passive: true })
    return () => removeEventListener('scroll', keep)
  }, [key, path])
}

/** Scrolls there as soon as the page is long enough, unless the person moves first. */
function goTo(top: number): () => void {
  const until = Date.now() + PATIENCE_MS
  let frame = 0
  function stop(): void {
    isMoving = false
    cancelAnimationFrame(frame)
    for (const end of ['wheel', 'touchstart', 'keydown', 'pointerdown']) removeEventListener(end, stop)
  }
  function move(): void {
    const isLongEnough = document.documentElement.scrollHeight - innerHeight >= top
    if (!isLongEnough && Date.now() < until) {
      frame = requestAnimationFrame(move)
      return
    }
    // Newer browsers answer with a promise, which nobody waits for.
    void scrollTo(0, top)
    stop()
  }
  isMoving = true
  for (const end of ['wheel', 'touchstart', 'keydown', 'pointerdown']) addEventListener(end, stop, { passive: true })
  if (top > 0) void scrollTo(0, 0)
  move()
  return stop
}
