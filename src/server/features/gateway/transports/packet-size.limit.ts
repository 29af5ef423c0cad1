import type { Socket } from 'node:net'

/** An MQTT packet length has at most this many bytes. */
const MAX_LENGTH_BYTES = 4

/** Follows the packets of a stream by their fixed headers. The function returns false as soon as a packet is too long or malformed. */
export function createPacketLimit(maxLength: number): (chunk: Buffer) => boolean {
  let left = 0
  let lengthBytes = 0
  let length = 0
  let isInLength = false
  return (chunk) => {
    let at = 0
    while (at < chunk.length) {
      if (left > 0) {
        const skipped = Math.min(left, chunk.length - at)
        left -= skipped
        at += skipped
      } else if (isInLength) {
        const byte = chunk[at++] ?? 0
        length += (byte & 127) * 128 ** lengthBytes
        lengthBytes++
        if (length > maxLength || lengthBytes > MAX_LENGTH_BYTES) return false
        if (byte < 128) {
          isInLength = false
          left = length
        }
      } else {
        at++
        isInLength = true
        length = 0
        lengthBytes = 0
      }
    }
    return true
  }
}

/**
 * Closes a socket that sends a packet longer than `maxLength`. The broker would buffer a whole packet before it authenticates the client.
 */
export function limitPackets(socket: Socket, maxLength: number): void {
  const admits = createPacketLimit(maxLength)
  const read = socket.read.bind(socket)
  socket.read = (size?: number) => {
    const chunk: Buffer | null = read(size)
    if (chunk === null || admits(chunk)) return chunk
    socket.destroy(new Error('a message is too long'))
    return null
  }
}
