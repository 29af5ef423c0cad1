import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { SerialPort } from 'serialport'
import type { FoundPrinter } from '#shared/ipc/devices.ts'
import { loadPrintQueues, type PrintQueues } from './queue.transport.ts'

/** Where this computer says what may be a printer. */
export interface PrinterPlaces {
  queues(): PrintQueues
  ports(): Promise<{ path: string; manufacturer?: string | undefined }[]>
  /** The folder of the printers on USB that are device files. */
  usbFolder: string
}

const ofThisComputer: PrinterPlaces = {
  queues: loadPrintQueues,
  ports: () => SerialPort.list(),
  usbFolder: '/dev/usb',
}

/** A kind that this computer does not have, or cannot say anything of, has none. */
const orNone = (found: Promise<FoundPrinter[]>): Promise<FoundPrinter[]> => found.catch(() => [])

/** Everything on this computer that may be a printer; those in the network are known by their address alone. */
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
