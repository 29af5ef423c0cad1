import type { BoxLeaf, Command, Kept, ServerLeaf, Stops } from '#shared/features/gateway/vehicle-protocol.schema.ts'

/** A box in a vehicle that may sign in. */
export interface Box {
  /** Of the device. */
  id: string
  orgCode: string
  /** Null while it is built into none. */
  vehicleId: string | null
  /** Of its vehicle; empty where that has none. */
  vehicleType: string
  secretHash: Buffer
  /** By which boxes are known that speak by frames; empty where nobody has said it. */
  imei: string
  simulated: boolean
  gearLimit: number
  speedLimit: number
  /** The speed-limit RF card of its vehicle. */
  limitCard: string
  controlAddress: string
  controlProtocol: string
  /** The trajectory preset of its vehicle's type, in milliseconds. */
  trajectory: number
}

/** What is said to one box. */
export type ServerMessage = { leaf: 'command'; message: Command } | { leaf: 'kept'; message: Kept }

/** What a box has said, as it came: whoever hears it checks it. */
export interface BoxMessage {
  boxId: string
  orgCode: string
  leaf: BoxLeaf
  message: unknown
}

/**
 * A way to boxes: by a broker, or by a protocol of their makers. It carries what the vehicle protocol says and decides nothing; who a box is
 * was made sure of before anything of it is passed on, and it is passed on as that box's alone.
 */
export interface BoxTransport {
  /** To a box that is there; what does not reach it is said again by the link. */
  send(box: Box, said: ServerMessage): void
  /** Before everything else that waits to be sent, to every box of the store that is there, and to each that comes later. */
  publishStops(orgCode: string, stops: Stops): void
  onMessage(heard: (message: BoxMessage) => void): void
  /** What another copy of the server says of emergency stops, or has said before it opened; where copies share the way. */
  onStops?(heard: (orgCode: string, stops: unknown) => void): void
  /** Runs each time the way is open again: what it kept for boxes that come later may be gone. */
  onOpen(work: () => void): void
  close(): Promise<void>
}

export const isServerLeaf = (leaf: string): leaf is ServerLeaf => leaf === 'command' || leaf === 'kept'
