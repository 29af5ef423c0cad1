import { useEffect } from 'react'
import { useText } from '#renderer/core/locale.ts'
import { usePlatform } from '#renderer/platform/context.ts'

/** Keeps the language of a terminal's tickets and server texts that of its screen. */
export function useTerminalLocale(): void {
  const { settings } = usePlatform()
  const { locale } = useText()
  useEffect(() => {
    const now = settings?.state.get()
    if (!settings || !now || now.locale === locale) return
    // A disk that cannot be written is reported by what needs it; the language is tried again at the next start.
    settings.write({ ...now, locale }).catch(() => undefined)
  }, [settings, locale])
}
