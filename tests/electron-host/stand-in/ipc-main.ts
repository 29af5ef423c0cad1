import { KnownEvents, refusing } from './refusing.ts'

type Handler = (event: unknown, ...args: unknown[]) => unknown

class IpcMain extends KnownEvents {
  readonly handlers = new Map<string, Handler>()

  constructor() {
    super('ipcMain', [])
  }

  // Any channel may have a listener: the names are the product's, not Electron's.
  override check(): void {}

  handle(channel: string, handler: Handler): void {
    if (this.handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`)
    this.handlers.set(channel, handler)
  }

  removeHandler(channel: string): void {
    this.handlers.delete(channel)
  }

  async answer(channel: string, event: unknown, args: unknown[]): Promise<{ ok: boolean; value: unknown }> {
    const handler = this.handlers.get(channel)
    try {
      if (!handler) throw new Error(`No handler registered for '${channel}'`)
      return { ok: true, value: await handler(event, ...args) }
    } catch (error) {
      // Electron forwards only the message.
      return { ok: false, value: `Error invoking remote method '${channel}': ${String(error)}` }
    }
  }
}

export const theIpcMain = new IpcMain()
export const ipcMain = refusing('ipcMain', theIpcMain)
