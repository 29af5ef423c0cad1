import { block, type Command, type CommandTable, fixed, key, oneOf, ourCommands } from './epson.reader.ts'

/** Length from the bytes after the opcode; null if they have not arrived yet. */
const sized = (name: string, after: number, lengthOf: (bytes: Uint8Array, at: number) => number): Command => ({
  name,
  length: (bytes, at) => (bytes.length < at + after ? null : lengthOf(bytes, at)),
})

const byte = (bytes: Uint8Array, at: number): number => bytes[at] ?? 0
const word = (bytes: Uint8Array, at: number): number => byte(bytes, at) + byte(bytes, at + 1) * 256

const common: [string, Command][] = [
  [key(0x1b, 0x40), fixed('initialize', 2)],
  [key(0x1b, 0x70), ourCommands.get(key(0x1b, 0x70)) as Command],
]

/** Commands that these makes share with Epson. */
const likeEpson: [string, Command][] = [
  ...common,
  [key(0x1b, 0x61), fixed('align', 3, oneOf(0, 1, 2))],
  [key(0x1b, 0x45), fixed('bold', 3, oneOf(0, 1))],
  [key(0x1d, 0x28, 0x6b), block('qr', ([, , symbology]) => symbology === 0x31)],
]

/** Commands of each make by its manual; the decoder rejects any others. */
export const makerTables = {
  star: new Map([
    [key(0x1b, 0x40), fixed('initialize', 2)],
    [key(0x1b, 0x1d, 0x61), fixed('align', 4, oneOf(0, 1, 2))],
    [key(0x1b, 0x45), fixed('boldOn', 2)],
    [key(0x1b, 0x46), fixed('boldOff', 2)],
    [key(0x1b, 0x30), fixed('lineSpacing', 2)],
    [key(0x1b, 0x7a), fixed('lineSpacing', 3, oneOf(0, 1))],
    [key(0x1b, 0x6b), sized('rows', 4, (bytes, at) => 4 + 24 * byte(bytes, at + 2))],
    [key(0x1b, 0x64), fixed('cut', 3, oneOf(2, 3))],
    [key(0x1b, 0x07), fixed('starDrawer', 5)],
    [
      key(0x1b, 0x1d, 0x79),
      sized('starQr', 8, (bytes, at) => {
        const step = byte(bytes, at + 3)
        return step === 0x53 ? 6 : step === 0x44 ? 8 + word(bytes, at + 6) : 4
      }),
    ],
  ]),
  custom: new Map([
    ...likeEpson,
    [key(0x1b, 0x69), fixed('cut', 2)],
    [key(0x1b, 0x2a), sized('columns', 5, (bytes, at) => 5 + 3 * word(bytes, at + 3))],
    [key(0x1b, 0x33), fixed('lineSpacing', 3)],
    [key(0x1b, 0x32), fixed('lineSpacing', 2)],
  ]),
  tanca: new Map([
    ...likeEpson,
    [key(0x1d, 0x56), fixed('cut', 3, oneOf(0, 1))],
    [key(0x1d, 0x76, 0x30), ourCommands.get(key(0x1d, 0x76, 0x30)) as Command],
  ]),
} satisfies Record<string, CommandTable>
