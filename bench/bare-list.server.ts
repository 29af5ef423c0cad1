import Fastify from 'fastify'
import pg from 'pg'
import type { Statement } from './load.ts'

// A minimal list: `node bare-list.server.ts <path> <database> <statements>`. It returns the rows of the third to last statement and
// the count of the second to last.
const [, , path = '/', connectionString = '', statementsJson = '[]'] = process.argv
const statements = JSON.parse(statementsJson) as Statement[]

const pool = new pg.Pool({ connectionString, max: 16 })
const app = Fastify()
app.get(path, async () => {
  const client = await pool.connect()
  try {
    const answers: pg.QueryResult[] = []
    for (const statement of statements) answers.push(await client.query(statement))
    return { records: answers.at(-3)?.rows, total: Number(answers.at(-2)?.rows[0]?.count) }
  } finally {
    client.release()
  }
})
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
process.on('SIGTERM', () => process.exit(0))
