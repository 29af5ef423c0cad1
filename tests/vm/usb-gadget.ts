import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The USB descriptors of a device. */
interface UsbDescription {
  vendor: string
  product: string
  serial: string
  maker: string
  name: string
  /** Its kernel function, such as `acm`, and the attributes of that. */
  kind: 'acm' | 'hid' | 'printer'
  attributes?: Record<string, string | Buffer>
}

/** A device that can be plugged in and unplugged. */
export interface UsbDevice {
  plug(): void
  unplug(): void
}

const GADGETS = '/sys/kernel/config/usb_gadget'
const PORTS = '/sys/class/udc'

/** A port without a device. */
function freePort(): string {
  const free = readdirSync(PORTS).find((port) => readFileSync(join(PORTS, port, 'function'), 'utf8').trim() === '')
  if (!free) throw new Error('something is plugged into every port')
  return free
}

/** Creates a device by the kernel's gadget functions and plugs it in; each has its own serial number. */
export function plugUsb({ vendor, product, serial, maker, name, kind, attributes = {} }: UsbDescription): UsbDevice {
  const gadget = join(GADGETS, serial)
  const words = join(gadget, 'strings', '0x409')
  const config = join(gadget, 'configs', 'c.1')
  const work = join(gadget, 'functions', `${kind}.0`)
  for (const folder of [gadget, words, config, work]) mkdirSync(folder)
  writeFileSync(join(gadget, 'idVendor'), `0x${vendor}`)
  writeFileSync(join(gadget, 'idProduct'), `0x${product}`)
  writeFileSync(join(words, 'serialnumber'), serial)
  writeFileSync(join(words, 'manufacturer'), maker)
  writeFileSync(join(words, 'product'), name)
  for (const [attribute, value] of Object.entries(attributes)) writeFileSync(join(work, attribute), value)
  symlinkSync(work, join(config, `${kind}.0`))
  const device: UsbDevice = {
    plug: () => writeFileSync(join(gadget, 'UDC'), freePort()),
    unplug: () => writeFileSync(join(gadget, 'UDC'), '\n'),
  }
  device.plug()
  return device
}
