import type { Locale } from '#shared/i18n/locale.ts'

/** Where a screen is opened (spec §2); the key stands behind the `#`, which no server is told. */
export function screenAddress({ orgCode, key }: { orgCode: string; key: string }, lang: Locale): string {
  const { origin, pathname } = location
  return `${origin}${pathname}#/game/home?${new URLSearchParams({ depart: orgCode, lang, key })}`
}

/**
 * Opens a window for an address that has to be asked for first. It is opened at once, because browsers let nothing open a window that
 * does not follow a press directly.
 */
export async function openWhenKnown(address: Promise<string>): Promise<void> {
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
