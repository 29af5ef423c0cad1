import type { Clock } from '#main/core/clocks/clock.ts'
import type { PrinterSettings } from '#shared/ipc/devices.ts'
import { fileTransport } from './file.transport.ts'
import type { PrinterTransport } from './printer.link.ts'
import { queueTransport } from './queue.transport.ts'
import { serialTransport } from './serial.transport.ts'
import { tcpTransport } from './tcp.transport.ts'

/** Returns the configured transport; null if no printer is set up. */
export function transportFor(settings: PrinterSettings, clock: Clock): PrinterTransport | null {
  if (settings.transport === 'none' || settings.address === '') return null
  if (settings.transport === 'tcp') return tcpTransport(settings.address, settings.port, clock)
  if (settings.transport === 'serial') return serialTransport(settings.address, settings.baudRate, clock)
  if (settings.transport === 'queue') return queueTransport(settings.address)
  return fileTransport(settings.address, clock)
}
