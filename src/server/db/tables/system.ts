import type { ColumnType, Generated } from 'kysely'

interface Audited {
  createdBy: string | null
  createdAt: ColumnType<Date, Date | undefined, never>
  updatedBy: string | null
  updatedAt: Date | null
}

interface JobPosition extends Audited {
  id: string
  orgCode: string
  code: string
  name: string
  postRank: Generated<string>
  companyId: string | null
}

interface Category extends Audited {
  id: string
  parentId: string | null
  name: string
  /** Three characters per level: A01, A01A01. */
  code: string
}

interface CheckRule extends Audited {
  id: string
  ruleName: string
  ruleCode: string
  ruleJson: string
  ruleDescription: Generated<string>
}

interface StoredFile extends Audited {
  id: string
  orgCode: string
  fileName: string
  url: string
}

export interface SystemTables {
  jobPosition: JobPosition
  category: Category
  checkRule: CheckRule
  storedFile: StoredFile
}
