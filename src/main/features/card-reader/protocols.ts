import type { ReaderProtocol } from '#shared/ipc/devices.ts'
import { em18Parser, type FrameParser, rdm6300Parser, stxLenParser } from './frames.ts'
import { yhyParser } from './yhy-frames.ts'

const parsers: Partial<Record<ReaderProtocol, () => FrameParser>> = {
  rdm6300: rdm6300Parser,
  em18: em18Parser,
  'stx-len': stxLenParser,
  yhy: yhyParser,
}

/** Creates a decoder of a serial protocol for one connection. */
export function parserOf(protocol: ReaderProtocol): FrameParser {
  const make = parsers[protocol]
  if (!make) throw new Error(`${protocol} is not spoken over a serial port`)
  return make()
}
