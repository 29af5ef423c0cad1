import { sql } from 'kysely'
import type { SignedIn, Touched } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { maskPhone } from '#shared/features/members/phone.calc.ts'

/** What the audit trail stores about a call. */
export interface AuditedCall {
  requestId: string
  method: string
  path: string
  ip: string
  key: string
  user: Pick<SignedIn, 'id' | 'username' | 'realname' | 'orgCode'>
  input: { params?: unknown; query?: unknown; body?: unknown }
  /** The reason that the user gave, if any. */
  reason?: string
  begun: number
}

const MAX_TEXT_LENGTH = 200
const MAX_REQUEST_LENGTH = 16_000
const MAX_RECORDS = 500

const isSecret = (name: string): boolean =>
  /pass(word)?|token|captcha|smscode|paycode|secret|^proof$|testdata|esparam|facetemplate/i.test(name)
const isPhone = (name: string): boolean => /phone|mobile|receiver/i.test(name)
/** `sharedCards` is a setting and no number. */
const isCard = (name: string): boolean => /card/i.test(name) && name !== 'sharedCards'

/** A copy of a value without secrets; phone and card numbers are masked, long texts are cut. */
export function withoutSecrets(value: unknown, name = ''): unknown {
  if (typeof value === 'string') {
    if (isPhone(name)) return maskPhone(value)
    if (isCard(name)) return value === '' ? '' : '…'
    // PostgreSQL rejects text with half of a surrogate pair, which cutting or a client may produce.
    return (value.length > MAX_TEXT_LENGTH ? `${value.slice(0, MAX_TEXT_LENGTH)}…` : value).toWellFormed()
  }
  if (Array.isArray(value)) return value.slice(0, MAX_RECORDS).map((one) => withoutSecrets(one, name))
  if (value === null || typeof value !== 'object' || value instanceof Date) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, one]) => !isSecret(key) && one !== undefined)
      .map(([key, one]) => [key, withoutSecrets(one, key)]),
  )
}

/** A value as the trail stores it: JSON without secrets, or only its length if it is too long. */
export const asJson = (value: unknown): string | null => {
  if (value === undefined || value === null) return null
  const json = JSON.stringify(withoutSecrets(value))
  return json.length > MAX_REQUEST_LENGTH ? JSON.stringify({ tooLong: json.length }) : json
}

/** The resource of a call: its path without the last segment and without parameters. */
export const kindOf = (path: string): string => path.split('/:', 1)[0]?.replace(/\/[^/]+$/, '') ?? path

/** The ids of the records that the input names. */
function namedRecords({ key, input }: AuditedCall): Touched[] {
  const given: Record<string, unknown> = {
    ...asObject(input.params),
    ...asObject(input.query),
    ...asObject(input.body),
  }
  const ids = Array.isArray(given.ids) ? given.ids : [key || (given.id ?? '')]
  return ids.slice(0, MAX_RECORDS).map((id) => ({ id: String(id).slice(0, 64) }))
}

const asObject = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {})

/** Writes the audit entries of a change, in the transaction of the change. */
export async function leaveTrail(trx: Transaction, call: AuditedCall, touched: readonly Touched[]): Promise<void> {
  const { user, input } = call
  const records = touched.length > 0 ? touched : namedRecords(call)
  const given: Record<string, unknown> = {
    ...asObject(input.params),
    ...asObject(input.query),
    ...asObject(input.body),
  }
  const request = asJson(call.reason ? { ...given, reason: call.reason } : given)
  const caller = JSON.stringify({
    userId: user.id,
    username: user.username,
    realname: user.realname,
    ip: call.ip,
    requestId: call.requestId,
    method: call.method,
    path: call.path,
  })
  const costMs = Math.round(performance.now() - call.begun)
  await sql`select store_audit_entries(array(
    select audit_entry_of(${caller}::jsonb, ${user.orgCode}, kind, id, ${request}::jsonb, before::jsonb, after::jsonb, ${costMs}::integer)
      from unnest(${records.map(({ kind }) => kind ?? kindOf(call.path))}::text[], ${records.map(({ id }) => id)}::text[],
        ${records.map(({ before }) => asJson(before))}::text[], ${records.map(({ after }) => asJson(after))}::text[])
        with ordinality as touched (kind, id, before, after, ordinal)
      order by ordinal))`.execute(trx)
}
