import { z } from 'zod'

// What is said between the server and the boxes in vehicles, as docs/vehicle-protocol.md tells it to those who build boxes.

/** The version in every topic: what a later one changes in meaning gets the next number, and both are served for a while. */
export const PROTOCOL_VERSION = 'v1'
/** A box must be heard this often, and is shown as silent when it was not heard for a little longer than twice that. */
export const STATE_INTERVAL_MS = 1000
export const SILENT_AFTER_MS = 2400

/** What a box says, by the last level of its topics. */
export const BOX_LEAVES = ['online', 'state', 'lap', 'ack', 'fault', 'stopped'] as const
export type BoxLeaf = (typeof BOX_LEAVES)[number]
/** What the server says to one box. */
export const SERVER_LEAVES = ['command', 'kept'] as const
export type ServerLeaf = (typeof SERVER_LEAVES)[number]

export const boxTopic = (orgCode: string, boxId: string, leaf: BoxLeaf | ServerLeaf): string =>
  `pitlane/${PROTOCOL_VERSION}/${orgCode}/${boxId}/${leaf}`
/** Where a store's emergency stops stand, for all of its boxes. */
export const stopTopic = (orgCode: string): string => `pitlane/${PROTOCOL_VERSION}/${orgCode}/stop`

/** Of which store a topic has the emergency stops; null for one that has something else. */
export const storeOfStopTopic = (topic: string): string | null =>
  /^pitlane\/v1\/([^/]+)\/stop$/.exec(topic)?.[1] ?? null

/** Whose topic it is and what is said on it; null for a topic of something else. */
export function boxOfTopic(topic: string): { orgCode: string; boxId: string; leaf: string } | null {
  const [root, version, orgCode, boxId, leaf, ...more] = topic.split('/')
  if (root !== 'pitlane' || version !== PROTOCOL_VERSION || !orgCode || !boxId || !leaf || more.length > 0) return null
  return { orgCode, boxId, leaf }
}

const Ids = z.array(z.string().max(36)).max(100)
const Milliseconds = z.number().int().min(0).max(86_400_000)

/** A box that connects says so, and leaves the same with `false` as its last will. Both are retained. */
export const Online = z.object({
  online: z.boolean(),
  /** The run that it is in, also one that the server does not know any more. */
  run: z.uuid().nullish(),
  /** The emergency stops that it stands for. */
  stopped: Ids.default([]),
  software: z.string().max(40).optional(),
})
export type Online = z.infer<typeof Online>

/** What a box is doing, at least once a second. */
export const State = z.object({
  /** Per cent. */
  battery: z.number().min(0).max(100).optional(),
  /** 0 is neutral. */
  gear: z.number().int().min(0).max(4).optional(),
  /** Kilometres an hour. */
  speed: z.number().min(0).max(400).optional(),
  /** Metres from a corner of the track that the venue chooses, or where the box knows no better, how far round it is: 0 to 1. */
  x: z.number().min(-100_000).max(100_000).optional(),
  y: z.number().min(-100_000).max(100_000).optional(),
  round: z.number().min(0).max(1).optional(),
})
export type State = z.infer<typeof State>

/** A lap, sent again every few seconds and after each connection until the server says that it is kept. */
export const Lap = z.object({
  run: z.uuid(),
  number: z.number().int().min(1).max(9999),
  /** By the transponder, to the millisecond. */
  ms: z.number().int().min(1).max(86_400_000),
  sectors: z.array(z.number().int().min(1).max(86_400_000)).max(20).optional(),
  /** How long ago it was done when it is sent, by a clock that only counts. */
  ago: Milliseconds.default(0),
  /** When it was done by the box's own clock, in milliseconds since 1970, however wrong that may be. */
  at: z.number().int().min(0).max(4_102_444_800_000).optional(),
})
export type Lap = z.infer<typeof Lap>

export const Ack = z.object({
  seq: z.number().int(),
  /** `known`: it was done before, or overtaken by a later command. */
  result: z.enum(['done', 'known', 'refused']),
  reason: z.string().max(100).optional(),
})
export type Ack = z.infer<typeof Ack>

export const Fault = z.object({
  code: z.string().regex(/^[a-z][\w-]{0,39}$/i),
  text: z.string().max(200).default(''),
  /** Whether it is over. */
  over: z.boolean().default(false),
})
export type Fault = z.infer<typeof Fault>

/** Says that the box stands because of these emergency stops; an empty list that it may drive again. */
export const Stopped = z.object({ stops: Ids })
export type Stopped = z.infer<typeof Stopped>

/** All that is to be known of a run, so that each command stands for itself. */
export const RunCommand = z.object({
  /** Greater than that of every earlier command to any box; a box does nothing that is not greater than what it did last. */
  seq: z.number().int(),
  kind: z.enum(['start', 'extend', 'slow', 'stop']),
  run: z.string(),
  /** Laps that the run is for; 0 where it is for a time. */
  laps: z.number().int(),
  /** Laps that the server has, from which a box goes on that has lost its memory. */
  lapsDone: z.number().int(),
  /** How long it still drives, with its way back; null while nobody knows, as by laps. */
  left: Milliseconds.nullable(),
  /** How much of that is for its way back. */
  back: Milliseconds,
  slowed: z.boolean(),
  /** It was called back before its time. */
  called: z.boolean(),
  /** The run is over: the vehicle stands. */
  over: z.boolean(),
})
export type RunCommand = z.infer<typeof RunCommand>

/** What holds for all runs of the vehicle. */
export const DriveCommand = z.object({
  seq: z.number().int(),
  kind: z.literal('drive'),
  /** The highest gear that it may use; 0 is neutral. */
  gear: z.number().int().min(0).max(4),
  /** Of its full speed, in per cent. */
  speed: z.number().int().min(0).max(100),
  /** The number of the RF card at which the vehicle goes slowly; empty: none. */
  limitCard: z.string().default(''),
  /** Where the vehicle's controller is found by its box, and what it speaks; empty: as the box is set. */
  controlAddress: z.string().default(''),
  controlProtocol: z.string().default(''),
  /** How long it follows the trajectory that is set in it, in milliseconds; 0: as the box is set. */
  trajectory: Milliseconds.default(0),
})
export type DriveCommand = z.infer<typeof DriveCommand>

export const Command = z.union([RunCommand, DriveCommand])
export type Command = z.infer<typeof Command>

/** A lap is in the server's books, or never will be: it is not sent again. */
export const LapReceipt = z.object({ run: z.string(), number: z.number().int(), outcome: z.string() })
export type LapReceipt = z.infer<typeof LapReceipt>

/** The emergency stops of a store that are in force: retained, so that a box hears of them before it drives. */
export const Stops = z.object({
  stops: z.array(z.object({ id: z.string(), boxes: z.union([z.literal('all'), z.array(z.string())]) })),
  /** The latest that were released, for other copies of the server that may hold them to be in force. */
  released: z.array(z.string()).optional(),
})
export type Stops = z.infer<typeof Stops>
