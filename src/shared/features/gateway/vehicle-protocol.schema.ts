import { z } from 'zod'

// Messages between the server and the boxes in vehicles. docs/vehicle-protocol.md documents them for makers of boxes.

/** The version in every topic. A change in meaning takes the next number, and both versions are served for a while. */
export const PROTOCOL_VERSION = 'v1'
/** How often a box must send its state; without one for `SILENT_AFTER_MS` it counts as silent. */
export const STATE_INTERVAL_MS = 1000
export const SILENT_AFTER_MS = 2400

/** Messages of a box, by the last level of the topic. */
export const BOX_LEAVES = ['online', 'state', 'lap', 'ack', 'fault', 'stopped', 'counted', 'hopper'] as const
export type BoxLeaf = (typeof BOX_LEAVES)[number]
/** Messages of the server to one box. */
export const SERVER_LEAVES = ['command', 'kept', 'coins', 'settled'] as const
export type ServerLeaf = (typeof SERVER_LEAVES)[number]

export const boxTopic = (orgCode: string, boxId: string, leaf: BoxLeaf | ServerLeaf): string =>
  `pitlane/${PROTOCOL_VERSION}/${orgCode}/${boxId}/${leaf}`
/** The topic of a store's emergency stops, which all of its boxes subscribe to. */
export const stopTopic = (orgCode: string): string => `pitlane/${PROTOCOL_VERSION}/${orgCode}/stop`

/** The store of an emergency stop topic; null for any other topic. */
export const storeOfStopTopic = (topic: string): string | null =>
  /^pitlane\/v1\/([^/]+)\/stop$/.exec(topic)?.[1] ?? null

/** The box and message kind of a topic; null for any other topic. */
export function boxOfTopic(topic: string): { orgCode: string; boxId: string; leaf: string } | null {
  const [root, version, orgCode, boxId, leaf, ...more] = topic.split('/')
  if (root !== 'pitlane' || version !== PROTOCOL_VERSION || !orgCode || !boxId || !leaf || more.length > 0) return null
  return { orgCode, boxId, leaf }
}

const Ids = z.array(z.string().max(36)).max(100)
const Milliseconds = z.number().int().min(0).max(86_400_000)

/** Sent by a box that connects; the same with `false` is its last will. Both are retained. */
export const Online = z.object({
  online: z.boolean(),
  /** The run that the box executes, also one that the server has ended. */
  run: z.uuid().nullish(),
  /** The emergency stops that the box obeys. */
  stopped: Ids.default([]),
  software: z.string().max(40).optional(),
})
export type Online = z.infer<typeof Online>

/** The state of a box, sent at least once a second. */
export const State = z.object({
  /** Battery, per cent. */
  battery: z.number().min(0).max(100).optional(),
  /** 0 is neutral. */
  gear: z.number().int().min(0).max(4).optional(),
  /** Speed in km/h. */
  speed: z.number().min(0).max(400).optional(),
  /** Metres from a corner of the track that the venue chooses; or, where the box knows no more, the part of the lap from 0 to 1. */
  x: z.number().min(-100_000).max(100_000).optional(),
  y: z.number().min(-100_000).max(100_000).optional(),
  round: z.number().min(0).max(1).optional(),
})
export type State = z.infer<typeof State>

/** A lap. The box repeats it every few seconds and after each connection until the server confirms it (`kept`). */
export const Lap = z.object({
  run: z.uuid(),
  number: z.number().int().min(1).max(9999),
  /** Lap time by the transponder, in milliseconds. */
  ms: z.number().int().min(1).max(86_400_000),
  sectors: z.array(z.number().int().min(1).max(86_400_000)).max(20).optional(),
  /** Age of the lap when it is sent, in milliseconds of a monotonic clock. */
  ago: Milliseconds.default(0),
  /** Time of the lap by the box's own clock, in milliseconds since 1970; the clock may be wrong. */
  at: z.number().int().min(0).max(4_102_444_800_000).optional(),
})
export type Lap = z.infer<typeof Lap>

export const Ack = z.object({
  seq: z.number().int(),
  /** `known`: the command was already executed, or superseded by a later one. */
  result: z.enum(['done', 'known', 'refused']),
  reason: z.string().max(100).optional(),
})
export type Ack = z.infer<typeof Ack>

