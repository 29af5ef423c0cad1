import type { ReaderProtocol } from '#shared/ipc/devices.ts'
import { em18Parser, type FrameParser, rdm6300Parser, stxLenParser } from './frames.ts'
import { yhyParser } from './yhy-frames.ts'

/** The byte machine of each serial protocol; a new one for each connection. */
export const parserOf: Record<ReaderProtocol, () => FrameParser> = {
  rdm6300: rdm6300Parser,
  em18: em18Parser,
  'stx-len': stxLenParser,
  yhy: yhyParser,
}
