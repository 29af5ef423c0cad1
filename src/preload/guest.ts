import { contextBridge, ipcRenderer } from 'electron'
import { GUEST_CHANNEL } from '#shared/ipc/guest-channel.ts'

let last: { picture: unknown } | null = null
let tell: ((picture: unknown) => void) | null = null
// What comes before the page listens is what it shows first.
ipcRenderer.on(GUEST_CHANNEL, (_event, picture: unknown) => {
  last = { picture }
  tell?.(picture)
})

/** The guests' screen hears what it shows, and has nothing to ask. */
contextBridge.exposeInMainWorld('pitlaneGuest', {
  onPicture(listener: (picture: unknown) => void): void {
    tell = listener
    if (last) listener(last.picture)
  },
})
