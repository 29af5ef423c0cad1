import type { Locale } from '#shared/i18n/locale.ts'

/** The address of a screen (spec §2); the key is in the fragment, which is not sent to the server. */
export function screenAddress({ orgCode, key }: { orgCode: string; key: string }, lang: Locale): string {
  const { origin, pathname } = location
  return `${origin}${pathname}#/game/home?${new URLSearchParams({ depart: orgCode, lang, key })}`
}

/**
 * Opens a window for an address that is fetched first. The window opens at once, because browsers block windows that do
 * not follow a click directly.
 */
export async function openAddress(address: Promise<string>): Promise<void> {
  const opened = window.open('about:blank', '_blank')
  try {
    const known = await address
    if (!opened) throw new Error('the browser opened no window')
    opened.opener = null
    opened.location.replace(known)
  } catch (error) {
    opened?.close()
    throw error
  }
}
