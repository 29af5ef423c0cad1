/** A Sycreader's answer while a card lies on it: its own header, the frame from AA on, its XOR and BB. */
export function sycreaderAnswer(cardNumber: string): Buffer {
  const number = Buffer.alloc(4)
  number.writeUInt32BE(Number(cardNumber))
  const frame = Buffer.concat([Buffer.from([0x06, 0x00, 0x01]), number])
  const check = frame.reduce((sum, byte) => sum ^ byte, 0)
  return Buffer.concat([
    Buffer.from('020000000000 0b00 aa00'.replaceAll(' ', ''), 'hex'),
    frame,
    Buffer.from([check, 0xbb]),
  ])
}

/** The same without a card: a frame of two bytes, state 1 and "no card". */
export const sycreaderEmpty = Buffer.from('0200000000000700aa0002018380bb', 'hex')

const TRACK_BYTES = 110

/** A MagTek report: three states, three lengths, the card type, three tracks of 110 bytes. */
export function msrReport(tracks: readonly string[], states: readonly number[] = [0, 0, 0]): Buffer {
  const texts = tracks.map((track) => {
    const field = Buffer.alloc(TRACK_BYTES)
    field.write(track, 'latin1')
    return field
  })
  return Buffer.concat([
    Buffer.from(states),
    Buffer.from(tracks.map(({ length }) => length)),
    Buffer.from([0]),
    ...texts,
  ])
}
