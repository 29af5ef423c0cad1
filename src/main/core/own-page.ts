/** Scheme and host of the terminal's own pages. */
export const APP_SCHEME = 'app'
export const APP_HOST = 'pitlane'
export const APP_URL = `${APP_SCHEME}://${APP_HOST}/index.html`
/** The page of the screen that faces the guests. */
export const GUEST_URL = `${APP_SCHEME}://${APP_HOST}/guest.html`

/** Whether an address is one of the terminal's own pages; any other is neither answered nor navigated to. */
export function isOwnPage(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, host } = new URL(url)
  return protocol === `${APP_SCHEME}:` && host === APP_HOST
}

/** The page that faces the guests: one of ours, and yet a stranger with the hands on it gets nothing. */
export const isGuestPage = (url: string): boolean =>
  isOwnPage(url) && new URL(url).pathname === new URL(GUEST_URL).pathname
