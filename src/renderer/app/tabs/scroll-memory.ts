import { useLayoutEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { readOfWindow, storeInWindow } from '#renderer/core/storage.ts'

const STORED_AS = 'pitlane.scroll'
/** Stop waiting for the page's content after this time, or when the user scrolls. */
const CONTENT_TIMEOUT_MS = 20_000

/** The scroll positions of history entries and of open tabs. */
const entries = new Map((readOfWindow(STORED_AS) ?? []) as [string, number][])
const tabs = new Map<string, number>()
let isMoving = false

/** Sets the paths of the open tabs: only those keep their scroll position. */
export function retainScrollOf(paths: readonly string[]): void {
  const open = new Set(paths.map((path) => path.toLowerCase()))
  for (const path of tabs.keys()) if (!open.has(path)) tabs.delete(path)
  for (const path of open) if (!tabs.has(path)) tabs.set(path, 0)
}

/** A new page starts at the top (spec §2); Back and open tabs restore their scroll position. */
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: another query of the same page keeps the position
  useLayoutEffect(() => goTo((isBack ? entries.get(key) : undefined) ?? tabs.get(path) ?? 0), [path])

  useLayoutEffect(() => {
    const savePosition = () => {
      if (isMoving) return
      entries.set(key, scrollY)
      if (tabs.has(path)) tabs.set(path, scrollY)
    }
    addEventListener('scroll', savePosition, { passive: true })
    return () => removeEventListener('scroll', savePosition)
  }, [key, path])
}

/** Scrolls as soon as the page is long enough, unless the user scrolls first. */
function goTo(top: number): () => void {
  const until = Date.now() + CONTENT_TIMEOUT_MS
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
    // Newer browsers return a promise, which is ignored.
    void scrollTo(0, top)
    stop()
  }
  isMoving = true
  for (const end of ['wheel', 'touchstart', 'keydown', 'pointerdown']) addEventListener(end, stop, { passive: true })
  if (top > 0) void scrollTo(0, 0)
  move()
  return stop
}
