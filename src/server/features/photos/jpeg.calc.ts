/** Frame markers with an image size: SOF0 to SOF15 without the tables and extensions among them. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

/** The size of a complete JPEG in pixels; null for other or truncated data. */
export function jpegSize(bytes: Buffer): { width: number; height: number } | null {
  const isComplete =
    bytes.length > 4 && bytes.readUInt16BE(0) === 0xffd8 && bytes.readUInt16BE(bytes.length - 2) === 0xffd9
  let at = 2
  while (isComplete && at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0
    if (isFrame(marker)) return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
    // Fill bytes may precede a marker; the size must precede the scan.
    if (marker === 0xff) at += 1
    else if (marker === 0xda) return null
    else at += 2 + bytes.readUInt16BE(at + 2)
  }
  return null
}
