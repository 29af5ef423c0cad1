import { BrowserWindow, screen } from 'electron'
import type { Log } from '#main/core/log.ts'
import type { GuestPicture } from '#shared/ipc/customer-display.ts'
import { GUEST_CHANNEL } from '#shared/ipc/guest-channel.ts'
import { GUEST_URL } from './own-page.ts'
import { sandboxedPreferences } from './window.ts'

export interface GuestWindow {
  /** Shows or closes the window, on the second screen if there is one. */
  setOpen(isOpen: boolean): void
  show(picture: GuestPicture | null): void
}

/**
 * The guest screen. It receives one channel and can make no calls, because it is not among the
 * windows of the IPC hub.
 */
export function createGuestWindow(preloadPath: string, log: Log): GuestWindow {
  let window: BrowserWindow | null = null
  let last: GuestPicture | null = null

  const sendPicture = (): void => {
    if (last && window && !window.isDestroyed()) window.webContents.send(GUEST_CHANNEL, last)
  }

  function open(): void {
    const primary = screen.getPrimaryDisplay()
    const second = screen.getAllDisplays().find(({ id }) => id !== primary.id)
    const opened = new BrowserWindow({
      ...(second ? { x: second.bounds.x, y: second.bounds.y, fullscreen: true } : {}),
      width: 1024,
      height: 768,
      show: false,
      title: 'Pitlane',
      backgroundColor: '#14112e',
      webPreferences: sandboxedPreferences(preloadPath),
    })
    window = opened
    opened.on('closed', () => {
      if (window === opened) window = null
    })
    opened.once('ready-to-show', () => opened.show())
    opened.webContents.on('did-finish-load', sendPicture)
    opened.loadURL(GUEST_URL).catch((error: unknown) => log.warn("the guests' screen cannot be shown", { error }))
  }

  return {
    setOpen(isOpen) {
      if (isOpen && !window) open()
      if (!isOpen) window?.destroy()
    },
    show(picture) {
      last = picture
      sendPicture()
    },
  }
}
