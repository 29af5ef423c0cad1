import type { Socket } from 'node:net'

/** More bytes of a length than MQTT has. */
const LONGEST_LENGTH = 4

/** Follows the packets of a stream by their fixed headers; answers false as soon as one is longer than allowed, or none at all. */
export function createPacketLimit(most: number): (chunk: Buffer) => boolean {
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
        if (length > most || lengthBytes > LONGEST_LENGTH) return false
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

/** Cuts a socket off whose packets are too long: the broker would gather each until it is whole, before it knows who sends it. */
export function limitPackets(socket: Socket, most: number): void {
  const admits = createPacketLimit(most)
  const read = socket.read.bind(socket)
  socket.read = (size?: number) => {
    const chunk: Buffer | null = read(size)
    if (chunk === null || admits(chunk)) return chunk
    socket.destroy(new Error('a message is too long'))
    return null
  }
}
