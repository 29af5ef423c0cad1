import { serverAddress } from '#renderer/core/addresses/server-address.ts'
import { useLive } from '#renderer/core/hooks.ts'
import { useText } from '#renderer/core/locale.ts'
import { usePlatform } from '#renderer/platform/context.ts'

/** The address of a chapter of the guide at the server; null for a terminal without the server. */
export function useGuide(): (path: string) => string | null {
  const { locale } = useText()
  const platform = usePlatform()
  const { online, serverUrl } = useLive(platform.connection)
  const origin = platform.kind === 'terminal' ? serverUrl : serverAddress.get()
  const isReachable = platform.kind === 'web' || online
  return (path) =>
    isReachable ? `${origin.replace(/\/+$/, '')}/guide/${locale === 'en' ? 'en/' : ''}${path.replace(/^\//, '')}` : null
}
