import { textOf } from '#main/core/device-link.ts'
import type { FoundReader, ReaderLink, ReaderProtocol, ReaderSearch } from '#shared/ipc/devices.ts'
import { type HidInfo, identityOf, type PortInfo, type ReaderDrivers } from './ports.ts'

const SYCREADER_PAGE = 0xffa0
/** MagTek and ID TECH, makers of stripe readers that send HID reports. */
const MSR_MAKERS = ['0801', '0acd']
/** Usages of keyboards, mice, joysticks and telephony devices, which are no card readers. */
const ORDINARY_PAGES = [0x01, 0x0c]

function protocolOf({ vendorId = '', productId = '', usagePage }: HidInfo): ReaderProtocol | null {
  if (`${vendorId}:${productId}` === 'ffff:0035' || usagePage === SYCREADER_PAGE) return 'sycreader'
  return MSR_MAKERS.includes(vendorId) ? 'msr' : null
}

const nameOf = ({ manufacturer = '', product = '' }: HidInfo): string =>
  [manufacturer, product]
    .map((part) => part.trim())
    .filter(Boolean)
    .join(' ')

const ofPort = (port: PortInfo): FoundReader => ({
  ...identityOf(port),
  link: 'serial',
  path: port.path,
  name: nameOf(port),
  protocol: null,
})

const ofHid = (device: HidInfo): FoundReader => ({
  ...identityOf(device),
  link: 'hid',
  path: device.path,
  name: nameOf(device),
  protocol: protocolOf(device),
})

const ofPcsc = (name: string): FoundReader => ({
  link: 'pcsc',
  path: name,
  name,
  vendorId: '',
  productId: '',
  serialNumber: '',
  protocol: 'uid',
})

/** Returns possible card readers of this computer. A missing driver affects its own kind only. */
export async function findReaders({ serial, hid, pcsc }: ReaderDrivers): Promise<ReaderSearch> {
  const missing: ReaderSearch['missing'] = []
  const lacking = (link: ReaderLink) => (error: unknown) => {
    missing.push({ link, reason: textOf(error) })
    return []
  }
  const [ports, devices, names] = await Promise.all([
    serial.list().catch(lacking('serial')),
    hid.list().catch(lacking('hid')),
    pcsc.list().catch(lacking('pcsc')),
  ])
  const mayRead = (device: HidInfo) => protocolOf(device) !== null || !ORDINARY_PAGES.includes(device.usagePage ?? 0)
  return { found: [...ports.map(ofPort), ...devices.filter(mayRead).map(ofHid), ...names.map(ofPcsc)], missing }
}
