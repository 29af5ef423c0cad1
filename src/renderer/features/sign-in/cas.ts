import { readOfWindow, storeInWindow } from '#renderer/core/storage.ts'

/** Where the person wanted to go: what stands behind `#` does not come back from another server. */
const WANTED_AT = 'pitlane.wanted'

/** Our own address, as the CAS server is told it. */
export const casService = (): string => location.origin + location.pathname

/** Where a person is vouched for, and comes back from with a ticket (CAS protocol 2.0). */
export const casUrlOf = (casUrl: string): string =>
  `${casUrl.replace(/\/+$/, '')}/login?service=${encodeURIComponent(casService())}`

/** The ticket that the CAS server sent somebody back with. */
export const casTicket = (): string | null => new URLSearchParams(location.search).get('ticket')

/** Takes the ticket, which counts once, out of the address. */
export const dropTicket = (): void => history.replaceState(history.state, '', location.pathname + location.hash)

export const rememberWanted = (search: string): void => storeInWindow(WANTED_AT, search)

/** The query of the sign-in page that somebody left for the CAS server; known once. */
export function takeWanted(): string {
  const wanted = readOfWindow(WANTED_AT)
  storeInWindow(WANTED_AT, null)
  return typeof wanted === 'string' ? wanted : ''
}
