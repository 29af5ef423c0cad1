import { z } from 'zod'

/** A call of the window; both sides check it against these schemas at run time. */
export interface IpcCall<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  input: I
  result: O
}

export type IpcCalls = Record<string, IpcCall>
/** Events that the terminal sends to the window; names are in the past tense. */
export type IpcEvents = Record<string, z.ZodType>

export interface IpcGroup<C extends IpcCalls = IpcCalls, E extends IpcEvents = IpcEvents> {
  calls: C
  events: E
}

/** One capability of the terminal: the calls that a window may make, and the events that it may receive. */
export const ipcGroup = <C extends IpcCalls, E extends IpcEvents>(calls: C, events: E): IpcGroup<C, E> => ({
  calls,
  events,
})

/** Sent over the bridge instead of a thrown error, because Electron forwards only an error's message. */
export type IpcReply<T> = { ok: true; value: T } | { ok: false; error: { code: string; details?: unknown } }

/** The channel name of a call or event; the preload forwards `app:` channels only. */
export const ipcChannel = (group: string, name: string): string => `app:${group}.${name}`

type GroupClient<G extends IpcGroup> = {
  [K in keyof G['calls']]: (input: z.input<G['calls'][K]['input']>) => Promise<z.output<G['calls'][K]['result']>>
} & {
  /** Listens to an event and returns the function that stops listening. */
  on<K extends keyof G['events']>(event: K, listener: (payload: z.output<G['events'][K]>) => void): () => void
}

/** The window's typed view of a whole IPC contract. */
export type IpcClient<C extends Record<string, IpcGroup>> = { [K in keyof C]: GroupClient<C[K]> }

/** The handlers that main registers for one group: parsed input in, a result that the schema accepts out. */
export type IpcHandlers<G extends IpcGroup> = {
  [K in keyof G['calls']]: (input: z.output<G['calls'][K]['input']>) => Promise<z.input<G['calls'][K]['result']>>
}

/** The bridge that the preload exposes as `window.pitlane`; the renderer builds the typed client on it. */
export interface IpcBridge {
  invoke(channel: string, input: unknown): Promise<IpcReply<unknown>>
  on(channel: string, listener: (payload: unknown) => void): () => void
}

/** The same schema without defaults and with unknown keys refused, recursively. */
export function strictShape(schema: z.ZodObject): z.ZodObject {
  const fields = Object.entries(schema.shape).map(([name, field]) => {
    const inner = field instanceof z.ZodDefault || field instanceof z.ZodPrefault ? field.unwrap() : field
    if (inner instanceof z.ZodObject) return [name, strictShape(inner)]
    if (!(inner instanceof z.ZodArray && inner.element instanceof z.ZodObject)) return [name, inner]
    return [name, inner.clone({ ...inner.def, element: strictShape(inner.element) })]
  })
  return z.strictObject(Object.fromEntries(fields))
}
