import { z } from 'zod'
import { familyField } from '#shared/core/family-names.ts'
import { Amount } from '#shared/core/money.ts'
import { exact } from '#shared/core/text.ts'
import { YesNo } from '#shared/core/yes-no.ts'
import { DictItem } from '#shared/features/access/access.schema.ts'
import { ChargeOrder } from '#shared/features/access/departs.contract.ts'
import { AgreementMode } from '#shared/features/agreements/agreements.contract.ts'
import { StorePrinting } from '#shared/features/printing/print-layout.schema.ts'
import { OfferedRule } from '#shared/features/rules/consume-rules.contract.ts'
import { Cashier } from '#shared/features/sessions/consume.contract.ts'
import { Vehicle } from '#shared/features/vehicles/vehicles.contract.ts'

/** Parts of a snapshot that are sent only if they have changed. */
export const SNAPSHOT_PARTS = ['store', 'rules', 'vehicles', 'cashiers', 'dicts'] as const

const mark = exact(43).optional()
/** Hashes by which the server recognises parts that are up to date. */
export const SnapshotHashes = z.object({ store: mark, rules: mark, vehicles: mark, cashiers: mark, dicts: mark })

/** Data that a terminal stores to work offline. */
export const Snapshot = z.object({
  takenAt: z.iso.datetime(),
  /** Absent for parts changed locally and in snapshots of older versions. */
  marks: SnapshotHashes.default({}),
  store: z.object({
    orgCode: z.string(),
    departName: z.string(),
    apps: z.array(z.string()),
    acceptsCash: familyField(YesNo),
    /** Whether scan payments are possible; absent in snapshots of older versions. */
    takesCodes: YesNo.default('YES'),
    endTime: z.string().nullable(),
    timeZone: z.string(),
    dayStartHour: z.number().int(),
    queuePrefix: z.string(),
    /** Validity of a queue number; absent in snapshots of older versions. */
    queueMinutes: z.number().int().default(60),
    /** Number of pending rides at which the server refuses another (spec §4). */
    hungOrderLimit: z.number().int(),
    /** Current number of pending rides; absent in snapshots of older versions. */
    openHung: z.number().int().default(0),
    /** Limit of trials per business day; -1: no limit. */
    trialLimit: z.number().int().default(5),
    /** Number of trials on the business day of the request. */
    openTrials: z.number().int().default(0),
    chargeOrder: ChargeOrder,
    /** Whether orders must name a cashier; absent in snapshots of older versions. */
    cashierRequired: YesNo.default('NO'),
    /** Whether a badge suffices to take over the counter; absent in snapshots of older versions. */
    cashierByBadge: YesNo.default('NO'),
    /** Whether cash requires an open shift; absent in snapshots of older versions. */
    cashNeedsShift: YesNo.default('NO'),
    /** Limits of members' value taken offline, per member and in total; 0: none. */
    offlineMemberCap: Amount.default(0),
    offlineTerminalCap: Amount.default(0),
    /** YES: F5 of the counter plays first, and F4 charges. */
    swapStartKeys: YesNo.default('NO'),
    /** What a start does without today's signed safety agreement; an empty id: there is no agreement. */
    agreementMode: AgreementMode.default('off'),
    agreementId: z.string().default(''),
    /** Whether members are found by their face. */
    faceSearch: YesNo.default('NO'),
    /** Custom texts on tickets, by language. */
    receipt: z
      .object({ headZh: z.string(), headEn: z.string(), footZh: z.string(), footEn: z.string() })
      .default({ headZh: '', headEn: '', footZh: '', footEn: '' }),
    /** Custom layouts and logo; a terminal that does not know a block uses the default layout. */
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
