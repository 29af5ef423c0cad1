import { block, type Command, fixed, key, oneOf } from '#paper/index.ts'

/** Additional commands of receiptline: habits of a second encoder, allowed only where its output is read. */
export const receiptlineCommands: ReadonlyMap<string, Command> = new Map([
  [key(0x1d, 0x61), fixed('autoStatus', 3, oneOf(0))],
  [key(0x1b, 0x4d), fixed('font', 3, oneOf(0x30))],
  [key(0x1c, 0x28, 0x41), block('chineseFont')],
  [key(0x1b, 0x20), fixed('spacing', 3)],
  [key(0x1c, 0x53), fixed('chineseSpacing', 4)],
  [key(0x1b, 0x32), fixed('lineSpacing', 2)],
  [key(0x1b, 0x33), fixed('lineSpacing', 3)],
  [key(0x1b, 0x7b), fixed('upsideDown', 3, oneOf(0))],
  [key(0x1d, 0x4c), fixed('leftMargin', 4)],
  [key(0x1d, 0x57), fixed('areaWidth', 4)],
  [key(0x1b, 0x24), fixed('position', 4)],
  [key(0x1b, 0x5c), fixed('relativePosition', 4)],
  [key(0x1b, 0x74), fixed('codePage', 3)],
  [key(0x1b, 0x2d), fixed('underline', 3)],
  [key(0x1c, 0x2d), fixed('chineseUnderline', 3)],
  [key(0x1d, 0x42), fixed('invert', 3)],
  [key(0x1b, 0x45), fixed('bold', 3, oneOf(0x30, 0x31))],
  [key(0x1d, 0x72), fixed('fence', 3, oneOf(0x31))],
])
