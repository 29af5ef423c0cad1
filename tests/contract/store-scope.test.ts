import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scopeOf } from '#server/db/database.ts'
import { demoUsers } from '#server/db/seed/access.ts'
import type { Api } from '#shared/api.ts'
import { newId } from '#shared/core/id.ts'
import { startTestServer, type TestClient, type TestServer } from '#tests/support/server.ts'
import { demoRule, type Venue, venueOf } from '#tests/support/venue/venue.ts'

const FOREIGN = 'A01A01'
const OWN = 'A01A02'
const PNG_HEAD = Buffer.from('89504e470d0a1a0a', 'hex')

let server: TestServer
let venue: Venue
/** Works at A01A02 only, with every permission there. */
let stranger: TestClient

/** Rows of A01A01 that the stranger tries to reach, and rows of A01A02 to combine them with. */
let foreign: Record<
  | 'vehicle'
  | 'member'
  | 'rule'
  | 'play'
  | 'settled'
  | 'order'
  | 'terminal'
  | 'job'
  | 'refusal'
  | 'position'
  | 'announcement'
  | 'template'
  | 'file'
  | 'message',
  string
>
let own: Record<'vehicle' | 'member' | 'rule' | 'play', string>

beforeAll(async () => {
  server = await startTestServer()
  venue = venueOf(server)
  stranger = await server.signIn('manager2')
  const cashier = await server.signIn('cashier')
  for (const store of [FOREIGN, OWN]) await venue.setHungLimit(1000, store)

  const member = await venue.member({ balance: 100_000, nickname: '滨江会员', phone: '13700007777' })
  const terminal = newId()
  await cashier.terminals.register({ body: { id: terminal, name: '滨江前台', prefix: 'T1' } })
  const vehicle = await venue.vehicle({ name: '滨江一号' })
  const start = async (vehicleId: string) => {
    const key = newId()
    await cashier.playBeforePay.add({ body: venue.start({ vehicleId, userId: member, terminalId: terminal }), key })
    return key
  }
  const settled = await start((await venue.vehicle()).id)
  const order = newId()
  const body = { id: settled, consumeType: 'BALANCE', consumeVehicleMode: 'circlemode' } as const
  await cashier.playBeforePay.settle({ body, key: order })
  const play = await start(vehicle.id)
  const { result: jobs } = await cashier.terminals.claimPrintJobs({ body: { terminalId: terminal } })
  const refusal = newId()
  await cashier.playBeforePay
    .add({ body: venue.start({ vehicleId: newId(), offline: true }), key: refusal })
    .catch(() => 0)
  const job = jobs[0]?.id ?? ''
  const manager = await server.signIn('manager', FOREIGN)
  await manager.positions.add({ body: { code: 'A01A01-1', name: '滨江教练' } })
  const position = (await manager.positions.list({ query: {} })).result.records[0]?.id ?? ''
  const { announcement, template, message } = await foreignMessages(manager)
  const file = await foreignFile(manager)
  foreign = {
    file,
    message,
    announcement,
    template,
    position,
    vehicle: vehicle.id,
    member,
    rule: demoRule().id,
    play,
    settled,
    order,
    terminal,
    job,
    refusal,
  }

  own = {
    vehicle: (await venue.vehicle({ orgCode: OWN })).id,
    member: await venue.member({ orgCode: OWN, balance: 100_000 }),
    rule: demoRule('BALANCE', OWN).id,
    play: newId(),
  }
  const mine = venue.start({ vehicleId: own.vehicle, ruleId: own.rule })
  await stranger.playBeforePay.add({ body: mine, key: own.play })
})
afterAll(() => server.stop())

/** A released announcement and a template of the foreign store, and a message sent by it. */
async function foreignMessages(manager: TestClient): Promise<Record<'announcement' | 'template' | 'message', string>> {
  const kinds = { priority: 'L', msgCategory: '1', msgType: 'ALL' } as const
  await manager.announcements.add({ body: { titile: '滨江店公告', ...kinds } })
  const { result: written } = await manager.announcements.list({ query: { titile: '滨江店公告' } })
  const announcement = written.records[0]?.id ?? ''
  await manager.announcements.release({ query: { id: announcement } })
  const fields = { templateName: '滨江模板', templateType: '4', templateContent: '滨江' } as const
  await manager.messageTemplates.add({ body: { templateCode: 'foreign', ...fields } })
  const { result: templates } = await manager.messageTemplates.list({ query: { templateCode: 'foreign' } })
  const { result: sent } = await manager.messageTemplates.sendMsg({
    body: { templateCode: 'foreign', receiver: 'cashier' },
  })
  return { announcement, template: templates.records[0]?.id ?? '', message: sent.id }
}

