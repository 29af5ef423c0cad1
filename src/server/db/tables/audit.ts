import type { ColumnType, Generated, JSONColumnType } from 'kysely'

interface LoginCaptcha {
  /** Hashed. */
  checkKey: string
  answer: string
  expiresAt: Date
}

interface SmsCode {
  phone: string
  /** 0 sign-in, 1 register, 2 password reset. */
  mode: string
  codeHash: string
  tries: Generated<number>
  expiresAt: Date
}

interface LoginLog {
  id: Generated<number>
  orgCode: string
  createTime: ColumnType<Date, Date | undefined, never>
  userId: string | null
  username: string
  realname: string
  ip: string
  outcome: 'signedIn' | 'signedOut' | 'refused'
}

interface AuditEntry {
  id: Generated<number>
  orgCode: string
  createTime: ColumnType<Date, Date | undefined, never>
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
  /** The place in the store's chain, given soon after the commit. */
  seq: ColumnType<number | null, never, never>
  hash: ColumnType<string | null, never, never>
}

interface AuditHidden {
  entryId: number
}

/** What is kept of sign-ins and of what was done. */
export interface AuditTables {
  loginCaptcha: LoginCaptcha
  smsCode: SmsCode
  loginLog: LoginLog
  auditEntry: AuditEntry
  auditHidden: AuditHidden
}
