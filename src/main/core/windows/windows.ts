import { app } from 'electron'
import { applyAutostart } from '#main/core/autostart.ts'
import { createCloseGuard } from '#main/core/closing.ts'
import type { Log } from '#main/core/log.ts'
import type { OpenWork } from '#shared/ipc/app.ts'
import type { StationSettings, WindowMode } from '#shared/ipc/station.ts'
import { createGuestWindow } from './guest-window.ts'
import type { ShellPort } from './shell.ts'
import { isPageAlive, openWindow, preloadIn, showAs } from './window.ts'

interface WindowsDeps {
  outDir: string
  openWork(): OpenWork
  /** Asks the user whether the program may end. */
  confirmClose(work: OpenWork): void
  log: Log
}

/** Manages the windows of this terminal: the counter's, and the guest screen if the settings enable it. */
export function createWindows({ outDir, openWork, confirmClose, log }: WindowsDeps) {
  const guests = createGuestWindow(preloadIn(outDir, 'guest'), log)
  let mode: WindowMode = 'window'
  let station: StationSettings | null = null
  let isOpen = false
  const closeGuard = createCloseGuard({
    openWork,
    canConfirm: isPageAlive,
    isKiosk: () => mode === 'kiosk',
    confirm: confirmClose,
    quit: () => app.quit(),
  })
  app.on('before-quit', closeGuard.markEnding)

  const port: ShellPort = {
    applySettings(next) {
      if (next.autostart !== station?.autostart) applyAutostart(next.autostart, log)
      station = next
      mode = next.window
      showAs(mode)
      if (isOpen) guests.setOpen(next.guestScreen)
    },
    showGuests: guests.show,
    answerClose: closeGuard.answer,
  }

  return {
    port,
    /** Opens the counter's window, then the guest screen if it is enabled. */
    async open(): Promise<void> {
      await openWindow({
        preloadPath: preloadIn(outDir, 'index'),
        mode,
        mayClose: closeGuard.mayClose,
        // Without the counter the guest screen would keep the program running.
        onClosed: () => guests.setOpen(false),
        log,
      })
      isOpen = true
      guests.setOpen(station?.guestScreen ?? false)
    },
    updateHour: (): number | null => station?.updateHour ?? null,
  }
}
