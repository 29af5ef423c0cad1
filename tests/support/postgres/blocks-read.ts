import type pg from 'pg'

/**
 * The number of blocks that a statement reads, with those of the functions that it calls. The statement takes effect. A connection's first
 * call of a function also reads catalogues.
 */
export async function blocksRead(client: pg.Client, statement: string): Promise<number> {
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
    `explain (analyze, buffers, format json) ${statement}`,
  )
  const plan = rows[0]?.['QUERY PLAN'][0].Plan
  return Number(plan?.['Shared Hit Blocks']) + Number(plan?.['Shared Read Blocks'])
}
