import { z } from 'zod'
import { Amount } from '#shared/core/money.ts'
import { exact } from '#shared/core/text.ts'
import { DictItem } from '#shared/features/access/access.schema.ts'
import { ChargeOrder } from '#shared/features/access/departs.contract.ts'
import { AgreementMode } from '#shared/features/agreements/agreements.contract.ts'
import { StorePrinting } from '#shared/features/printing/print-layout.schema.ts'
import { OfferedRule } from '#shared/features/rules/consume-rules.contract.ts'
import { Cashier } from '#shared/features/sessions/consume.contract.ts'
import { Vehicle } from '#shared/features/vehicles/vehicles.contract.ts'

/** The parts of a snapshot that are told again only when they have changed. */
export const SNAPSHOT_PARTS = ['store', 'rules', 'vehicles', 'cashiers', 'dicts'] as const

const mark = exact(43).optional()
/** By these the server knows which parts somebody has as they are now. */
export const SnapshotHashes = z.object({ store: mark, rules: mark, vehicles: mark, cashiers: mark, dicts: mark })

/** What a terminal keeps so that the counter goes on without the server. */
export const Snapshot = z.object({
  takenAt: z.iso.datetime(),
  /** A part that was changed here has none; nor has any of one that an older version stored. */
  marks: SnapshotHashes.default({}),
  store: z.object({
    orgCode: z.string(),
    departName: z.string(),
    apps: z.array(z.string()),
    isUnline: z.enum(['YES', 'NO']),
    /** Whether a payment provider takes codes that customers show; a snapshot that an older version stored does not say. */
    takesCodes: z.enum(['YES', 'NO']).default('YES'),
    endTime: z.string().nullable(),
    timeZone: z.string(),
    dayStartHour: z.number().int(),
    queuePrefix: z.string(),
    /** How long a number in line is good for; a snapshot that an older version stored does not say. */
    queueMinutes: z.number().int().default(60),
    /** Open play-then-deduct orders at which the server refuses another (spec §4); shown before it is reached. */
    hungOrderLimit: z.number().int(),
    /** How many such orders are open; a snapshot that an older version stored does not say. */
    openHung: z.number().int().default(0),
    /** More trials (open orders of guests) of a business day than this block further ones; -1: without limit. */
    trialLimit: z.number().int().default(5),
    /** How many there were of the day on which the server was asked. */
    openTrials: z.number().int().default(0),
    chargeOrder: ChargeOrder,
    /** Whether orders must name a cashier; a snapshot that an older version stored does not say. */
    cashierRequired: z.enum(['YES', 'NO']).default('NO'),
    /** Whether a badge alone takes over the counter; a snapshot that an older version stored does not say. */
    cashierByBadge: z.enum(['YES', 'NO']).default('NO'),
    /** Whether cash is taken only in a shift; a snapshot that an older version stored does not say. */
    cashNeedsShift: z.enum(['YES', 'NO']).default('NO'),
    /** How much of members' value a terminal may take while the server is away, of one and of all together; 0: none. */
    offlineMemberCap: Amount.default(0),
    offlineTerminalCap: Amount.default(0),
    /** YES: F5 of the counter plays first, and F4 charges. */
    swapStartKeys: z.enum(['YES', 'NO']).default('NO'),
    /** What a start does where the member has not signed the safety agreement of today; an empty id: there is none. */
    agreementMode: AgreementMode.default('off'),
    agreementId: z.string().default(''),
    /** The store's own words on its tickets, by the ticket's language. */
    receipt: z
      .object({ headZh: z.string(), headEn: z.string(), footZh: z.string(), footEn: z.string() })
      .default({ headZh: '', headEn: '', footZh: '', footEn: '' }),
    /** Its own layouts of papers, and its logo; a terminal that is older than what they have in them prints as it was delivered. */
    printing: StorePrinting.catch({ layouts: {}, logos: [] }),
  }),
  rules: z.array(OfferedRule),
  vehicles: z.array(Vehicle),
  cashiers: z.array(Cashier),
  dicts: z.record(z.string(), z.array(DictItem)),
})
export type Snapshot = z.infer<typeof Snapshot>

export const SnapshotChanges = Snapshot.partial({
  store: true,
  rules: true,
  vehicles: true,
  cashiers: true,
  dicts: true,
})
export type SnapshotChanges = z.infer<typeof SnapshotChanges>
