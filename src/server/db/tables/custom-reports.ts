import type { Generated, JSONColumnType } from 'kysely'
import type { ReportDefinition } from '#shared/features/custom-reports/custom-reports.schema.ts'

interface CustomReport {
  id: string
  orgCode: string
  ownerId: string
  ownerName: string
  name: string
  about: Generated<string>
  /** Codes of the roles whose users see it. */
  roles: Generated<string[]>
  definition: JSONColumnType<ReportDefinition>
  version: Generated<number>
  createdAt: Date
  updatedAt: Date
}

export interface CustomReportTables {
  customReport: CustomReport
}
