import { hash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'

/** SQL of a pseudo-random number in [0, 1), determined by a row (`org_code`, `n`) and a purpose. */
export const chance = (purpose: string) =>
  sql`(('x' || substr(md5(org_code || n || ${purpose}::text), 1, 8))::bit(32)::bigint / 4294967296.0)`

/** SQL of a UUIDv7 of a moment, determined by a row (`org_code`, `n`) and a purpose. */
export const idAt = (at: string, purpose: string) =>
  sql`(lpad(to_hex((extract(epoch from ${sql.raw(at)}) * 1000)::bigint), 12, '0') || '7' ||
    substr(md5(org_code || n || ${purpose}::text), 1, 3) || '8' ||
    substr(md5(org_code || n || ${purpose}::text), 4, 15))::uuid`

/** SQL of a UUID determined by a text. */
export const idFrom = (text: RawBuilder<unknown>) =>
  sql`overlay(overlay(md5(${text}) placing '8' from 13) placing '8' from 17)::uuid`

/** A UUID determined by a text, the same in every seed. */
export const uuidOf = (purpose: string): string => {
  const digest = hash('md5', purpose).replace(/^(.{12}).(.{3})./, '$18$28')
  return [8, 12, 16, 20, 32].map((end, place, ends) => digest.slice(ends[place - 1] ?? 0, end)).join('-')
}

/** A pseudo-random number from 0 to 255, the same in every seed. */
export const drawn = (purpose: string): number => Number.parseInt(hash('md5', purpose).slice(0, 2), 16)
