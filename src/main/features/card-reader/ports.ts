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

/** A USB device of the class "human interface", which may be anything. */
export interface HidInfo extends PortInfo {
  product?: string | undefined
  usagePage?: number | undefined
}

/** An open HID device. Its calls fail once it is gone. */
export interface HidConnection extends Connection {
  /** With the number of the report in front. */
  sendFeature(report: Uint8Array): Promise<void>
  readFeature(id: number, length: number): Promise<Uint8Array>
}

export interface HidDriver {
  open(path: string, handlers: LinkHandlers<Uint8Array>): HidConnection
  list(): Promise<HidInfo[]>
}

/** What a contactless card answered to a command; null where it was taken away or did not understand. */
export type CardAnswer = Uint8Array | null

export interface PcscDriver {
  /** Asks each card that is laid on the reader of this name; any reader where it is empty. */
  open(name: string, command: Uint8Array, handlers: LinkHandlers<CardAnswer>): Connection
  list(): Promise<string[]>
}

/** The ways to this computer's readers. */
export interface ReaderDrivers {
  serial: SerialDriver
  hid: HidDriver
  pcsc: PcscDriver
}

type Identity = Pick<FoundReader, 'vendorId' | 'productId' | 'serialNumber'>

/** What a device says of itself, written as the settings keep it. */
export const identityOf = (info: PortInfo): Identity => ({
  vendorId: info.vendorId?.toLowerCase() ?? '',
  productId: info.productId?.toLowerCase() ?? '',
  serialNumber: info.serialNumber ?? '',
})

const isSame = (a: Identity, b: Identity): boolean =>
  a.vendorId === b.vendorId && a.productId === b.productId && a.serialNumber === b.serialNumber

/**
 * Where a device is now: under its old path while it is there, else wherever the one device is that says the same of
 * itself. Null where that is nowhere, or where two of a kind without serial numbers cannot be told apart.
 */
export function findDevice<I extends PortInfo>(devices: readonly I[], path: string, identity: Identity): I | null {
  const alike = devices.filter((device) => isSame(identityOf(device), identity))
  return alike.find((device) => device.path === path) ?? (alike.length === 1 ? (alike[0] ?? null) : null)
}
