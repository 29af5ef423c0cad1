import { z } from 'zod'
import { readConfig } from '#server/config.ts'
import { createLogger } from '#server/core/log.ts'
import { mount } from '#server/core/mount.ts'
import type { Slice } from '#server/core/slice.ts'
import { openDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { appLogin } from '#server/db/roles.ts'
import { seedDemo } from '#server/db/seed/index.ts'
import { startServer } from '#server/server.ts'
import { route } from '#shared/core/route.ts'

// The whole server and one more call, which has nothing to do.
const contract = {
  nothing: route({
    method: 'GET',
    path: '/bench/nothing',
    summary: 'Does nothing',
    access: 'signedIn',
    query: z.object({ pageNo: z.coerce.number().default(1) }),
    result: z.object({ orgCode: z.string(), name: z.string(), pageNo: z.number() }),
  }),
}

const nothing: Slice = (app, deps) =>
  mount(app, deps, contract, {
    nothing: async ({ ctx, query }) => ({ orgCode: ctx.user.orgCode, name: ctx.user.realname, pageNo: query.pageNo }),
  })

const config = readConfig()
await migrate(config.databaseUrl ?? '')
const login = await appLogin(config.databaseUrl ?? '')
const db = openDatabase(login.poolUrl, { size: 1 })
await seedDemo(db)
await db.close()
await startServer({ config, login, log: createLogger(config.logLevel), moreSlices: [nothing] })
process.on('SIGTERM', () => process.exit(0))
