import { textOf } from '#main/core/device-link.ts'
import type { FoundReader, ReaderLink, ReaderProtocol, ReaderSearch } from '#shared/ipc/devices.ts'
import { type HidInfo, identityOf, type PortInfo, type ReaderDrivers } from './ports.ts'

const SYCREADER_USAGE_PAGE = 0xffa0
/** USB vendors MagTek and ID TECH, whose stripe readers send HID reports. */
const MSR_VENDOR_IDS = ['0801', '0acd']
/** Usage pages of devices that are no card readers: desktop controls such as keyboards and mice, and media keys. */
const OTHER_USAGE_PAGES = [0x01, 0x0c]

function protocolOf({ vendorId = '', productId = '', usagePage }: HidInfo): ReaderProtocol | null {
  if (`${vendorId}:${productId}` === 'ffff:0035' || usagePage === SYCREADER_USAGE_PAGE) return 'sycreader'
  return MSR_VENDOR_IDS.includes(vendorId) ? 'msr' : null
}

const nameOf = ({ manufacturer = '', product = '' }: HidInfo): string =>
  [manufacturer, product]
    .map((part) => part.trim())
    .filter(Boolean)
    .join(' ')

const toSerialReader = (port: PortInfo): FoundReader => ({
  ...identityOf(port),
  link: 'serial',
  path: port.path,
  name: nameOf(port),
  protocol: null,
})

const toHidReader = (device: HidInfo): FoundReader => ({
  ...identityOf(device),
  link: 'hid',
  path: device.path,
  name: nameOf(device),
  protocol: protocolOf(device),
})

const toPcscReader = (name: string): FoundReader => ({
  link: 'pcsc',
  path: name,
  name,
  vendorId: '',
  productId: '',
  serialNumber: '',
  protocol: 'uid',
})

/** Returns the devices of this computer that may be card readers. A missing driver affects its own kind only. */
export async function findReaders({ serial, hid, pcsc }: ReaderDrivers): Promise<ReaderSearch> {
  const missing: ReaderSearch['missing'] = []
  const recordMissing = (link: ReaderLink) => (error: unknown) => {
    missing.push({ link, reason: textOf(error) })
    return []
  }
  const [ports, devices, names] = await Promise.all([
    serial.list().catch(recordMissing('serial')),
    hid.list().catch(recordMissing('hid')),
    pcsc.list().catch(recordMissing('pcsc')),
  ])
  const canBeReader = (device: HidInfo) =>
    protocolOf(device) !== null || !OTHER_USAGE_PAGES.includes(device.usagePage ?? 0)
  return {
    found: [...ports.map(toSerialReader), ...devices.filter(canBeReader).map(toHidReader), ...names.map(toPcscReader)],
    missing,
  }
}
