/** A JPEG by its outer form: its markers, the dimensions that it declares, and as many bytes as requested. */
export function jpegOf({ width = 640, height = 480, bytes = 200 } = {}): Buffer {
  const frame = Buffer.from('ffc0000b08000000000101110000', 'hex').subarray(0, 13)
  frame.writeUInt16BE(height, 5)
  frame.writeUInt16BE(width, 7)
  const start = Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex')
  const scan = Buffer.from('ffda0008010100003f00', 'hex')
  const end = Buffer.from('ffd9', 'hex')
  const rest = Buffer.alloc(Math.max(0, bytes - start.length - frame.length - scan.length - end.length), 0x55)
  return Buffer.concat([start, frame, scan, rest, end])
}
