import type { Transaction } from '#server/db/database.ts'
import { maskPhone } from '#shared/features/members/phone.calc.ts'
import type { SignedIn, Touched } from './slice.ts'

/** What the trail keeps of a call. */
export interface AuditedCall {
  requestId: string
  method: string
  path: string
  ip: string
  key: string
  user: Pick<SignedIn, 'id' | 'username' | 'realname' | 'orgCode'>
  input: { params?: unknown; query?: unknown; body?: unknown }
  /** Why it was done, where somebody said so. */
  reason?: string
  begun: number
}

const LONGEST_TEXT = 200
const LONGEST_REQUEST = 16_000
const MOST_RECORDS = 500
const MOST_AT_ONCE = 1000

const isSecret = (name: string): boolean =>
  /pass(word)?|token|captcha|smscode|paycode|secret|testdata|esparam/i.test(name)
const isPhone = (name: string): boolean => /phone|mobile|receiver/i.test(name)
const isCard = (name: string): boolean => /card/i.test(name)

/** A value without secrets, whole phones and cards, and long texts. */
export function withoutSecrets(value: unknown, name = ''): unknown {
  if (typeof value === 'string') {
    if (isPhone(name)) return maskPhone(value)
    if (isCard(name)) return value === '' ? '' : '…'
    // A text cut in the middle of a sign, or sent so, is none for the database.
    return (value.length > LONGEST_TEXT ? `${value.slice(0, LONGEST_TEXT)}…` : value).toWellFormed()
  }
  if (Array.isArray(value)) return value.slice(0, MOST_RECORDS).map((one) => withoutSecrets(one, name))
  if (value === null || typeof value !== 'object' || value instanceof Date) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, one]) => !isSecret(key) && one !== undefined)
      .map(([key, one]) => [key, withoutSecrets(one, key)]),
  )
}

/** What the trail keeps of a value: JSON without secrets, or its length where it is too long. */
export const asJson = (value: unknown): string | null => {
  if (value === undefined || value === null) return null
  const json = JSON.stringify(withoutSecrets(value))
  return json.length > LONGEST_REQUEST ? JSON.stringify({ tooLong: json.length }) : json
}

/** The resource that a call is about, as its calls name it: the path without its last part and without parameters. */
export const kindOf = (path: string): string => path.split('/:', 1)[0]?.replace(/\/[^/]+$/, '') ?? path

/** The records that the input itself names. */
function namedRecords({ key, input }: AuditedCall): Touched[] {
  const given: Record<string, unknown> = {
    ...asObject(input.params),
    ...asObject(input.query),
    ...asObject(input.body),
  }
  const ids = Array.isArray(given.ids) ? given.ids : [key || (given.id ?? '')]
  return ids.slice(0, MOST_RECORDS).map((id) => ({ id: String(id).slice(0, 64) }))
}

const asObject = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {})

/** Writes who did what to which records, in the transaction that does it. */
export async function leaveTrail(trx: Transaction, call: AuditedCall, touched: readonly Touched[]): Promise<void> {
  const { user, input } = call
  const records = touched.length > 0 ? touched : namedRecords(call)
  const given: Record<string, unknown> = {
    ...asObject(input.params),
    ...asObject(input.query),
    ...asObject(input.body),
  }
  const request = asJson(call.reason ? { ...given, reason: call.reason } : given)
  const entries = records.map(({ id, kind, before, after }) => ({
    orgCode: user.orgCode,
    userId: user.id,
    username: user.username,
    realname: user.realname,
    ip: call.ip,
    requestId: call.requestId,
    method: call.method,
    action: call.path,
    recordKind: kind ?? kindOf(call.path),
    recordId: id,
    request,
    before: asJson(before),
    after: asJson(after),
    costMs: Math.round(performance.now() - call.begun),
  }))
  // A statement takes 65,535 parameters; an import makes more entries than fit.
  for (let start = 0; start < entries.length; start += MOST_AT_ONCE) {
    await trx
      .insertInto('auditEntry')
      .values(entries.slice(start, start + MOST_AT_ONCE))
      .execute()
  }
}
