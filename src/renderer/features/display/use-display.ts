import { replaceEqualDeep } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { socketUrl } from '#renderer/core/addresses/server-address.ts'
import { client } from '#renderer/core/client.ts'
import { reconnectMs } from '#renderer/core/realtime.ts'
import { readStored, store } from '#renderer/core/storage.ts'
import { AppError } from '#shared/core/errors.ts'
import { DisplayState } from '#shared/features/display/screens.schema.ts'

/** The close code of an invalid key. */
const KEY_ENDED = 4401
/** The server sends at least every 20 s, so a silent socket is dead. */
const SILENT_MS = 50_000

export interface Shown {
  state: DisplayState | null
  /** When that was received, by this computer's clock. */
  at: number
  isLive: boolean
  /** The key is no longer valid. */
  isEnded: boolean
}

const storageKeyOf = (key: string): string => `pitlane.display.${key.slice(0, 8)}`

/** The last state, stored for a start without network. */
function storedState(key: string): Shown {
  const stored = readStored(storageKeyOf(key)) as { at?: unknown; state?: unknown } | null
  const state = DisplayState.safeParse(stored?.state)
  const at = typeof stored?.at === 'number' ? stored.at : 0
  return { state: state.success ? state.data : null, at, isLive: false, isEnded: false }
}

/**
 * The live state of the screen with this key; the last state stays while the network is away. Unchanged parts keep
 * their identity, so that a lap re-renders one row only.
 */
export function useDisplay(key: string): Shown {
  const [shown, setShown] = useState<Shown>(() => storedState(key))
  useEffect(() => {
    let socket: WebSocket | null = null
    let again: ReturnType<typeof setTimeout> | undefined
    let silence: ReturnType<typeof setTimeout> | undefined
    let isOver = false

    const take = (next: DisplayState, isLive: boolean) => {
      const at = Date.now()
      store(storageKeyOf(key), { at, state: next })
      setShown((before) => ({ state: replaceEqualDeep(before.state, next), at, isLive, isEnded: false }))
    }
    const end = () => {
      isOver = true
      clearTimeout(again)
      setShown((before) => ({ ...before, isLive: false, isEnded: true }))
    }
    const lost = () => {
      clearTimeout(silence)
      if (socket) socket.onopen = socket.onmessage = socket.onclose = socket.onerror = null
      socket?.close()
      socket = null
      if (isOver) return
      setShown((before) => (before.isLive ? { ...before, isLive: false } : before))
      again = setTimeout(open, reconnectMs())
      // Where web sockets are blocked, for example by an old proxy, it polls.
      client.display.state({ query: { key } }).then(
        ({ result }) => isOver || take(result, true),
        (error: unknown) => error instanceof AppError && error.code === 'display.keyUnknown' && end(),
      )
    }
    const onReceived = () => {
      clearTimeout(silence)
      silence = setTimeout(lost, SILENT_MS)
    }
    function open(): void {
      // The key is sent as a second subprotocol, because URLs end up in logs.
      socket = new WebSocket(socketUrl('/game/display/live'), ['pitlane', key])
      onReceived()
      socket.onmessage = ({ data }) => {
        onReceived()
        take(JSON.parse(String(data)) as DisplayState, true)
      }
      socket.onclose = ({ code }) => (code === KEY_ENDED ? end() : lost())
      socket.onerror = lost
    }
    open()
    return () => {
      isOver = true
      clearTimeout(again)
      clearTimeout(silence)
      socket?.close()
    }
  }, [key])
  return shown
}
