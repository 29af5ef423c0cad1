import { createHmac } from 'node:crypto'
import pg from 'pg'

/** The application's role: it owns no objects and cannot bypass RLS. The server's login is this role or a member of it. */
const APP_ROLE = 'pitlane_app'

/**
 * Creates the application's role and grants it the use of all objects that migrations will create.
 *
 * Rights are granted as default privileges before the tables exist, so that a migration can revoke some permanently, such as for
 * the append-only ledger.
 */
export async function ensureAppRole(owner: pg.Client): Promise<void> {
  const { rowCount } = await owner.query('select from pg_roles where rolname = $1', [APP_ROLE])
  if (rowCount === 0) await createRole(owner)
  await owner.query(`
    grant usage on schema public to ${APP_ROLE};
    alter default privileges in schema public grant select, insert, update, delete on tables to ${APP_ROLE};
    alter default privileges in schema public grant usage, select on sequences to ${APP_ROLE};
  `)
}

async function createRole(owner: pg.Client): Promise<void> {
  try {
    // Timeouts are settings of the role, because a pooler does not preserve session settings.
    await owner.query(`
      create role ${APP_ROLE} nologin nosuperuser nocreatedb nocreaterole nobypassrls;
      alter role ${APP_ROLE} set statement_timeout = '60s';
      alter role ${APP_ROLE} set lock_timeout = '10s';
      alter role ${APP_ROLE} set idle_in_transaction_session_timeout = '60s';
    `)
  } catch (error) {
    // Another database of the same PostgreSQL is being set up concurrently; roles are shared by all databases.
    if (!['42710', '23505'].includes((error as pg.DatabaseError).code ?? '')) throw error
  }
}

export interface AppLogin {
  /** For the pool; may lead through PgBouncer. */
  poolUrl: string
  /** For LISTEN, which needs a direct connection. */
  directUrl: string
  /** Of a standby, if there is one. */
  replicaUrl?: string
}

interface GivenAddresses {
  /** How the server connects, with an account or without. */
  appUrl?: string | undefined
  /** Where it listens; by default at the owner's address. */
  listenUrl?: string | undefined
  /** A standby of the database, without an account: its roles are those of the primary. */
  replicaUrl?: string | undefined
}

interface Account {
  username: string
  password: string
}

/**
 * The addresses by which the server connects: as set by the administrator, or as `pitlane_app` with a password derived from the
 * owner's. An address without a password gets that account too.
 *
 * Every copy of the server derives the same password from DATABASE_URL alone, and the owner's cannot be computed from it.
 */
export async function appLogin(
  ownerUrl: string,
  { appUrl, listenUrl, replicaUrl }: GivenAddresses = {},
): Promise<AppLogin> {
  const account = appUrl && hasPassword(appUrl) ? accountOf(appUrl) : await derivedAccount(ownerUrl)
  const poolUrl = withAccount(appUrl ?? ownerUrl, account)
  await refusePower(poolUrl)
  return {
    poolUrl,
    directUrl:
      listenUrl !== undefined && hasPassword(listenUrl) ? listenUrl : withAccount(listenUrl ?? ownerUrl, account),
    // Always the account that was checked above: row-level security would not apply to a more powerful one.
    ...(replicaUrl === undefined ? {} : { replicaUrl: withAccount(replicaUrl, account) }),
  }
}

const hasPassword = (url: string): boolean => new URL(url).password !== ''

/** As an address contains it: encoded. */
function accountOf(url: string): Account {
  const { username, password } = new URL(url)
  return { username, password }
}

const withAccount = (url: string, account: Account): string => Object.assign(new URL(url), account).href

/** The account `pitlane_app` with its derived password, which is set where it is missing or the owner's has changed. */
async function derivedAccount(ownerUrl: string): Promise<Account> {
  const { password: ownerPassword } = accountOf(ownerUrl)
  if (ownerPassword === '') {
    throw new Error('DATABASE_URL has no password to make that of the role pitlane_app from; set DATABASE_APP_URL too.')
  }
  const password = createHmac('sha256', decodeURIComponent(ownerPassword)).update(APP_ROLE).digest('base64url')
  const account = { username: APP_ROLE, password }
  await withClient(ownerUrl, async (owner) => {
    const { rows } = await owner.query<{ ready: boolean }>(
      'select rolcanlogin as ready from pg_roles where rolname = $1',
      [APP_ROLE],
    )
    if (rows[0]?.ready && (await canConnect(withAccount(ownerUrl, account)))) return
    try {
      await owner.query(`alter role ${APP_ROLE} login password ${pg.escapeLiteral(password)}`)
    } catch (error) {
      // "Tuple concurrently updated": another starting copy has just set the same password.
      if ((error as pg.DatabaseError).code !== 'XX000') throw error
    }
  })
  return account
}

/** Throws if the configured login can see all stores. A login whose role the migrations create is checked after them. */
export async function refusePowerfulLogin(givenUrl: string): Promise<void> {
  if (hasPassword(givenUrl) && (await canConnect(givenUrl))) await refusePower(givenUrl)
}

async function canConnect(url: string): Promise<boolean> {
  try {
    await withClient(url, () => Promise.resolve())
    return true
  } catch (error) {
    // Wrong password, or a role that may not log in yet, also in PgBouncer's words; other errors do not concern the role.
    if (['28P01', '28000', '08P01'].includes((error as pg.DatabaseError).code ?? '')) return false
    throw error
  }
}

/** Throws if row-level security does not bind the role: superusers and BYPASSRLS ignore it, and owners can disable it. */
async function refusePower(url: string): Promise<void> {
  await withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select rolname as name from pg_roles r where rolname = current_user
       and (rolsuper or rolbypassrls or exists (select from pg_class c where c.relowner = r.oid))`,
    )
    if (rows[0])
      throw new Error(`The database role ${rows[0].name} may bypass row-level security; give the server another.`)
  })
}

export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 30_000 })
  // A connection that breaks later is reported by the next statement.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}
