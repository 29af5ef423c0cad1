import type pg from 'pg'

/**
 * Whether a pooler in transaction mode, such as PgBouncer, is between us and PostgreSQL: it reports a process of its own choice when
 * a client connects. Sessions do not outlast a transaction then, and neither do statements that were prepared under a name.
 */
export async function isPooled(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid !== (client as pg.ClientBase & { processID?: number | null }).processID
}
