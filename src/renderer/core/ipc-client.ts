import { AppError, type ErrorCode, type ErrorDetails } from '#shared/core/errors.ts'
import { type IpcBridge, type IpcClient, type IpcGroup, ipcChannel } from '#shared/core/ipc.ts'

declare global {
  interface Window {
    /** The terminal's bridge; absent in the web build. */
    pitlane?: IpcBridge
  }
}

/** The typed view of the bridge; a refused call rejects with the AppError that main answered. */
export function createIpcClient<C extends Record<string, IpcGroup>>(bridge: IpcBridge, contract: C): IpcClient<C> {
  const groups = Object.entries(contract).map(([group, { calls, events }]) => {
    const call = (name: string) => async (input: unknown) => {
      const reply = await bridge.invoke(ipcChannel(group, name), input)
      if (reply.ok) return reply.value
      // Main answers only codes of the catalogue; the bridge's type does not know that.
      throw new AppError(reply.error.code as ErrorCode, (reply.error.details ?? {}) as ErrorDetails)
    }
    const on = (event: string, listener: (payload: unknown) => void) => {
      if (!Object.hasOwn(events, event)) throw new Error(`no event ${group}.${event}`)
      return bridge.on(ipcChannel(group, event), listener)
    }
    return [group, { ...Object.fromEntries(Object.keys(calls).map((name) => [name, call(name)])), on }]
  })
  return Object.fromEntries(groups) as IpcClient<C>
}
