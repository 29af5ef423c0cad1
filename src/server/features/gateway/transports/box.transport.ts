import {
  type BoxLeaf,
  type CoinCommand,
  type Command,
  type LapReceipt,
  SERVER_LEAVES,
  type ServerLeaf,
  type Settled,
  type Stops,
} from '#shared/features/gateway/vehicle-protocol.schema.ts'

/** A box in a vehicle, or a coin machine, that has credentials. */
export interface Box {
  /** Id of the device. */
  id: string
  orgCode: string
  /** Counts coins out instead of driving. */
  isCoinMachine: boolean
  /** Null while the box is not installed in a vehicle. */
  vehicleId: string | null
  /** Type of its vehicle; empty if that has none. */
  vehicleType: string
  secretHash: Buffer
  /** Identifies boxes that use frames; empty if not entered. */
  imei: string
  simulated: boolean
  gearLimit: number
  speedLimit: number
  /** Number of the speed-limit RF card of its vehicle. */
  limitCard: string
  controlAddress: string
  controlProtocol: string
  /** The trajectory preset of its vehicle's type, in milliseconds. */
  trajectory: number
}

/** A message to one box. */
export type ServerMessage =
  | { leaf: 'command'; message: Command }
  | { leaf: 'kept'; message: LapReceipt }
  | { leaf: 'coins'; message: CoinCommand }
  | { leaf: 'settled'; message: Settled }

/** A message of a box, not validated yet. */
export interface BoxMessage {
  boxId: string
  orgCode: string
  leaf: BoxLeaf
  message: unknown
}

/**
 * A transport to boxes: an MQTT broker or a manufacturer's protocol. It carries vehicle-protocol messages and decides nothing. It must
 * authenticate a box before it delivers a message, and deliver that message only under this box's id.
 */
export interface BoxTransport {
  /** Sends to a connected box. A lost message is not an error; the link sends it again. */
  send(box: Box, message: ServerMessage): void
  /** Sends the stops of a store ahead of all waiting messages: to each connected box of the store, and to each that connects later. */
  publishStops(orgCode: string, stops: Stops): void
  onMessage(listener: (message: BoxMessage) => void): void
  /** Receives the emergency stops published by other copies of the server, if they share the transport. */
  onStops?(listener: (orgCode: string, stops: unknown) => void): void
  /** Runs each time the transport has (re)connected; messages retained for later boxes may be lost then. */
  onOpen(listener: () => void): void
  close(): Promise<void>
}

export const isServerLeaf = (leaf: string): leaf is ServerLeaf => (SERVER_LEAVES as readonly string[]).includes(leaf)
