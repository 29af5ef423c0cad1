import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { SerialPort } from 'serialport'
import type { FoundPrinter } from '#shared/ipc/devices.ts'
import { loadPrintQueues, type PrintQueues } from './queue.transport.ts'

/** Sources of possible printers on this computer. */
export interface PrinterPlaces {
  queues(): PrintQueues
  ports(): Promise<{ path: string; manufacturer?: string | undefined }[]>
  /** Folder of the device files of USB printers. */
  usbFolder: string
}

const ofThisComputer: PrinterPlaces = {
  queues: loadPrintQueues,
  ports: () => SerialPort.list(),
  usbFolder: '/dev/usb',
}

/** Returns an empty list if a kind is not available on this computer. */
const orNone = (found: Promise<FoundPrinter[]>): Promise<FoundPrinter[]> => found.catch(() => [])

/** Returns possible printers of this computer; network printers cannot be found and need an address. */
export async function findPrinters(places: PrinterPlaces = ofThisComputer): Promise<FoundPrinter[]> {
  const queues = async (): Promise<FoundPrinter[]> =>
    (await places.queues().list()).map((address) => ({ transport: 'queue', address, name: address }))
  const ports = async (): Promise<FoundPrinter[]> =>
    (await places.ports()).map(({ path, manufacturer }) => ({
      transport: 'serial',
      address: path,
      name: [path, manufacturer].filter(Boolean).join(' · '),
    }))
  const files = async (): Promise<FoundPrinter[]> =>
    (await readdir(places.usbFolder))
      .filter((name) => name.startsWith('lp'))
      .sort()
      .map((name) => join(places.usbFolder, name))
      .map((address) => ({ transport: 'file', address, name: address }))
  return (await Promise.all([queues, ports, files].map((look) => orNone(look())))).flat()
}
