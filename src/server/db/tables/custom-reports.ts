import type { Generated, JSONColumnType } from 'kysely'
import type { ReportDefinition, ReportInterval } from '#shared/features/custom-reports/custom-reports.schema.ts'

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

interface CustomReportTile {
  userId: string
  reportId: string
  place: number
}

interface CustomReportSchedule {
  id: string
  orgCode: string
  ownerId: string
  reportId: string
  every: ReportInterval
  hour: number
  recipients: string[]
  /** Counts the changes by its owner. */
  version: Generated<number>
  /** Of the definition that its owner agreed to send. */
  definitionHash: Generated<string>
  nextRunAt: Date
  lastRunAt: Generated<Date | null>
  /** The code of the error of the last occurrence; empty: it was sent. */
  lastError: Generated<string>
}

export interface CustomReportTables {
  customReportTile: CustomReportTile
  customReportSchedule: CustomReportSchedule
  customReport: CustomReport
}
