/** PostgreSQL's protocol message: ready for the next statement. */
export const READY = 'Z'

/** Splits a stream into whole messages; the first message of a client has no type. */
export function readMessages(
  withType: boolean,
  each: (type: string, message: Buffer) => void,
): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0)
  let typed = withType
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      const head = typed ? 1 : 0
      if (rest.length < head + 4) return
      const length = head + rest.readInt32BE(head)
      if (rest.length < length) return
      const message = rest.subarray(0, length)
      rest = rest.subarray(length)
      const type = typed ? String.fromCharCode(message[0] ?? 0) : ''
      typed = true
      each(type, message)
    }
  }
}

/** A statement without parameters, as a message. */
export function query(text: string): Buffer {
  const words = Buffer.from(`${text}\0`)
  const head = Buffer.from('Q\0\0\0\0')
  head.writeInt32BE(words.length + 4, 1)
  return Buffer.concat([head, words])
}
