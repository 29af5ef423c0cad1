import { isOwnFile, isOwnPage, isWebAddress } from '#shared/core/address.ts'
import { STATIC_PATH } from '#shared/features/system/files.contract.ts'
import { apiBase } from './server-address.ts'

/** A stored picture or video as it is fetched; nothing where what is stored is no address that a screen may show. */
export function shownAddress(stored: string): string | undefined {
  if (isWebAddress(stored)) return stored
  return isOwnFile(stored) ? `${apiBase()}${STATIC_PATH}/${stored}` : undefined
}

/** What opens in a window of its own: an address of the web, or a path that the server serves; nothing for anything else. */
export function openedAddress(stored: string): string | undefined {
  if (isWebAddress(stored)) return stored
  return isOwnPage(stored) || isOwnFile(stored) ? `${apiBase()}/${stored.replace(/^\/+/, '')}` : undefined
}
