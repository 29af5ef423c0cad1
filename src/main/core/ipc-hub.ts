import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { AppError, type ErrorCode, type ErrorDetails } from '#shared/core/errors.ts'
import { type IpcGroup, type IpcHandlers, type IpcReply, ipcChannel } from '#shared/core/ipc.ts'
import type { Log } from './log.ts'

/** The part of Electron's `WebFrameMain` that decides whether a call is answered. */
export interface IpcFrame {
  readonly url: string
  readonly parent: unknown
}

export interface IpcCallEvent {
  readonly sender: { readonly id: number }
  /** Null if the frame is gone. */
  readonly senderFrame: IpcFrame | null
}

export interface IpcMainLike {
  handle(channel: string, listener: (event: IpcCallEvent, input: unknown) => Promise<IpcReply<unknown>>): void
}

/** A window opened by this program. */
export interface IpcWindow {
  readonly id: number
  send(channel: string, payload: unknown): void
}

export interface IpcHub {
  /** Registers the handlers of a group; once per group. */
  registerIpc<G extends IpcGroup>(group: string, definition: G, handlers: IpcHandlers<G>): void
  /** Sends an event to all own windows; an invalid payload is a bug and is not sent. */
  emit(group: string, event: string, payload: unknown): void
  /** Whether a call of a page was answered yet. */
  hasAnswered(): boolean
}

export interface IpcHubOptions {
  main: IpcMainLike
  /** All groups of the contract, for events. */
  contract: Record<string, IpcGroup>
  /** The open windows of this program. */
  windows: () => readonly IpcWindow[]
  /** Whether a URL is one of our pages. */
  isOwnPage: (url: string) => boolean
  log: Log
}

type Failure = Extract<IpcReply<never>, { ok: false }>

/** The single entry point of calls from windows: checks sender, input and result. */
export function createIpcHub({ main, contract, windows, isOwnPage, log }: IpcHubOptions): IpcHub {
  let hasAnswered = false
  /** Refuses foreign pages and subframes, which could otherwise use the counter's devices. */
  const refusal = ({ sender, senderFrame }: IpcCallEvent): string | null => {
    if (!windows().some(({ id }) => id === sender.id)) return 'a window that this program did not open'
    if (senderFrame === null) return 'a frame that has gone'
    if (senderFrame.parent !== null) return 'a frame inside the page'
    if (!isOwnPage(senderFrame.url)) return 'a page that is not ours'
    return null
  }

  const answer = async (
    channel: string,
    call: { input: z.ZodType; result: z.ZodType },
    handler: (input: unknown) => Promise<unknown>,
    event: IpcCallEvent,
    raw: unknown,
  ): Promise<IpcReply<unknown>> => {
    const reason = refusal(event)
    if (reason !== null) {
      log.warn('ipc call refused', { channel, reason })
      return failed('auth.forbidden')
    }
    const input = call.input.safeParse(raw)
    if (!input.success) {
      const [issue] = input.error.issues
      const field = issue?.path.join('.') ?? ''
      log.warn('ipc call with invalid input', { channel, field, reason: issue?.message })
      return failed('common.invalidInput', { field, reason: issue?.message })
    }
    try {
      const value = call.result.parse(await handler(input.data))
      hasAnswered = true
      return { ok: true, value }
    } catch (error) {
      if (error instanceof AppError) return failed(error.code, error.details)
      const requestId = randomUUID()
      log.error('ipc call failed', { channel, requestId, error })
      return failed('common.internal', { requestId })
    }
  }

  return {
    hasAnswered: () => hasAnswered,
    registerIpc(group, definition, handlers) {
      for (const [name, call] of Object.entries(definition.calls)) {
        const handler = (handlers as Record<string, (input: unknown) => Promise<unknown>>)[name]
        if (!handler) throw new Error(`no handler for ${group}.${name}`)
        const channel = ipcChannel(group, name)
        main.handle(channel, (event, input) => answer(channel, call, handler, event, input))
      }
    },
    emit(group, event, payload) {
      const channel = ipcChannel(group, event)
      const checked = contract[group]?.events[event]?.safeParse(payload)
      if (!checked?.success) {
        log.error('ipc event not sent', { channel, error: checked?.error ?? 'no such event' })
        return
      }
      for (const window of windows()) window.send(channel, checked.data)
    },
  }
}

const failed = (code: ErrorCode, details: ErrorDetails = {}): Failure => ({ ok: false, error: { code, details } })
