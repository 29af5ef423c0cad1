import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { openBus } from '#server/core/realtime/bus.ts'
import { EVERY_STORE, isUnavailable, openDatabase } from '#server/db/database.ts'
import { withClient } from '#server/db/roles.ts'
import { freePort } from '#tests/support/free-port.ts'
import { until } from '#tests/support/until.ts'
import { startPooler } from './pooler.ts'
import { DATABASE, promote, setSynchronous, startPrimary, startStandby, syncStateOf } from './postgres.ts'
import { startProxy } from './proxy.ts'

const PASSWORD = 'only-in-tests'
const ROWS = 120
const WRITERS = 4
const RETRY_MS = 50

const closers: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const close of closers.reverse()) await close()
})

it('a killed primary loses nothing that was answered, and the server continues on the promoted standby by itself', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pitlane-failover-'))
  await chmod(folder, 0o711)
  closers.push(() => rm(folder, { recursive: true, force: true }))
  const node = (name: string) => ({ name, folder: join(folder, name), password: PASSWORD, fsync: false })
  const primary = await startPrimary(node('one'))
  closers.push(() => primary.remove())
  const standby = await startStandby(primary, node('two'))
  closers.push(() => standby.remove())
  await setSynchronous(primary, 'two')
  await until(async () => expect(await syncStateOf(primary, 'two')).toBe('sync'))
  const nodes = [primary, standby]
  const proxy = await startProxy({ folder: join(folder, 'proxy'), port: await freePort(), copies: [], nodes })
  closers.push(() => proxy.kill())
  const { username: user, password } = new URL(primary.ownerUrl)
  const pooler = await startPooler({
    folder: join(folder, 'pooler'),
    primary: { host: '127.0.0.1', port: proxy.primaryPort },
    database: DATABASE,
    auth: { user, password, query: 'select usename, passwd from pg_shadow where usename = $1' },
    poolSize: WRITERS,
    waitSeconds: 2,
  })
  closers.push(() => pooler.kill())
  await withClient(primary.ownerUrl, (owner) => owner.query('create table written (id integer primary key)'))
  const db = openDatabase(pooler.through(primary.ownerUrl), { size: WRITERS })
  closers.push(() => db.close())
  const bus = await openBus({ url: proxy.onPrimary(primary.ownerUrl), db, onTrouble: () => undefined })
  closers.push(() => bus.close())

  let left = ROWS
  let answered = 0
  const third = Promise.withResolvers<void>()
  const write = async (id: number) => {
    for (;;) {
      try {
        await db.scoped(EVERY_STORE, (trx) =>
          sql`insert into written values (${id}) on conflict do nothing`.execute(trx),
        )
        return
      } catch (error) {
        if (!isUnavailable(error)) throw error
        await delay(RETRY_MS)
      }
    }
  }
  const writes = async () => {
    while (left > 0) {
      await write(left--)
      if (++answered === ROWS / 3) third.resolve()
    }
  }
  const writing = Promise.all(Array.from({ length: WRITERS }, writes))
  await Promise.race([third.promise, writing])
  await primary.kill()
  await promote(standby)
  await writing

  const { rows } = await withClient(standby.ownerUrl, (owner) =>
    owner.query('select count(*)::integer as n from written'),
  )
  expect(rows).toEqual([{ n: ROWS }])
  await until(() => expect(bus.connected).toBe(true))
})
