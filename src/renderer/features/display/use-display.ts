import { replaceEqualDeep } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { socketUrl } from '#renderer/core/server-address.ts'
import { readStored, store } from '#renderer/core/storage.ts'
import { AppError } from '#shared/core/errors.ts'
import { DisplayState } from '#shared/features/display/screens.schema.ts'

/** The server's reason for closing when a key is good for nothing any more. */
const KEY_ENDED = 4401
const RECONNECT_MS = 5000
/** The server says something every 20 s at least: a socket that is silent for longer is dead, whatever it says of itself. */
const SILENT_MS = 50_000

export interface Shown {
  state: DisplayState | null
  /** When that was true, by this computer's clock. */
  at: number
  isLive: boolean
  /** The key is good for nothing any more. */
  isEnded: boolean
}

const keptAs = (key: string): string => `pitlane.display.${key.slice(0, 8)}`

/** What this screen showed last, so that it has something to show where the network is away when it is switched on. */
function kept(key: string): Shown {
  const stored = readStored(keptAs(key)) as { at?: unknown; state?: unknown } | null
  const state = DisplayState.safeParse(stored?.state)
  const at = typeof stored?.at === 'number' ? stored.at : 0
  return { state: state.success ? state.data : null, at, isLive: false, isEnded: false }
}

/**
 * What the screen with this key shows, live; what it has stays while the network is away. Parts that did not change stay the same objects,
 * so that a lap draws one row anew and not the screen.
 */
export function useDisplay(key: string): Shown {
  const [shown, setShown] = useState<Shown>(() => kept(key))
  useEffect(() => {
    let socket: WebSocket | null = null
    let again: ReturnType<typeof setTimeout> | undefined
    let silence: ReturnType<typeof setTimeout> | undefined
    let isOver = false

    const take = (next: DisplayState, isLive: boolean) => {
      const at = Date.now()
      store(keptAs(key), { at, state: next })
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
      again = setTimeout(open, RECONNECT_MS)
      // Where sockets do not come through, such as behind an old proxy, it is asked for.
      client.display.state({ query: { key } }).then(
        ({ result }) => isOver || take(result, true),
        (error: unknown) => error instanceof AppError && error.code === 'display.keyUnknown' && end(),
      )
    }
    const heard = () => {
      clearTimeout(silence)
      silence = setTimeout(lost, SILENT_MS)
    }
    function open(): void {
      // The key travels as a second protocol value, because addresses end up in logs.
      socket = new WebSocket(socketUrl('/game/display/live'), ['pitlane', key])
      heard()
      socket.onmessage = ({ data }) => {
        heard()
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
