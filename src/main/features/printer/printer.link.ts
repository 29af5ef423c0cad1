/** Events of an open connection. `lost` comes at most once, and never after `close` was called. */
export interface LinkEvents {
  data(bytes: Uint8Array): void
  lost(error: Error): void
}

/** One open connection to a printer, used for one job. */
export interface PrinterLink {
  /** Resolves when the operating system has accepted all bytes, which does not mean that they are printed. */
  write(bytes: Uint8Array): Promise<void>
  /** Ends the connection without losing written data; rejects if the other side closed it abruptly. */
  close(): Promise<void>
  /** Drops the connection at once. */
  destroy(): void
}

/** A transport to a printer. Every `open` is a new connection, so that no data of an old one is printed later. */
export interface PrinterTransport {
  /** False if the transport is write-only. */
  readonly canAnswer: boolean
  /** Whether many printers on this transport never answer. */
  readonly mayBeSilent?: boolean
  open(events: LinkEvents): Promise<PrinterLink>
}
