import type { Connection, LinkHandlers } from '#main/core/device-link.ts'
import type { FoundReader } from '#shared/ipc/devices.ts'

/** A serial port as the operating system lists it. */
export interface PortInfo {
  path: string
  manufacturer?: string | undefined
  serialNumber?: string | undefined
  vendorId?: string | undefined
  productId?: string | undefined
}

export type SerialHandlers = LinkHandlers<Uint8Array>

export interface SerialDriver {
  open(options: { path: string; baudRate: number }, handlers: SerialHandlers): Connection
  list(): Promise<PortInfo[]>
}

/** A USB device of the HID class, of any kind. */
export interface HidInfo extends PortInfo {
  product?: string | undefined
  usagePage?: number | undefined
}

/** An open HID device. Its calls fail once it is gone. */
export interface HidConnection extends Connection {
  /** Starts with the report number. */
  sendFeature(report: Uint8Array): Promise<void>
  readFeature(id: number, length: number): Promise<Uint8Array>
}

export interface HidDriver {
  open(path: string, handlers: LinkHandlers<Uint8Array>): HidConnection
  list(): Promise<HidInfo[]>
}

/** Sends a command to a contactless card; null if it was removed or did not support it. */
export type CardAnswer = Uint8Array | null

export interface PcscDriver {
  /** Watches the reader of this name for cards; any reader if empty. */
  open(name: string, command: Uint8Array, handlers: LinkHandlers<CardAnswer>): Connection
  list(): Promise<string[]>
}

/** Drivers of all reader connections. */
export interface ReaderDrivers {
  serial: SerialDriver
  hid: HidDriver
  pcsc: PcscDriver
}

type Identity = Pick<FoundReader, 'vendorId' | 'productId' | 'serialNumber'>

/** Identification of a device, as stored in the settings. */
export const identityOf = (info: PortInfo): Identity => ({
  vendorId: info.vendorId?.toLowerCase() ?? '',
  productId: info.productId?.toLowerCase() ?? '',
  serialNumber: info.serialNumber ?? '',
})

const isSame = (a: Identity, b: Identity): boolean =>
  a.vendorId === b.vendorId && a.productId === b.productId && a.serialNumber === b.serialNumber

/**
 * Returns the current path of a device: the old one if present, else that of the only device with the same
 * identification. Null if there is none, or if it is ambiguous without serial numbers.
 */
export function findDevice<I extends PortInfo>(devices: readonly I[], path: string, identity: Identity): I | null {
  const alike = devices.filter((device) => isSame(identityOf(device), identity))
  return alike.find((device) => device.path === path) ?? (alike.length === 1 ? (alike[0] ?? null) : null)
}