export const Fault = z.object({
  code: z.string().regex(/^[a-z][\w-]{0,39}$/i),
  text: z.string().max(200).default(''),
  /** Whether the fault is over. */
  over: z.boolean().default(false),
})
export type Fault = z.infer<typeof Fault>

/** The emergency stops for which the box stands still; an empty list means that it may drive again. */
export const Stopped = z.object({ stops: Ids })
export type Stopped = z.infer<typeof Stopped>

/** The complete state of a run, so that each command is self-contained. */
export const RunCommand = z.object({
  /** Greater than that of every earlier command; a box ignores a command that is not greater than its last one. */
  seq: z.number().int(),
  kind: z.enum(['start', 'extend', 'slow', 'stop']),
  run: z.string(),
  /** Laps of the run; 0 in timer mode. */
  laps: z.number().int(),
  /** Laps that the server has counted, from which a box goes on that has lost its memory. */
  lapsDone: z.number().int(),
  /** Remaining driving time in milliseconds, way back included; null while unknown, as in lap mode. */
  left: Milliseconds.nullable(),
  /** The part of it for the way back, in milliseconds. */
  back: Milliseconds,
  slowed: z.boolean(),
  /** Whether the run was stopped early. */
  called: z.boolean(),
  /** Whether the run is over: the vehicle stands still. */
  over: z.boolean(),
})
export type RunCommand = z.infer<typeof RunCommand>

/** Settings for all runs of the vehicle. */
export const DriveCommand = z.object({
  seq: z.number().int(),
  kind: z.literal('drive'),
  /** Highest allowed gear; 0 is neutral. */
  gear: z.number().int().min(0).max(4),
  /** Speed limit, per cent of full speed. */
  speed: z.number().int().min(0).max(100),
  /** Number of the RF card at which the vehicle slows down; empty: none. */
  limitCard: z.string().default(''),
  /** Address and protocol of the vehicle's controller; empty: as the box is configured. */
  controlAddress: z.string().default(''),
  controlProtocol: z.string().default(''),
  /** Duration of the trajectory in milliseconds; 0: as the box is configured. */
  trajectory: Milliseconds.default(0),
})
export type DriveCommand = z.infer<typeof DriveCommand>

export const Command = z.union([RunCommand, DriveCommand])
export type Command = z.infer<typeof Command>

/** Confirms that a lap was stored or finally refused; the box must not send it again. */
export const LapReceipt = z.object({ run: z.string(), number: z.number().int(), outcome: z.string() })
export type LapReceipt = z.infer<typeof LapReceipt>

/** The emergency stops of a store in force; retained, so that a box gets them before it drives. */
export const Stops = z.object({
  stops: z.array(z.object({ id: z.string(), boxes: z.union([z.literal('all'), z.array(z.string())]) })),
  /** The stops that were released last, for other server instances that may still have them in force. */
  released: z.array(z.string()).optional(),
})
export type Stops = z.infer<typeof Stops>

/** Asks a coin machine to count coins out. Its `id` is that of the output: a machine that gets it twice counts once. */
export const CoinCommand = z.object({
  id: z.uuid(),
  count: z.number().int().min(1).max(9999),
  /** Milliseconds after which the machine stops counting. */
  left: Milliseconds,
})
export type CoinCommand = z.infer<typeof CoinCommand>

/** What a coin machine has counted out; repeated until the server confirms that the output is settled. */
export const Counted = z.object({
  id: z.uuid(),
  counted: z.number().int().min(0).max(9999),
  /** Whether it counts no more: everything is out, its time is over, or it cannot go on. */
  over: z.boolean(),
})
export type Counted = z.infer<typeof Counted>

/** Confirms that an output is settled; the machine may forget it. */
export const Settled = z.object({ id: z.uuid() })
export type Settled = z.infer<typeof Settled>

/** The state of a coin machine, sent at least once a second. */
export const Hopper = z.object({
  /** Coins in the hopper; null: it cannot tell. */
  coins: z.number().int().min(0).max(1_000_000).nullable().default(null),
  /** Why it cannot count out, such as `empty` or `jam`; empty: it can. */
  fault: z
    .string()
    .regex(/^([a-z][\w-]{0,39})?$/i)
    .default(''),
})
export type Hopper = z.infer<typeof Hopper>
