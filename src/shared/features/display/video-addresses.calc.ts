import { isWebAddress } from '#shared/core/address.ts'

const MAX_ADDRESSES = 10

/** Splits addresses that are joined by commas. */
export const videoAddresses = (joined: string): string[] =>
  joined
    .split(',')
    .map((address) => address.trim())
    .filter(Boolean)

const MP4 = /^https?:\/\/[^/]+\/[^?#]*\.mp4(?:[?#]|$)/i

/** Whether a text is at most ten MP4 addresses, joined by commas. */
export function areVideoAddresses(joined: string): boolean {
  const addresses = videoAddresses(joined)
  return addresses.length <= MAX_ADDRESSES && addresses.every((address) => isWebAddress(address) && MP4.test(address))
}
