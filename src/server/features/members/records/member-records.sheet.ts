import type { RawBuilder } from 'kysely'
import type { ListSearch, Writer } from '#server/core/lists/crud.ts'
import type { Deps, SignedIn } from '#server/core/slice.ts'
import { exportHandler } from '#server/core/workbooks/excel.ts'
import { importHandlers } from '#server/core/workbooks/excel.upload.ts'
import type { Transaction } from '#server/db/database.ts'
import { walletsOf } from '#server/features/ledger/index.ts'
import { levelCodeByName } from '#server/features/members/levels/member-levels.repository.ts'
import { SEE_PHONES } from '#server/features/members/members.view.ts'
import { MemberImport, memberFields } from '#shared/features/members/member-records.schema.ts'
import { memberExportSheet, memberSheet } from '#shared/features/members/member-records.sheet.ts'
import { countMembers, eachMember, memberValueOf } from './member-records.repository.ts'
import type { memberRecordsService } from './member-records.service.ts'
import { idNumberOf, toMemberRecord } from './member-records.view.ts'

/** Permission to see full identity numbers. */
export const SEE_ID_NUMBERS = 'member:idnumber'

/** Handlers for workbooks of members: export of the list, and import into the caller's store. */
export function memberSheetHandlers(deps: Deps, service: ReturnType<typeof memberRecordsService>) {
  const { sealer } = deps
  const statements = {
    columnOf: memberValueOf,
    count: countMembers,
    async *each(trx: Transaction, user: SignedIn, query: ListSearch, more: readonly RawBuilder<unknown>[]) {
      const sight = { phones: user.actions.has(SEE_PHONES), open: sealer.open }
      const isWhole = user.actions.has(SEE_ID_NUMBERS)
      for await (const rows of eachMember(trx, user, query, more)) {
        const wallets = await walletsOf(
          trx,
          rows.map(({ id }) => id),
        )
        yield rows.map((row) => {
          const record = toMemberRecord(row, wallets, sight)
          return isWhole ? { ...record, idCard: sealer.open(row.idNumberSealed, idNumberOf(row.orgCode)) } : record
        })
      }
    },
    async add(trx: Transaction, row: MemberImport, writer: Writer) {
      const { memberLevel } = row
      if (!memberLevel) return service.insert(trx, row, writer)
      return service.insert(
        trx,
        { ...row, memberLevel: await levelCodeByName(trx, writer.user.orgCode, memberLevel) },
        writer,
      )
    },
  }
  const { filter, dict } = memberFields
  const definition = { filter, dict, permission: 'member', create: MemberImport }
  return {
    exportXls: exportHandler(deps, definition, memberExportSheet, statements),
    ...importHandlers(deps, definition, memberSheet, statements),
  }
}
