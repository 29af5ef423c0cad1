import { ipcMain } from 'electron'
import { isOwnPage } from '#main/core/windows/own-page.ts'
import { ownWindows } from '#main/core/windows/window.ts'
import type { IpcGroup } from '#shared/core/ipc.ts'
import { createIpcHub, type IpcHub } from './ipc-hub.ts'
import type { Log } from './log.ts'

/** Creates the hub on Electron's `ipcMain`, which no other code uses. */
export const openIpc = (contract: Record<string, IpcGroup>, log: Log): IpcHub =>
  createIpcHub({
    main: ipcMain,
    contract,
    windows: () =>
      ownWindows().map(({ webContents }) => ({
        id: webContents.id,
        send: (channel, payload) => webContents.send(channel, payload),
      })),
    isOwnPage,
    log,
  })
