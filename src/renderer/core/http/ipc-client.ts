import { AppError, type ErrorCode, type ErrorDetails } from '#shared/core/errors.ts'
import { type IpcBridge, type IpcClient, type IpcGroup, ipcChannel } from '#shared/core/ipc.ts'

declare global {
  interface Window {
    /** The terminal's bridge; absent in the web build. */
    pitlane?: IpcBridge
  }
}

/** A typed client of the bridge; a refused call rejects with the `AppError` from main. */
export function createIpcClient<C extends Record<string, IpcGroup>>(bridge: IpcBridge, contract: C): IpcClient<C> {
  const groups = Object.entries(contract).map(([group, { calls, events }]) => {
    const call = (name: string) => async (input: unknown) => {
      const reply = await bridge.invoke(ipcChannel(group, name), input)
      if (reply.ok) return reply.value
      // Main only sends codes of the catalogue, which the bridge's type does not express.
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