/** A file of the foreign store. */
async function foreignFile(manager: TestClient): Promise<string> {
  const body = new FormData()
  body.append('file', new Blob([PNG_HEAD]), '滨江.png')
  await server.request('/api/oss/file/upload', { method: 'POST', body, token: manager.token })
  return (await manager.ossFiles.list({ query: {} })).result.records[0]?.id ?? ''
}

type Attempts = { [G in keyof Api]?: { [K in keyof Api[G]]?: () => Promise<unknown>[] } }

/**
 * What a stranger may try with related rows: foreign ones combined with own ones, above all at the counter. foreign-ids.test.ts
 * shows that no call reaches a foreign row by its id.
 */
function attempts(): Attempts {
  const charge = (body: object) =>
    stranger.playBeforePay.settle({
      body: { consumeType: 'BALANCE', consumeVehicleMode: 'circlemode', id: own.play, ...body },
      key: newId(),
    })
  const startWith = (given: object, key = newId()) => {
    const body = venue.start({ vehicleId: own.vehicle, ruleId: own.rule, ...given })
    return stranger.playBeforePay.add({ body, key })
  }
  return {
    members: {
      searchMemberById: () => [
        stranger.members.searchMemberById({ query: { id: foreign.member } }),
        stranger.members.searchMemberById({ query: { idCard: '0004829731' } }),
      ],
      search: () => [
        stranger.members.search({ query: { pageSize: 200 } }),
        stranger.members.search({ query: { keyword: '滨江' } }),
        stranger.members.search({ query: { id: `${foreign.member},` } }),
        stranger.members.search({ query: { phone: '%7777' } }),
      ],
    },
    consumeRules: {
      listActive: () => [
        stranger.consumeRules.listActive({ query: { pageSize: 1000 } }),
        stranger.consumeRules.listActive({ query: { sysOrgCode: 'A01A01', id: `${foreign.rule},` } }),
      ],
      listForMemberOfStore: () => [stranger.consumeRules.listForMemberOfStore({ query: { sysOrgCode: 'A01A01' } })],
      listForMember: () => [stranger.consumeRules.listForMember({ query: {} })],
    },
    consume: {
      getDepartInfo: () => [stranger.consume.getDepartInfo()],
      queryById: () => [stranger.consume.queryById({ query: { id: foreign.order } })],
      reprintTicket: () => [stranger.consume.reprintTicket({ query: { id: foreign.play } })],
      listCashiers: () => [stranger.consume.listCashiers({ query: { pageSize: 200 } })],
    },
    playBeforePay: {
      add: () => [
        startWith({ ruleId: foreign.rule }),
        startWith({ vehicleId: foreign.vehicle }),
        startWith({ ruleId: foreign.rule, vehicleId: foreign.vehicle }),
        startWith({ userId: foreign.member, offline: true }),
        startWith({}, foreign.play),
      ],
      list: () => [
        stranger.playBeforePay.list({ query: { pageSize: 200 } }),
        stranger.playBeforePay.list({ query: { sysOrgCode: FOREIGN, pageSize: 200 } }),
        stranger.playBeforePay.list({ query: { id: foreign.play } }),
        stranger.playBeforePay.list({ query: { userId: foreign.member } }),
      ],
      exportXls: () => [stranger.playBeforePay.exportXls({ query: { selections: foreign.play } })],
      importExcel: () => [stranger.playBeforePay.importExcel({ query: {} })],
      delete: () => [stranger.playBeforePay.delete({ query: { id: foreign.play } })],
      deleteBatch: () => [stranger.playBeforePay.deleteBatch({ query: { ids: `${own.play},${foreign.play},` } })],
      settle: () => [
        charge({ id: foreign.play }),
        charge({ id: foreign.play, userId: own.member, sysDepartConsumeRoleId: own.rule }),
        charge({ userId: foreign.member }),
        charge({ userId: foreign.member, password: 'x' }),
        charge({ userId: own.member, sysDepartConsumeRoleId: foreign.rule }),
      ],
    },
    vehicles: {
      listOfStore: () => [
        stranger.vehicles.listOfStore({ query: { name: '', pageSize: 1000 } }),
        stranger.vehicles.listOfStore({ query: { id: `${foreign.vehicle},` } }),
      ],
      finish: () => [stranger.vehicles.finish({ body: { id: foreign.vehicle } })],
    },
    announcements: {
      exportXls: () => [stranger.announcements.exportXls({ query: { selections: foreign.announcement } })],
      importExcel: () => [stranger.announcements.importExcel({ query: {} })],
      list: () => [
        stranger.announcements.list({ query: { pageSize: 200 } }),
        stranger.announcements.list({ query: { sysOrgCode: FOREIGN } }),
      ],
      add: () => [
        stranger.announcements.add({
          body: {
            titile: '城西公告',
            priority: 'L',
            msgCategory: '1',
            msgType: 'USER',
            userIds: `${demoUsers.cashier.id},`,
          },
        }),
      ],
      edit: () => [
        stranger.announcements.edit({
          body: { id: foreign.announcement, titile: '改', priority: 'L', msgCategory: '1', msgType: 'ALL' },
        }),
      ],
      delete: () => [stranger.announcements.delete({ query: { id: foreign.announcement } })],
      deleteBatch: () => [stranger.announcements.deleteBatch({ query: { ids: `${foreign.announcement},` } })],
      queryById: () => [stranger.announcements.queryById({ query: { id: foreign.announcement } })],
      release: () => [stranger.announcements.release({ query: { id: foreign.announcement } })],
      revoke: () => [stranger.announcements.revoke({ query: { id: foreign.announcement } })],
      pushAgain: () => [stranger.announcements.pushAgain({ query: { anntId: foreign.announcement } })],
      listByUser: () => [stranger.announcements.listByUser()],
    },
    announcementSends: {
      mine: () => [
        stranger.announcementSends.mine({ query: { pageSize: 200 } }),
        stranger.announcementSends.mine({ query: { titile: '*滨江*' } }),
      ],
      markRead: () => [stranger.announcementSends.markRead({ body: { anntId: foreign.announcement } })],
      readAll: () => [stranger.announcementSends.readAll()],
    },
    messageTemplates: {
      list: () => [
        stranger.messageTemplates.list({ query: { pageSize: 200 } }),
        stranger.messageTemplates.list({ query: { templateCode: 'foreign', sysOrgCode: FOREIGN } }),
      ],
      queryById: () => [stranger.messageTemplates.queryById({ query: { id: foreign.template } })],
      add: () => [
        stranger.messageTemplates.add({
          body: { templateCode: 'mine', templateName: '城西', templateType: '4', sysOrgCode: FOREIGN } as never,
        }),
      ],
      edit: () => [stranger.messageTemplates.edit({ body: { id: foreign.template, templateName: '改' } })],
      delete: () => [stranger.messageTemplates.delete({ query: { id: foreign.template } })],
      deleteBatch: () => [stranger.messageTemplates.deleteBatch({ query: { ids: `${foreign.template},` } })],
      exportXls: () => [stranger.messageTemplates.exportXls({ query: { selections: foreign.template } })],
      importExcel: () => [stranger.messageTemplates.importExcel({ query: {} })],
      sendMsg: () => [
        stranger.messageTemplates.sendMsg({ body: { templateCode: 'foreign', receiver: 'manager2' } }),
        stranger.messageTemplates.sendMsg({ body: { templateCode: 'mine', receiver: 'cashier' } }),
        stranger.messageTemplates.sendMsg({
          body: { templateCode: 'foreign', templateId: foreign.template, receiver: 'manager2' },
        }),
      ],
    },
    messages: {
      list: () => [
        stranger.messages.list({ query: { pageSize: 200 } }),
        stranger.messages.list({ query: { templateCode: 'foreign', sysOrgCode: FOREIGN } }),
      ],
      queryById: () => [stranger.messages.queryById({ query: { id: foreign.message } })],
      add: () => [
        stranger.messages.add({ body: { esTitle: '你好', esContent: '你好', esReceiver: 'cashier', esType: '4' } }),
        stranger.messages.add({
          body: {
            esTitle: '你好',
            esContent: '你好',
            esReceiver: 'manager2',
            esType: '4',
            sysOrgCode: FOREIGN,
          } as never,
        }),
      ],
      edit: () => [stranger.messages.edit({ body: { id: foreign.message, esTitle: '改' } })],
      delete: () => [stranger.messages.delete({ query: { id: foreign.message } })],
      deleteBatch: () => [stranger.messages.deleteBatch({ query: { ids: `${foreign.message},` } })],
      exportXls: () => [stranger.messages.exportXls({ query: { selections: foreign.message } })],
      importExcel: () => [stranger.messages.importExcel({ query: {} })],
    },
    dictionaries: {
      loadDict: () => [
        stranger.dictionaries.loadDict({ params: { code: 'sys_user,realname,username' }, query: {} }),
        stranger.dictionaries.loadDict({ params: { code: 'sys_depart,depart_name,org_code' }, query: {} }),
        stranger.dictionaries.loadDict({ params: { code: 'sys_position,name,code' }, query: { keyword: '教练' } }),
      ],
      loadDictItem: () => [
        stranger.dictionaries.loadDictItem({
          params: { code: 'sys_user,realname,username' },
          query: { key: 'cashier' },
        }),
        stranger.dictionaries.loadDictItem({
          params: { code: 'sys_position,name,id' },
          query: { key: foreign.position },
        }),
      ],
    },
    duplicates: {
      check: () => [
        stranger.duplicates.check({ query: { tableName: 'sys_position', fieldName: 'code', fieldVal: 'A01A01-1' } }),
      ],
    },
    ossFiles: {
      list: () => [
        stranger.ossFiles.list({ query: { pageSize: 200 } }),
        stranger.ossFiles.list({ query: { sysOrgCode: FOREIGN } as never }),
      ],
      queryById: () => [stranger.ossFiles.queryById({ query: { id: foreign.file } })],
      upload: () => [stranger.ossFiles.upload()],
      delete: () => [stranger.ossFiles.delete({ query: { id: foreign.file } })],
    },
    terminals: {
      claimPrintJobs: () => [stranger.terminals.claimPrintJobs({ body: { terminalId: foreign.terminal } })],
      reportPrintJob: () => [
        stranger.terminals.reportPrintJob({
          body: { id: foreign.job, terminalId: foreign.terminal, outcome: 'printed' },
        }),
      ],
      dismissRefusal: () => [stranger.terminals.dismissRefusal({ body: { id: foreign.refusal, remark: '不要了' } })],
      refusals: () => [
        stranger.terminals.refusals({ query: {} }),
        stranger.terminals.refusals({ query: { sysOrgCode: FOREIGN } }),
      ],
      snapshot: () => [stranger.terminals.snapshot()],
      snapshotChanges: () => [stranger.terminals.snapshotChanges({ query: {} })],
      // Last: from here on the same counter PC is known to both stores.
      register: () => [
        stranger.terminals.register({ body: { id: foreign.terminal, name: '城西前台', prefix: 'T1' } }),
        stranger.terminals.claimPrintJobs({ body: { terminalId: foreign.terminal } }),
      ],
    },
  }
}

