import { shownAddress } from '#renderer/core/addresses/shown-address.ts'
import './notices.css'

/** The picture of an announcement, if any; decorative, because the text is next to it. */
export function NoticePicture({ stored, whole = false }: { stored: string; whole?: boolean }) {
  const address = shownAddress(stored)
  return address ? <img src={address} alt="" className={whole ? 'pl-notice-picture' : 'pl-notice-thumb'} /> : null
}
