const MOST_ADDRESSES = 10

/** The addresses in a text that joins them by commas. */
export const videoAddresses = (joined: string): string[] =>
  joined
    .split(',')
    .map((address) => address.trim())
    .filter(Boolean)

/** Without a name and password in it: everybody sees the screen. */
const VIDEO_ADDRESS = /^https?:\/\/[^\s/@?#]+\/[^\s?#]*\.mp4(?:[?#]\S*)?$/i

/** Whether a text joins addresses of MP4 files, and not too many of them. */
export function areVideoAddresses(joined: string): boolean {
  const addresses = videoAddresses(joined)
  return addresses.length <= MOST_ADDRESSES && addresses.every((address) => VIDEO_ADDRESS.test(address))
}
