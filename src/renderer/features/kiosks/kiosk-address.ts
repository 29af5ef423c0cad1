export const KIOSK_PATH = '/game/kiosk'

/** The address of a kiosk; the key is in the fragment, which is not sent to the server. */
export function kioskAddress(key: string): string {
  const { origin, pathname } = location
  return `${origin}${pathname}#${KIOSK_PATH}?${new URLSearchParams({ key })}`
}
