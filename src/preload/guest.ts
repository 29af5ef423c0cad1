import { contextBridge, ipcRenderer } from 'electron'
import { GUEST_CHANNEL } from '#shared/ipc/guest-channel.ts'

let last: { picture: unknown } | null = null
let notify: ((picture: unknown) => void) | null = null
// A message received before the page listens is shown first.
ipcRenderer.on(GUEST_CHANNEL, (_event, picture: unknown) => {
  last = { picture }
  notify?.(picture)
})

/** The guest screen only receives its content and cannot make calls. */
contextBridge.exposeInMainWorld('pitlaneGuest', {
  onPicture(listener: (picture: unknown) => void): void {
    notify = listener
    if (last) listener(last.picture)
  },
})
