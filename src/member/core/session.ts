import { useSyncExternalStore } from 'react'
import { readStored, store } from '#renderer/core/storage.ts'

/** The store of the page's address, `/m/<code or id>`; else the one that this browser showed last. */
function storeOfAddress(): string {
  const [, key = ''] = /\/m\/([^/]+)/.exec(location.pathname) ?? []
  if (key !== '') return decodeURIComponent(key)
  const last = readStored('pitlane.m.store')
  return typeof last === 'string' ? last : ''
}

interface Session {
  /** Code or id of the store; empty where the address names none. */
  store: string
  token: string | null
  /** Whether the server ended the session; the sign-in form says so. */
  isEnded: boolean
}

const tokenName = (key: string): string => `pitlane.m.token.${key}`

function open(key: string): Session {
  const token = readStored(tokenName(key))
  return { store: key, token: typeof token === 'string' ? token : null, isEnded: false }
}

let session = open(storeOfAddress())
const watchers = new Set<() => void>()

function set(next: Session): void {
  session = next
  for (const watcher of watchers) watcher()
}

export const currentToken = (): string | null => session.token

/** Shows the page of another store, such as one of a chain. */
export function openStore(key: string): void {
  history.replaceState(null, '', `${location.pathname.replace(/\/m\/.*$/, '/m/')}${encodeURIComponent(key)}`)
  set(open(key))
}

export function signedIn(token: string): void {
  store(tokenName(session.store), token)
  store('pitlane.m.store', session.store)
  set({ ...session, token, isEnded: false })
}

/** Forgets the token: after a sign-out, or because the server does not accept it any more. */
export function signedOut(isEnded: boolean): void {
  if (session.token === null) return
  store(tokenName(session.store), null)
  set({ ...session, token: null, isEnded })
}

export const useSession = (): Session =>
  useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => session,
  )
