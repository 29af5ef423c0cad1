/** Frames that say how large a picture is: all of SOF0 to SOF15 but the tables and extensions among them. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

/** The size of a JPEG as its own bytes say, from its first to its last; null for whatever is none, or is cut off. */
export function jpegSize(bytes: Buffer): { width: number; height: number } | null {
  const isWhole =
    bytes.length > 4 && bytes.readUInt16BE(0) === 0xffd8 && bytes.readUInt16BE(bytes.length - 2) === 0xffd9
  let at = 2
  while (isWhole && at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0
    if (isFrame(marker)) return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
    // A fill byte stands before a marker; the scan itself, where the size must have been said, ends the search.
    if (marker === 0xff) at += 1
    else if (marker === 0xda) return null
    else at += 2 + bytes.readUInt16BE(at + 2)
  }
  return null
}
