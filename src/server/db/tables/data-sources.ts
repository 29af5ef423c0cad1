import type { ColumnType, Generated } from 'kysely'

interface DataSource {
  id: string
  code: string
  name: string
  remark: Generated<string>
  dbType: string
  dbDriver: Generated<string>
  dbUrl: string
  dbName: Generated<string>
  dbUsername: string
  passwordSealed: Generated<string>
  createdBy: string | null
  createdAt: ColumnType<Date, Date | undefined, never>
  updatedBy: string | null
  updatedAt: Date | null
}

export interface DataSourceTables {
  dataSource: DataSource
}
