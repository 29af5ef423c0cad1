import { isOwnFile, isWebAddress } from '#shared/core/address.ts'

/** The URL of a stored picture; undefined where it must not be loaded. The page is at `/m/` beside the calls. */
function addressOf(stored: string): string | undefined {
  if (isWebAddress(stored)) return stored
  const base = location.pathname.replace(/\/m(\/.*)?$/, '')
  return isOwnFile(stored) ? `${base}/api/sys/common/static/${stored}` : undefined
}

/** A picture of the store, as wide as the page; nothing where it cannot be shown. */
export function StoredPicture({ stored, title }: { stored: string; title: string }) {
  const src = addressOf(stored)
  return src === undefined ? null : <img className="m-picture" src={src} alt={title} loading="lazy" />
}
