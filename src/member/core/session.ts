import { useSyncExternalStore } from 'react'
import { readStored, store } from '#renderer/core/storage.ts'
import { decoded } from './router.ts'

/** The store of the page's address, `/m/<code or id>`; else the one that this browser showed last. */
function storeOfAddress(): string {
  const [, key = ''] = /\/m\/([^/]+)/.exec(location.pathname) ?? []
  if (key !== '') return decoded(key)
  const last = readStored('pitlane.m.store')
  return typeof last === 'string' ? last : ''
}

interface Session {
  /** Code or id of the store; empty where the address names none. */
  store: string
  token: string | null
  /** The number of the member; empty before the sign-in. */
  memberId: string
  /** Whether the server ended the session; the sign-in form says so. */
  isEnded: boolean
}

const tokenName = (key: string): string => `pitlane.m.token.${key}`
const memberName = (key: string): string => `pitlane.m.member.${key}`

function open(key: string): Session {
  const [token, memberId] = [readStored(tokenName(key)), readStored(memberName(key))]
  return {
    store: key,
    token: typeof token === 'string' ? token : null,
    memberId: typeof memberId === 'string' ? memberId : '',
    isEnded: false,
  }
}

let session = open(storeOfAddress())
const watchers = new Set<() => void>()

function set(next: Session): void {
  session = next
  for (const watcher of watchers) watcher()
}

export const currentToken = (): string | null => session.token

/** Code or id of the shown store. */
export const currentStore = (): string => session.store

/** Store and member, by which the browser keeps what belongs to nobody else. */
export const currentOwner = (): string => `${session.store}.${session.memberId}`

/** Shows the page of another store, such as one of a chain. */
export function openStore(key: string): void {
  history.replaceState(null, '', `${location.pathname.replace(/\/m\/.*$/, '/m/')}${encodeURIComponent(key)}`)
  set(open(key))
}

export function signedIn(token: string, memberId: string): void {
  store(tokenName(session.store), token)
  store(memberName(session.store), memberId)
  store('pitlane.m.store', session.store)
  set({ ...session, token, memberId, isEnded: false })
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
