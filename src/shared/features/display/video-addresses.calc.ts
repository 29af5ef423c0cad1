const MOST_ADDRESSES = 10

/** The addresses in a text that joins them by commas. */
export const videoAddresses = (joined: string): string[] =>
  joined
    .split(',')
    .map((address) => address.trim())
    .filter(Boolean)

const isVideoAddress = (address: string): boolean => {
  const url = URL.parse(address)
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && /\.mp4$/i.test(url.pathname)
}

/** Whether a text joins addresses of MP4 files, and not too many of them. */
export function areVideoAddresses(joined: string): boolean {
  const addresses = videoAddresses(joined)
  return addresses.length <= MOST_ADDRESSES && addresses.every(isVideoAddress)
}
