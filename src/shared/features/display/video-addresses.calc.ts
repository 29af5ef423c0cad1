import { isWebAddress } from '#shared/core/address.ts'

const MOST_ADDRESSES = 10

/** The addresses in a text that joins them by commas. */
export const videoAddresses = (joined: string): string[] =>
  joined
    .split(',')
    .map((address) => address.trim())
    .filter(Boolean)

const MP4 = /^https?:\/\/[^/]+\/[^?#]*\.mp4(?:[?#]|$)/i

/** Whether a text joins addresses of MP4 files, and not too many of them. */
export function areVideoAddresses(joined: string): boolean {
  const addresses = videoAddresses(joined)
  return addresses.length <= MOST_ADDRESSES && addresses.every((address) => isWebAddress(address) && MP4.test(address))
}
