import type { Sheet } from '#shared/core/excel.ts'
import { memberImportColumns, memberMarks } from './member-records.schema.ts'

/** The columns that an import takes. */
export const memberSheet: Sheet = { title: 'sheet.member', columns: memberImportColumns }

const { id, exp, balance, give, integral, laps, coins, frequency, endTime, frozen, lastVisit, createTime } = memberMarks

/** An export also has the wallets and the times, which an import does not take. */
export const memberExportSheet: Sheet = {
  title: 'sheet.member',
  columns: {
    id: id.label,
    ...memberImportColumns,
    exp: exp.label,
    balance: balance.label,
    give: give.label,
    integral: integral.label,
    laps: laps.label,
    coins: coins.label,
    frequency: frequency.label,
    endTime: endTime.label,
    frozen: frozen.label,
    lastVisit: lastVisit.label,
    createTime: createTime.label,
  },
}
