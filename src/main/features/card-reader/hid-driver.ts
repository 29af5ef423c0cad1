import type { HIDAsync } from 'node-hid'
import { textOf } from '#main/core/device-link.ts'
import type { HidConnection, HidDriver, HidInfo } from './ports.ts'

/** Loaded at the first use: without its native module the counter must still start and show the reason. */
const load = () => import('node-hid').then((module) => module.default ?? module)

const hex = (value: number): string => value.toString(16).padStart(4, '0')

/** Driver of USB HID devices other than keyboards and mice. */
export function hidDriver(): HidDriver {
  return {
    open(path, handlers) {
      let device: HIDAsync | null = null
      let over = false

      function gone(error: unknown): void {
        if (over) return
        over = true
        void shut()
        handlers.onLost(textOf(error))
      }

      async function shut(): Promise<void> {
        const current = device
        device = null
        current?.removeAllListeners('data')
        // An unplugged device fails to close, too.
        await current?.close().catch(() => undefined)
      }

      function opened(): HIDAsync {
        if (!device) throw new Error('closed')
        return device
      }

      load()
        .then((hid) => hid.HIDAsync.open(path))
        .then((current) => {
          device = current
          if (over) return void shut()
          current.on('error', gone)
          current.on('data', (report: Buffer) => {
            if (!over) handlers.onData(report)
          })
          handlers.onOpen()
        })
        .catch(gone)

      const connection: HidConnection = {
        async sendFeature(report) {
          await opened().sendFeatureReport(Buffer.from(report))
        },
        readFeature: async (id, length) => opened().getFeatureReport(id, length),
        close() {
          over = true
          return shut()
        },
      }
      return connection
    },

    async list() {
      const hid = await load()
      const devices = await hid.devicesAsync()
      return devices.flatMap(({ path, vendorId, productId, ...device }): HidInfo[] =>
        path ? [{ ...device, path, vendorId: hex(vendorId), productId: hex(productId) }] : [],
      )
    },
  }
}
