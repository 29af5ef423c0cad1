import { shownAddress } from '#renderer/core/shown-address.ts'
import './notices.css'

/** The picture of an announcement; nothing where it has none. What it says stands beside it. */
export function NoticePicture({ stored, whole = false }: { stored: string; whole?: boolean }) {
  const address = shownAddress(stored)
  return address ? <img src={address} alt="" className={whole ? 'pl-notice-picture' : 'pl-notice-thumb'} /> : null
}
