/** A serial port as the operating system lists it. */
export interface PortInfo {
  path: string
  manufacturer?: string | undefined
  serialNumber?: string | undefined
  vendorId?: string | undefined
  productId?: string | undefined
}

export interface SerialHandlers {
  onOpen(): void
  onData(bytes: Uint8Array): void
  /** The attempt failed, or the port is gone; called once at most, and nothing after it. */
  onGone(reason: string): void
}

/** One attempt at one port. Closing it is final: the next attempt is a new object. */
export interface SerialConnection {
  close(): Promise<void>
}

export interface SerialDriver {
  open(options: { path: string; baudRate: number }, handlers: SerialHandlers): SerialConnection
  list(): Promise<PortInfo[]>
}
