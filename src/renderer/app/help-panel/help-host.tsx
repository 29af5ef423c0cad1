import { lazy, Suspense, useEffect } from 'react'
import { useLocation } from 'react-router'
import { CrashGuard } from '#renderer/app/crash-guard.tsx'
import { closeHelp, enterHelp, isInHelp, leaveHelp, openHelp, useHelp } from '#renderer/core/help.ts'
import { isCovered, isTyping, useHotkeys } from '#renderer/core/keyboard/hotkeys.ts'
import { isDropped } from '#renderer/core/keyboard/type-ahead.ts'

const HelpPanel = lazy(async () => ({ default: (await import('./help-panel.tsx')).HelpPanel }))

/** Guests see these pages, and no help for them. */
const GUEST_PAGES = '/game/'
/** The screen of a locked counter is a dialog with help of its own. */
const LOCK = '.pl-lock'

/** `?` opens the help, and moves between it and the screen while it is open; Escape closes it where the screen has no use for it. */
export function HelpHost() {
  const isOpen = useHelp((state) => state.isOpen)
  const hasHelp = !useLocation().pathname.startsWith(GUEST_PAGES)
  useHotkeys((event) => {
    const { key, target, ctrlKey, metaKey, altKey } = event
    if (ctrlKey || metaKey || altKey || isTyping(target) || isDropped(event) || isCovered(LOCK)) return false
    if (key === 'Escape' && isOpen) {
      // The handlers of the screen come later: the counter clears the guest, the board its plan.
      setTimeout(() => {
        if (!event.defaultPrevented) closeHelp()
      })
      return false
    }
    if ((key !== '?' && key !== '？') || !hasHelp) return false
    if (!isOpen) openHelp()
    else if (isInHelp()) leaveHelp()
    else enterHelp()
    return true
  })
  useEffect(() => {
    if (!hasHelp) closeHelp()
  }, [hasHelp])
  return isOpen ? (
    <CrashGuard onCrash={closeHelp}>
      <Suspense fallback={null}>
        <HelpPanel />
      </Suspense>
    </CrashGuard>
  ) : null
}
