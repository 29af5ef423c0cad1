import { createDeviceLink } from '#main/core/device-link.ts'
import type { ReaderSettings } from '#shared/ipc/devices.ts'
import { eventOf, type FrameEvent, garbled } from './frames.ts'
import type { CardAnswer } from './ports.ts'
import type { ReaderSource, SourceDeps } from './source.ts'

/** Command for a contactless card's number (PC/SC part 3, "Get Data"). */
export const GET_UID = Uint8Array.of(0xff, 0xca, 0x00, 0x00, 0x00)

/** Returns the number in a card's response, before the two status bytes. */
export function readUid(answer: CardAnswer): FrameEvent {
  const bytes = Array.from(answer ?? [])
  const uid = bytes.slice(0, -2)
  return bytes.at(-2) === 0x90 && bytes.at(-1) === 0x00 && uid.length >= 4 ? eventOf(uid) : garbled
}

/** A reader of the operating system's smart card service. */
export const openPcscSource = (settings: ReaderSettings, deps: SourceDeps): ReaderSource =>
  createDeviceLink<CardAnswer>({
    open: async (handlers) => deps.drivers.pcsc.open(settings.path, GET_UID, handlers),
    clock: deps.clock,
    random: deps.random,
    onState: deps.onState,
    onData: (answer) => deps.onEvent(readUid(answer)),
  })
