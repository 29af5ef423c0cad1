import { readOfWindow, storeInWindow } from '#renderer/core/storage.ts'

/** The storage key of the requested page: the part behind `#` is lost on the way to another server. */
const WANTED_AT = 'pitlane.wanted'

/** The service address that is passed to the CAS server. */
export const casService = (): string => location.origin + location.pathname

/** The login address of the CAS server, which redirects back with a ticket (CAS protocol 2.0). */
export const casUrlOf = (casUrl: string): string =>
  `${casUrl.replace(/\/+$/, '')}/login?service=${encodeURIComponent(casService())}`

/** The ticket in the address after a return from the CAS server, or null. */
export const casTicket = (): string | null => new URLSearchParams(location.search).get('ticket')

/** Removes the ticket, which is valid once, from the address. */
export const dropTicket = (): void => history.replaceState(history.state, '', location.pathname + location.hash)

export const rememberWanted = (search: string): void => storeInWindow(WANTED_AT, search)

/** Takes the stored query of the sign-in page from before the redirect to the CAS server. */
export function takeWanted(): string {
  const wanted = readOfWindow(WANTED_AT)
  storeInWindow(WANTED_AT, null)
  return typeof wanted === 'string' ? wanted : ''
}
