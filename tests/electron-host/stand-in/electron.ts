import { missing } from './refusing.ts'

export { app, dialog, Menu, powerMonitor, protocol, safeStorage, screen, session } from './app.ts'
export { BrowserWindow } from './browser-window.ts'
export { ipcMain } from './ipc-main.ts'

/** There is no browser beside the pages. */
export const shell = { openExternal: async (): Promise<void> => undefined }

// Exported nevertheless, so that using one gives a readable error instead of a link error.
export const autoUpdater = missing('autoUpdater')
export const BaseWindow = missing('BaseWindow')
export const clipboard = missing('clipboard')
export const contentTracing = missing('contentTracing')
export const crashReporter = missing('crashReporter')
export const desktopCapturer = missing('desktopCapturer')
export const globalShortcut = missing('globalShortcut')
export const MenuItem = missing('MenuItem')
export const MessageChannelMain = missing('MessageChannelMain')
export const nativeImage = missing('nativeImage')
export const nativeTheme = missing('nativeTheme')
export const net = missing('net')
export const netLog = missing('netLog')
export const Notification = missing('Notification')
export const powerSaveBlocker = missing('powerSaveBlocker')
export const systemPreferences = missing('systemPreferences')
export const Tray = missing('Tray')
export const utilityProcess = missing('utilityProcess')
export const View = missing('View')
export const webContents = missing('webContents')
export const WebContentsView = missing('WebContentsView')
export const webFrameMain = missing('webFrameMain')
