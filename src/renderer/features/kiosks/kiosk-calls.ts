import { apiBase } from '#renderer/core/addresses/server-address.ts'
import { browserTransport } from '#renderer/core/http/browser-transport.ts'
import { createTransport } from '#renderer/core/http/http.ts'
import { createClient } from '#shared/core/client.ts'
import { kiosk } from '#shared/features/kiosks/kiosks.contract.ts'
import type { Locale } from '#shared/i18n/locale.ts'

/** The kiosk's calls, signed in by its own key, not by a user of the same browser. */
export const kioskCalls = (key: string, language: () => Locale) =>
  createClient({ kiosk }, createTransport({ send: browserTransport(apiBase, () => key), language, failed: () => {} }))
    .kiosk

export type KioskCalls = ReturnType<typeof kioskCalls>
