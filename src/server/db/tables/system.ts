import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { Density, ListViewContent } from '#shared/features/system/list-views.contract.ts'
import type { SupportContact } from '#shared/features/system/support.contract.ts'

interface Audited {
  createdBy: string | null
  createdAt: ColumnType<Date, Date | undefined, never>
  updatedBy: string | null
  updatedAt: Date | null
}

interface DemoRecord extends Audited {
  id: string
  orgCode: string
  name: string
  keyWord: string | null
  punchTime: Date | null
  /** Amounts in fen. */
  salaryMoney: number | null
  bonusMoney: number | null
  sex: string | null
  age: number | null
  birthday: string | null
  email: string | null
  content: string | null
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

interface UploadUse {
  /** `person <id>` or `store <code>`. */
  subject: string
  bytes: number
}

interface UploadedFile {
  /** Below the store of files. */
  path: string
  orgCode: string
  userId: string
  bytes: number
  createdAt: Date
  droppedAt: Date | null
  /** The SHA-256 of the content, in hexadecimal; null for files of earlier versions. */
  sha256: string | null
}

interface ListView {
  id: string
  userId: string
  list: string
  name: string
  isDefault: boolean
  content: JSONColumnType<ListViewContent>
  createdAt: Date
  updatedAt: Date
}

/** A row as it was deleted, for the minutes in which that can be undone. */
interface DeletedRow {
  id: string
  orgCode: string
  resource: string
  rowId: string
  rowWas: JSONColumnType<object>
  deletedBy: string
  deletedAt: Date
}

interface UiPreference {
  userId: string
  density: Density
}

/** A single row: contact and payment details of the operator of this system. */
interface SupportContactRow {
  id: Generated<boolean>
  phone: Generated<string>
  wechat: Generated<string>
  wechatPicture: Generated<string>
  hours: Generated<string>
  address: Generated<string>
  paymentCodes: JSONColumnType<SupportContact['paymentCodes']>
  bankHolder: Generated<string>
  bankName: Generated<string>
  bankAccount: Generated<string>
  updatedBy: string | null
  updatedAt: Date | null
}

export interface SystemTables {
  supportContact: SupportContactRow
  uploadUse: UploadUse
  uploadedFile: UploadedFile
  listView: ListView
  uiPreference: UiPreference
  jobPosition: JobPosition
  demoRecord: DemoRecord
  category: Category
  checkRule: CheckRule
  storedFile: StoredFile
  deletedRow: DeletedRow
}
