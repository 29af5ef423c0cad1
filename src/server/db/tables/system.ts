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

interface SysCheckRule extends Audited {
  id: string
  ruleName: string
  ruleCode: string
  ruleJson: string
  ruleDescription: Generated<string>
}

interface OssFile extends Audited {
  id: string
  orgCode: string
  fileName: string
  url: string
}

export interface SystemTables {
  sysPosition: SysPosition
  sysCategory: SysCategory
  sysCheckRule: SysCheckRule
  ossFile: OssFile
}
