import { useEffect } from 'react'
import { useText } from '#renderer/core/locale.ts'
import { usePlatform } from '#renderer/platform/context.ts'

/** Sets the language of a terminal's tickets and server texts to that of its screen. */
export function useTerminalLocale(): void {
  const { settings } = usePlatform()
  const { locale } = useText()
  useEffect(() => {
    const now = settings?.state.get()
    if (!settings || !now || now.locale === locale) return
    // A failed write is ignored here; the language is written again at the next start.
    settings.write({ ...now, locale }).catch(() => undefined)
  }, [settings, locale])
}
