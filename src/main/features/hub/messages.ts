import { z } from 'zod'
import { RunMode } from '#shared/features/sessions/play-before-pay.contract.ts'

/** A run as the terminals of a store tell it each other. */
export const HubRun = z.object({
  /** The order's own key, by which a run is one whichever way it is heard of. */
  id: z.uuid(),
  terminalId: z.uuid(),
  /** The terminal's name. */
  by: z.string().max(40),
  vehicleId: z.string().max(64),
  racer: z.string().max(64),
  startedAt: z.iso.datetime(),
  mode: RunMode,
  minutes: z.number().min(0),
  /** When the server was known to have it; null while it has not. */
  settledAt: z.number().nullable(),
  /** When the hub heard of it, by its clock. */
  at: z.number(),
})
export type HubRun = z.infer<typeof HubRun>

const number = z.number().int().nonnegative()
/** More vehicles than a store has. */
const runs = z.array(HubRun).max(2000)
const BODY_MAX = 512 * 1024

/** A call to the server as its terminal has made and signed it. */
export const CarriedCall = z.object({
  method: z.literal('POST'),
  path: z.string().max(300),
  headers: z.record(z.string().max(64), z.string().max(8192)),
  body: z.string().max(BODY_MAX),
})
export type CarriedCall = z.infer<typeof CarriedCall>

/** What a member of the hub says. */
export const MemberWord = z.discriminatedUnion('word', [
  /** Its own runs, and what it knows of those of others. */
  z.object({ word: z.literal('hello'), terminalId: z.uuid(), name: z.string().max(40), runs, others: runs }),
  /** Wants a vehicle and a number; `seen` is the run of the vehicle that its cashier knew of. */
  z.object({
    word: z.literal('take'),
    number,
    run: HubRun,
    seen: z.uuid().nullable(),
    day: z.iso.date(),
  }),
  /** Started without asking, or the server has it now. */
  z.object({ word: z.literal('note'), run: HubRun }),
  /** Took a vehicle and could not keep the start. */
  z.object({ word: z.literal('withdraw'), id: z.uuid() }),
  z.object({ word: z.literal('carry'), number, call: CarriedCall }),
])
export type MemberWord = z.infer<typeof MemberWord>

/** What the hub says. */
export const HubWord = z.discriminatedUnion('word', [
  z.object({ word: z.literal('welcome'), terminalId: z.uuid(), name: z.string().max(40), online: z.boolean(), runs }),
  /** The number is empty where the hub could not keep it: the member takes one of its own. */
  z.object({ word: z.literal('taken'), number, ticketNo: z.string().max(20) }),
  z.object({ word: z.literal('busy'), number, by: z.string().max(40) }),
  z.object({ word: z.literal('runs'), runs, gone: z.array(z.uuid()).max(2000) }),
  z.object({ word: z.literal('reach'), online: z.boolean() }),
  z.object({ word: z.literal('answer'), number, status: z.number().int(), type: z.string(), body: z.string() }),
  z.object({ word: z.literal('noAnswer'), number, code: z.enum(['common.offline', 'common.timeout']) }),
])
export type HubWord = z.infer<typeof HubWord>
