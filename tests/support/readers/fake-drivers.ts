import type { LinkHandlers } from '#main/core/device-link.ts'
import type {
  CardAnswer,
  HidDriver,
  HidInfo,
  PcscDriver,
  ReaderDrivers,
  SerialHandlers,
} from '#main/features/card-reader/ports.ts'
import { until } from '#tests/support/until.ts'
import { sycreaderEmpty } from './recorded-reports.ts'

interface Opened<Data> {
  path: string
  handlers: LinkHandlers<Data>
  isClosed: boolean
}

/** The USB devices of a counter: which are plugged in, their requests and their answers. */
export function fakeUsb() {
  const opened: Opened<Uint8Array>[] = []
  const world = { devices: [] as HidInfo[], answers: new Map<string, Uint8Array>() }
  const driver: HidDriver = {
    list: async () => world.devices,
    open(path, handlers) {
      const one = { path, handlers, isClosed: false }
      opened.push(one)
      const isThere = () => world.devices.some((device) => device.path === path)
      queueMicrotask(() => (isThere() ? handlers.onOpen() : handlers.onLost('cannot open device')))
      return {
        async sendFeature() {
          if (!isThere()) throw new Error('could not send feature report to device')
        },
        async readFeature() {
          if (!isThere()) throw new Error('could not get feature report from device')
          return world.answers.get(path) ?? sycreaderEmpty
        },
        async close() {
          one.isClosed = true
        },
      }
    },
  }
  return { driver, world, opened }
}

/** A smart card service with its readers and the cards on them. */
export function fakePcsc(names: string[]) {
  const opened: Opened<CardAnswer>[] = []
  const driver: PcscDriver = {
    list: async () => names,
    open(path, _command, handlers) {
      const one = { path, handlers, isClosed: false }
      opened.push(one)
      queueMicrotask(() => handlers.onOpen())
      return {
        async close() {
          one.isClosed = true
        },
      }
    },
  }
  return { driver, opened }
}

/** Serial ports of which a test writes the bytes. */
export function fakePorts() {
  const opened: { path: string; baudRate: number; handlers: SerialHandlers; isClosed: boolean }[] = []
  const driver: ReaderDrivers['serial'] = {
    list: async () => [],
    open({ path, baudRate }, handlers) {
      const one = { path, baudRate, handlers, isClosed: false }
      opened.push(one)
      queueMicrotask(() => handlers.onOpen())
      return {
        async close() {
          one.isClosed = true
        },
      }
    },
  }
  /** The currently open port, after so many attempts. */
  const attempt = async (count: number) =>
    until(() => {
      const one = opened[count - 1]
      if (!one) throw new Error(`${opened.length} attempts`)
      return one
    })
  return { driver, opened, attempt }
}
