import { isOwnFile, isWebAddress } from '#shared/core/address.ts'

/** The URL of a stored picture; undefined where it must not be loaded. The page is at `/m/` beside the calls. */
function addressOf(stored: string): string | undefined {
  if (isWebAddress(stored)) return stored
  const base = location.pathname.replace(/\/m(\/.*)?$/, '')
  return isOwnFile(stored) ? `${base}/api/sys/common/static/${stored}` : undefined
}

interface StoredPictureProps {
  stored: string
  title: string
  className?: string
}

/** A stored picture, as wide as the page by default; nothing where it cannot be shown. */
export function StoredPicture({ stored, title, className = 'm-picture' }: StoredPictureProps) {
  const src = addressOf(stored)
  return src === undefined ? null : <img className={className} src={src} alt={title} loading="lazy" />
}
