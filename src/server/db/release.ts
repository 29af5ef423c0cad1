import type pg from 'pg'
import { compareReleases } from '#shared/core/release.ts'

/** The release of this code, as in `package.json`. */
export const RELEASE = '0.1.0'

/**
 * The oldest release whose servers work on the database of this one. During a rolling upgrade, and after a rollback, they run on it.
 * A release that removes or renames what an older one uses raises it (docs/deployment.md).
 */
const OLDEST_WORKING = '0.1.0'

/**
 * The newer release that a database was migrated to, or null if it is of this or an older one. Throws if servers of this release do not
 * work on it.
 */
export async function newerRelease(owner: pg.Client, release: string): Promise<string | null> {
  await owner.query(`create table if not exists schema_release (
    release text primary key, oldest_working text not null, applied_at timestamptz not null default now())`)
  await owner.query('revoke all on schema_release from public, pitlane_app')
  const { rows } = await owner.query<{ release: string; oldest: string }>(
    'select release, oldest_working as oldest from schema_release',
  )
  const newest = rows.sort((one, other) => compareReleases(one.release, other.release)).at(-1)
  if (!newest || compareReleases(newest.release, release) <= 0) return null
  if (compareReleases(newest.oldest, release) > 0)
    throw new Error(
      `The database is of release ${newest.release}, which only servers from ${newest.oldest} on work with; this is ${release}. ` +
        `Install ${newest.release} again, or restore the backup from before the upgrade.`,
    )
  return newest.release
}

/** Records that the database is of a release now. */
export async function recordRelease(
  owner: pg.Client,
  release: string,
  oldestWorking: string = OLDEST_WORKING,
): Promise<void> {
  await owner.query(
    `insert into schema_release (release, oldest_working) values ($1, $2)
     on conflict (release) do update set oldest_working = excluded.oldest_working
       where schema_release.oldest_working <> excluded.oldest_working`,
    [release, oldestWorking],
  )
}
