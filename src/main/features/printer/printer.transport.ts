import type { Clock } from '#main/core/clock.ts'
import type { PrinterSettings } from '#shared/ipc/devices.ts'
import { fileTransport } from './file.transport.ts'
import { serialTransport } from './serial.transport.ts'
import { tcpTransport } from './tcp.transport.ts'

/** What a connection tells while it is open. `lost` comes at most once, and never after `close` was asked for. */
export interface LinkEvents {
  data(bytes: Uint8Array): void
  lost(error: Error): void
}

/** One open connection to a printer, used for one job. */
export interface PrinterLink {
  /** Resolves when the operating system has taken all bytes, which says nothing about paper. */
  write(bytes: Uint8Array): Promise<void>
  /** Ends the connection so that nothing already written is lost; rejects when the other side cut it off. */
  close(): Promise<void>
  /** Drops the connection at once. */
  destroy(): void
}

/** A way to a printer. Every `open` is a new connection: nothing queued on an old one can come out later. */
export interface PrinterTransport {
  /** False where nothing can ever be read back. */
  readonly canAnswer: boolean
  open(events: LinkEvents): Promise<PrinterLink>
}

/** The transport that the settings name; null when no printer is set up. */
export function transportFor(settings: PrinterSettings, clock: Clock): PrinterTransport | null {
  if (settings.transport === 'none' || settings.address === '') return null
  if (settings.transport === 'tcp') return tcpTransport(settings.address, settings.port, clock)
  if (settings.transport === 'serial') return serialTransport(settings.address, settings.baudRate, clock)
  return fileTransport(settings.address)
}
