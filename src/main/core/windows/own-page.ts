/** Scheme and host of the terminal's pages. */
export const APP_SCHEME = 'app'
export const APP_HOST = 'pitlane'
export const APP_URL = `${APP_SCHEME}://${APP_HOST}/index.html`
/** URL of the guest screen. */
export const GUEST_URL = `${APP_SCHEME}://${APP_HOST}/guest.html`

/** Whether a URL is one of the terminal's pages; others get no answers and cannot be opened. */
export function isOwnPage(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, host } = new URL(url)
  return protocol === `${APP_SCHEME}:` && host === APP_HOST
}

/** Whether a URL is a page of the guide at the terminal's own server, which the computer's browser may show. */
export function isGuide(url: string, serverUrl: string): boolean {
  if (!URL.canParse(url) || !URL.canParse(serverUrl)) return false
  const { origin, protocol, pathname } = new URL(url)
  return /^https?:$/.test(protocol) && origin === new URL(serverUrl).origin && pathname.startsWith('/guide/')
}

/** Whether a URL is the guest screen, which guests can touch and which therefore gets no permissions. */
export const isGuestPage = (url: string): boolean =>
  isOwnPage(url) && new URL(url).pathname === new URL(GUEST_URL).pathname
