export const KIOSK_PATH = '/game/kiosk'

/** Where a kiosk is opened; the key stands behind the `#`, which no server is told. */
export function kioskAddress(key: string): string {
  const { origin, pathname } = location
  return `${origin}${pathname}#${KIOSK_PATH}?${new URLSearchParams({ key })}`
}
