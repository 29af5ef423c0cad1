import type pg from 'pg'
import type { Deps } from '#server/core/slice.ts'
import { type Database, EVERY_STORE, type Transaction } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'
import {
  type Login,
  openSource,
  reading,
  readRows,
  type SourceAnswer,
  type SourceValue,
} from './data-sources.connection.ts'

/** Binds a sealed password to its row. */
export const purposeOf = (id: string): string => `data source ${id}`

interface OpenSource {
  /** Changes with each edit. */
  version: string
  pool: Promise<pg.Pool>
}

/** Above the number of data sources that reports use at a time; the longest unused one is closed. */
const MAX_OPEN = 20

/** The open pools of each copy of the server, by the id of the data source. */
const open = new WeakMap<Database, Map<string, OpenSource>>()

const poolsOf = ({ db }: Pick<Deps, 'db'>): Map<string, OpenSource> => {
  const pools = open.get(db) ?? new Map<string, OpenSource>()
  open.set(db, pools)
  return pools
}

const end = ({ pool }: OpenSource): void => void pool.then((opened) => opened.end()).catch(() => undefined)

/** Closes the connections to a data source, or to all. */
export function closeSources(deps: Pick<Deps, 'db'>, id?: string): void {
  const pools = poolsOf(deps)
  for (const [key, source] of pools) {
    if (id !== undefined && key !== id) continue
    pools.delete(key)
    end(source)
  }
}

/** How to reach a stored data source. */
export async function storedLogin({ sealer }: Pick<Deps, 'sealer'>, trx: Transaction, id: string) {
  const source = await trx.selectFrom('dataSource').selectAll().where('id', '=', id).executeTakeFirst()
  if (!source) throw new AppError('common.recordNotFound')
  const { dbUrl, dbUsername, passwordSealed } = source
  return { dbUrl, dbUsername, dbPassword: sealer.open(passwordSealed, purposeOf(id)) }
}

/** Connects once, with connections that are not kept. Throws with the reason. */
export async function testLogin({ config }: Pick<Deps, 'config'>, login: Login): Promise<void> {
  const pool = await openSource(login, config.allowedNetworks, 1)
  try {
    await reading(pool, async () => undefined)
  } finally {
    await pool.end()
  }
}

/**
 * Reads rows of a data source by one statement (`select`, `with`, `values`), for at most 5 s and 8 MB. The caller must have checked who
 * may run this statement. Throws an `AppError` with the reason.
 */
export async function queryDataSource(
  deps: Pick<Deps, 'db' | 'sealer' | 'config'>,
  code: string,
  statement: string,
  params: readonly SourceValue[],
  { rows }: { rows: number },
): Promise<SourceAnswer> {
  const stored = await deps.db.scoped(EVERY_STORE, async (trx) => {
    const source = await trx
      .selectFrom('dataSource')
      .select(['id', 'dbUrl', 'dbUsername', 'passwordSealed'])
      .where('code', '=', code)
      .executeTakeFirst()
    if (!source) throw new AppError('dataSources.unknown', { code })
    return source
  })
  const { id, dbUrl, dbUsername, passwordSealed } = stored
  const version = JSON.stringify([dbUrl, dbUsername, passwordSealed])
  const pools = poolsOf(deps)
  if (pools.get(id)?.version !== version) closeSources(deps, id)
  const source = pools.get(id) ?? {
    version,
    pool: openSource(
      { dbUrl, dbUsername, dbPassword: deps.sealer.open(passwordSealed, purposeOf(id)) },
      deps.config.allowedNetworks,
    ),
  }
  // The last used one is at the end.
  pools.delete(id)
  pools.set(id, source)
  const [oldest] = pools.keys()
  if (pools.size > MAX_OPEN && oldest !== undefined) closeSources(deps, oldest)
  const pool = await source.pool.catch((error: unknown) => {
    if (pools.get(id) === source) pools.delete(id)
    throw error
  })
  try {
    return await reading(pool, (client) => readRows(client, statement, params, rows))
  } catch (error) {
    // Its name may have another address by now.
    if (error instanceof AppError && error.code === 'dataSources.unreachable') closeSources(deps, id)
    throw error
  }
}
