/** A command in a stream: opcode bytes followed by parameters. */
export interface Command {
  name: string
  /** Returns the total length of the command, or null if more bytes are needed. */
  length(bytes: Uint8Array, at: number): number | null
  /** Throws for invalid parameters. */
  allows?(parameters: Uint8Array): boolean
}

export const key = (...bytes: number[]): string => bytes.map((byte) => byte.toString(16).padStart(2, '0')).join(' ')

export const fixed = (name: string, length: number, allows?: (parameters: Uint8Array) => boolean): Command => ({
  name,
  length: () => length,
  ...(allows && { allows }),
})

/** Block commands contain their length: two bytes, little-endian, after the three opcode bytes. */
export const block = (name: string, allows?: (parameters: Uint8Array) => boolean): Command => ({
  name,
  length: (bytes, at) => {
    const low = bytes[at + 3]
    const high = bytes[at + 4]
    return low === undefined || high === undefined ? null : 5 + low + high * 256
  },
  ...(allows && { allows }),
})

export const oneOf =
  (...values: number[]) =>
  (parameters: Uint8Array): boolean =>
    parameters.length === 1 && values.includes(parameters[0] as number)

/** All commands of our encoder, by their first two or three bytes. The decoder rejects any others. */
export const ourCommands: ReadonlyMap<string, Command> = new Map([
  [key(0x1b, 0x40), fixed('initialize', 2)],
  [key(0x1d, 0x61), fixed('autoStatus', 3, oneOf(0))],
  [key(0x1b, 0x61), fixed('align', 3, oneOf(0, 1, 2))],
  [key(0x1b, 0x45), fixed('bold', 3, oneOf(0, 1))],
  [key(0x1d, 0x21), fixed('size', 3, ([size = 0xff]) => (size & 0x88) === 0)],
  [key(0x1c, 0x26), fixed('chineseOn', 2)],
  [key(0x1c, 0x2e), fixed('chineseOff', 2)],
  [key(0x1d, 0x56), fixed('cut', 4, ([mode]) => mode === 65 || mode === 66)],
  [key(0x1b, 0x70), fixed('drawer', 5, ([pin, on = 0, off = 0]) => (pin === 0 || pin === 1) && on > 0 && off >= on)],
  [key(0x1d, 0x72), fixed('fence', 3, oneOf(1))],
  [key(0x10, 0x04), fixed('status', 3, oneOf(1, 2, 3, 4))],
  [key(0x1d, 0x28, 0x6b), block('qr', ([, , symbology]) => symbology === 0x31)],
  [
    key(0x1d, 0x76, 0x30),
    {
      name: 'raster',
      length: (bytes, at) => {
        const [, , , , low, high, rows, moreRows] = bytes.subarray(at, at + 8)
        if (low === undefined || high === undefined || rows === undefined || moreRows === undefined) return null
        return 8 + (low + high * 256) * (rows + moreRows * 256)
      },
      allows: ([mode]) => mode === 0 || mode === 0x30,
    },
  ],
])

export type CommandTable = ReadonlyMap<string, Command>
