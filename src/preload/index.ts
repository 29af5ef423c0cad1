import { contextBridge, ipcRenderer } from 'electron'
import type { IpcBridge } from '#shared/core/ipc.ts'

/** Pages may use the contract's channels only; payloads are checked in the main process. */
function checked(channel: string): string {
  if (typeof channel !== 'string' || !channel.startsWith('app:')) throw new Error(`channel refused: ${String(channel)}`)
  return channel
}

const bridge: IpcBridge = {
  invoke: (channel, input) => ipcRenderer.invoke(checked(channel), input),
  on(channel, listener) {
    const name = checked(channel)
    const forward = (_event: unknown, payload: unknown) => listener(payload)
    ipcRenderer.on(name, forward)
    return () => {
      ipcRenderer.removeListener(name, forward)
    }
  },
}

contextBridge.exposeInMainWorld('pitlane', bridge)
