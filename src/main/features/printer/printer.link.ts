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
  /** Whether many printers on it say nothing, so that silence tells nothing. */
  readonly mayBeSilent?: boolean
  open(events: LinkEvents): Promise<PrinterLink>
}
