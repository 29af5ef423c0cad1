import type { ColumnType, Generated, JSONColumnType } from 'kysely'

interface LoginCaptcha {
  /** Hashed. */
  checkKey: string
  answer: string
  expiresAt: Date
}

interface SmsCode {
  phone: string
  /** 0 sign-in, 1 register, 2 password reset; of members: 3 sign-in to the member page, 4 consumption password. */
  mode: string
  /** Of members; empty for users. */
  storeCode: Generated<string>
  codeHash: string
  tries: Generated<number>
  expiresAt: Date
}

interface LoginLog {
  id: Generated<number>
  orgCode: string
  createdAt: ColumnType<Date, Date | undefined, never>
  userId: string | null
  username: string
  realname: string
  ip: string
  outcome: 'signedIn' | 'signedOut' | 'refused'
}

interface AuditEntry {
  id: Generated<number>
  orgCode: string
  createdAt: ColumnType<Date, Date | undefined, never>
  userId: string | null
  username: string
  realname: string
  ip: string
  requestId: string
  method: string
  action: string
  recordKind: string
  recordId: string
  request: JSONColumnType<object> | null
  before: JSONColumnType<object> | null
  after: JSONColumnType<object> | null
  costMs: number | null
  /** The transaction that wrote it, which decides whether it can be chained already. */
  xact: ColumnType<string, never, never>
}

/** The position of an entry in its store's chain, assigned soon after the commit. */
interface AuditLink {
  entryId: ColumnType<number, never, never>
  orgCode: ColumnType<string, never, never>
  seq: ColumnType<number, never, never>
  hash: ColumnType<string, never, never>
}

interface AuditHidden {
  entryId: number
}

/** The sign-in log and the audit trail. */
export interface AuditTables {
  loginCaptcha: LoginCaptcha
  smsCode: SmsCode
  loginLog: LoginLog
  auditEntry: AuditEntry
  auditLink: AuditLink
  auditHidden: AuditHidden
}
