import { isOwnFile, isOwnPage, isWebAddress } from '#shared/core/address.ts'
import { STATIC_PATH } from '#shared/features/system/files.contract.ts'
import { apiBase } from './server-address.ts'

/** The URL of a stored picture or video; undefined where the stored address must not be loaded. */
export function shownAddress(stored: string): string | undefined {
  if (isWebAddress(stored)) return stored
  return isOwnFile(stored) ? `${apiBase()}${STATIC_PATH}/${stored}` : undefined
}

/** The URL to open in a new window: a web address, or a path on the server; undefined for anything else. */
export function openedAddress(stored: string): string | undefined {
  if (isWebAddress(stored)) return stored
  return isOwnPage(stored) || isOwnFile(stored) ? `${apiBase()}/${stored.replace(/^\/+/, '')}` : undefined
}
