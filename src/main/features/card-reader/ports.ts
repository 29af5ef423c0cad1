/** The parts of the world that card reading takes as arguments. */

/** The time in milliseconds since 1970. */
export type Clock = () => number

export interface Timers {
  setTimeout(callback: () => void, ms: number): unknown
  clearTimeout(handle: unknown): void
}

export interface Log {
  info(details: object, message: string): void
  warn(details: object, message: string): void
}

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
