import Fastify from 'fastify'
import pg from 'pg'
import { LEAST_PATH, type LeastChange, leastStatement } from './limit.ts'

// The minimal change of money through HTTP: `node bare-charge.server.ts <database> <connections>`.
const [, , connectionString = '', max = '16'] = process.argv

const pool = new pg.Pool({ connectionString, max: Number(max) })
const app = Fastify()
app.post<{ Body: LeastChange }>(LEAST_PATH, async ({ body }) => {
  await pool.query(leastStatement(body))
  return { success: true, message: body.key }
})
app.get(LEAST_PATH, () => ({ success: true }))
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
process.on('SIGTERM', () => process.exit(0))
