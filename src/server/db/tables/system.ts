import type { ColumnType, Generated } from 'kysely'

interface Audited {
  createBy: string | null
  createTime: ColumnType<Date, Date | undefined, never>
  updateBy: string | null
  updateTime: Date | null
}

interface SysPosition extends Audited {
  id: string
  orgCode: string
  code: string
  name: string
  postRank: Generated<string>
  companyId: string | null
}

interface SysCategory extends Audited {
  id: string
  pid: string | null
  name: string
  /** Three characters per level: A01, A01A01. */
  code: string
}

export interface SystemTables {
  sysPosition: SysPosition
  sysCategory: SysCategory
}
