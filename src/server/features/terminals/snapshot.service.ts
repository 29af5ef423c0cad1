import { createHash } from 'node:crypto'
import { allDictItems } from '#server/core/dictionaries.ts'
import type { SignedIn } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { currentAgreementId } from '#server/features/agreements/index.ts'
import { takesCodes } from '#server/features/payments/index.ts'
import { printingOf } from '#server/features/printing/index.ts'
import { rulesOfStore } from '#server/features/rules/index.ts'
import { vehiclesOfStore } from '#server/features/vehicles/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { fromMinor } from '#shared/core/money.ts'
import { MAX_PICKED_ROWS } from '#shared/core/picking.ts'
import { toWireTime } from '#shared/core/time.ts'
import { SNAPSHOT_PARTS, type Snapshot, type SnapshotChanges } from '#shared/features/terminals/snapshot.schema.ts'
import type { Locale } from '#shared/i18n/catalogue.ts'
import { listCashiers } from './cashiers.repository.ts'
import { countOpenHung, countOpenTrials } from './hung.repository.ts'

/** All data that the counter of the current store needs while the server is away. */
export async function takeSnapshot(trx: Transaction, user: SignedIn, locale: Locale, now: Date): Promise<Snapshot> {
  const parts = await takeParts(trx, user, locale, now)
  return {
    ...parts,
    takenAt: now.toISOString(),
    marks: Object.fromEntries(SNAPSHOT_PARTS.map((part) => [part, markOf(parts[part])])),
  }
}

/** The parts of the snapshot whose hashes differ from those that the terminal has. */
export function changesSince(snapshot: Snapshot, known: Snapshot['marks']): SnapshotChanges {
  const changed = SNAPSHOT_PARTS.filter((part) => known[part] !== snapshot.marks[part])
  const { takenAt, marks } = snapshot
  return { takenAt, marks, ...Object.fromEntries(changed.map((part) => [part, snapshot[part]])) }
}

const markOf = (part: unknown): string => createHash('sha256').update(JSON.stringify(part)).digest('base64url')

async function takeParts(
  trx: Transaction,
  user: SignedIn,
  locale: Locale,
  now: Date,
): Promise<Omit<Snapshot, 'takenAt' | 'marks'>> {
  const { orgCode } = user
  const store = await trx.selectFrom('store').selectAll().where('orgCode', '=', orgCode).executeTakeFirst()
  if (!store) throw new AppError('auth.chooseStore')
  const everyone = {
    orgCode,
    seesPhones: false,
    pageNo: 1,
    pageSize: MAX_PICKED_ROWS,
    column: 'realname',
    order: 'asc',
    id: [],
  } as const
  return {
    store: {
      orgCode,
      departName: store.name,
      apps: store.apps,
      acceptsCash: store.acceptsCash,
      takesCodes: await takesCodes(trx, orgCode),
      endTime: store.endTime && toWireTime(store.endTime),
      timeZone: store.timeZone,
      dayStartHour: store.dayStartHour,
      queuePrefix: store.queuePrefix,
      queueMinutes: store.queueMinutes,
      hungOrderLimit: store.hungOrderLimit,
      openHung: await countOpenHung(trx, orgCode),
      trialLimit: store.trialLimit,
      openTrials: await countOpenTrials(trx, store, now),
      chargeOrder: store.chargeOrder,
      cashierRequired: store.cashierRequired,
      cashierByBadge: store.cashierByBadge,
      cashNeedsShift: store.cashNeedsShift,
      offlineMemberCap: fromMinor(store.offlineMemberCap),
      offlineTerminalCap: fromMinor(store.offlineTerminalCap),
      swapStartKeys: store.swapStartKeys,
      agreementMode: store.agreementMode,
      agreementId: await currentAgreementId(trx, orgCode),
      faceSearch: store.faceSearch,
      receipt: {
        headZh: store.receiptHeadZh,
        headEn: store.receiptHeadEn,
        footZh: store.receiptFootZh,
        footEn: store.receiptFootEn,
      },
      printing: await printingOf(trx, orgCode),
    },
    rules: await rulesOfStore(trx, orgCode, now),
    vehicles: await vehiclesOfStore(trx, now, orgCode),
    cashiers: (await listCashiers(trx, everyone)).records,
    dicts: await allDictItems(trx, locale),
  }
}