/** A hash of all rows of a store: unchanged as long as none of them is touched. */
async function fingerprint(orgCode: string): Promise<string> {
  // Positions in the audit chain are assigned in the background.
  const tables = (await tablesOfStores()).filter((table) => !table.startsWith('audit_'))
  return venue.inEveryStore(async (trx) => {
    const marks: unknown[] = []
    for (const table of tables) {
      const { rows } = await sql<{ mark: string }>`
        select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as mark
        from ${sql.table(table)} t where org_code = ${orgCode}`.execute(trx)
      marks.push([table, rows[0]?.mark])
    }
    return createHash('md5').update(JSON.stringify(marks)).digest('hex')
  })
}

async function tablesOfStores(): Promise<string[]> {
  const { rows } = await server.deps.db.pool.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'org_code' order by 1`,
  )
  return rows.map(({ name }) => name)
}

describe('a user of one store', () => {
  it('sees and changes nothing of another by any call', async () => {
    const before = await fingerprint(FOREIGN)
    const groups = Object.entries(attempts())
    for (const [group, calls] of groups) {
      for (const [name, tries] of Object.entries(calls)) {
        for (const outcome of await Promise.allSettled(tries())) {
          const answer = JSON.stringify(
            outcome.status === 'fulfilled'
              ? outcome.value
              : { ...outcome.reason, message: outcome.reason.message, own: outcome.reason.serverMessage },
          )
          expect(answer, `${group}.${name}`).not.toMatch(/A01A01|滨江|13700007777|李小敏/)
          if (outcome.status === 'rejected') expect(outcome.reason.code, `${group}.${name}`).not.toBe('common.internal')
        }
      }
    }
    expect(await fingerprint(FOREIGN)).toBe(before)
    expect(await venue.rows('playRecord').where('id', own.play)).toMatchObject([{ state: 'PENDING' }])
  })

  it('gets the same answers as if foreign rows did not exist', async () => {
    const code = (promise: Promise<unknown>) =>
      promise.then(
        () => 'no refusal',
        (error) => error.code,
      )
    expect(await code(stranger.playBeforePay.delete({ query: { id: foreign.play } }))).toBe('common.recordNotFound')
    expect(await code(stranger.vehicles.finish({ body: { id: foreign.vehicle } }))).toBe('sessions.vehicleNotFound')
    const body = { id: foreign.play, consumeType: 'BALANCE', consumeVehicleMode: 'circlemode' } as const
    expect(await code(stranger.playBeforePay.settle({ body, key: newId() }))).toBe('common.recordNotFound')
    expect(await code(stranger.playBeforePay.settle({ body, key: foreign.order }))).toBe('common.recordNotFound')
    expect((await stranger.members.searchMemberById({ query: { id: foreign.member } })).result).toBeNull()
  })
})

describe('the database itself', () => {
  it('protects every table with rows of stores, also from their owner', async () => {
    const { rows } = await server.deps.db.pool.query<{ name: string }>(
      // A view shows what its caller may see in its tables.
      `select relname as name from pg_class where relrowsecurity and relforcerowsecurity and relkind in ('r', 'p')
         or relkind = 'v' and 'security_invoker=true' = any (reloptions) order by 1`,
    )
    // A form is seen at and below its organisation too, so its policy is another one (docs/online-forms.md).
    const tables = [...(await tablesOfStores()), 'online_form', 'online_form_version'].toSorted()
    expect(rows.map(({ name }) => name).toSorted()).toEqual(tables)
  })

  it('shows a query without a filter no foreign rows, and no rows at all outside a scope', async () => {
    for (const table of await tablesOfStores()) {
      const stores = await server.deps.db.scoped(scopeOf(OWN), async (trx) => {
        const { rows } = await sql<{ orgCode: string }>`select distinct org_code from ${sql.table(table)}`.execute(trx)
        return rows.map(({ orgCode }) => orgCode)
      })
      expect(stores.filter((orgCode) => orgCode !== OWN)).toEqual([])
      const unscoped = await server.deps.db.pool.query(`select from ${table} limit 1`)
      expect(unscoped.rowCount, table).toBe(0)
    }
  })

  it('refuses to write a row of another store', async () => {
    const before = await fingerprint(FOREIGN)
    const write = (statement: string) =>
      server.deps.db
        .scoped(scopeOf(OWN), (trx) => sql.raw(statement).execute(trx))
        .then(
          ({ numAffectedRows }) => Number(numAffectedRows ?? 0),
          (error: Error) => error.message,
        )
    expect(await write(`insert into vehicle (id, org_code, name) values ('${newId()}', '${FOREIGN}', 'x')`)).toMatch(
      /row-level security/,
    )
    expect(await write(`update vehicle set org_code = '${FOREIGN}' where id = '${own.vehicle}'`)).toMatch(
      /row-level security/,
    )
    expect(await write(`update member set remark = 'x'`)).toBeGreaterThan(0)
    expect(await write(`update member set remark = 'x' where id = '${foreign.member}'`)).toBe(0)
    expect(await fingerprint(FOREIGN)).toBe(before)
  })
})
