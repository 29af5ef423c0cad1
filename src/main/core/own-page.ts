/** Scheme and host of the terminal's own pages. */
export const appScheme = 'app'
export const appHost = 'pitlane'
export const appUrl = `${appScheme}://${appHost}/index.html`

/** Whether an address is one of the terminal's own pages; any other is neither answered nor navigated to. */
export function isOwnPage(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, host } = new URL(url)
  return protocol === `${appScheme}:` && host === appHost
}
