import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { NOTIFY_CHANNEL } from '#server/core/realtime/bus.ts'
import { withClient } from '#server/db/roles.ts'
import { newId } from '#shared/core/id.ts'
import { until } from '#tests/support/until.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE } from '#tests/support/venue/venue.ts'
import { sendLevelNotices } from './level-notices.job.ts'

const { server, venue, manager } = await testVenue(['manager'])

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => 'no refusal',
    ({ code, details }) => ({ code, ...details }),
  )
const levels = async (client = manager) => (await client.memberLevels.list({ query: { pageSize: 100 } })).result.records
const idOf = async (name: string) => (await levels()).find((level) => level.name === name)?.id ?? ''
const member = (id: string) =>
  server.deps.db.scoped({ from: '', to: '~' }, (trx) =>
    trx.selectFrom('member').select(['memberLevel', 'experience']).where('id', '=', id).executeTakeFirstOrThrow(),
  )
const gain = (id: string, points: number) =>
  server.deps.db.scoped({ from: '', to: '~' }, async (trx) => {
    const { rows } = await sql<{ code: string | null }>`
      select add_experience(${id}, ${STORE}, ${points}, ${new Date()}) as code`.execute(trx)
    return rows[0]?.code ?? null
  })
/** Entries of the audit trail about a member's levels, oldest first. */
const trailOf = async (id: string) => {
  const { rows } = await server.deps.db.scoped({ from: '', to: '~' }, (trx) =>
    sql<{ after: { memberLevel: string } }>`select after from audit_entry
      where record_kind = '/membermanage/sysMemberManage' and record_id = ${id} order by id`.execute(trx),
  )
  return rows.map(({ after }) => after.memberLevel)
}

describe('the levels of a store', () => {
  it('are listed lowest first with their member counts, separately for each store', async () => {
    const listed = await levels()
    expect(listed.map(({ name, rank, experience }) => [name, rank, experience])).toEqual([
      ['普通', 1, 0],
      ['银卡', 2, 500],
      ['金卡', 3, 2000],
      ['VIP', 4, 6000],
    ])
    expect(listed.map(({ memberCount }) => memberCount)).toEqual([6, 0, 0, 4])
    const manager2 = await server.signIn('manager2')
    expect((await levels(manager2)).map(({ memberCount, sysOrgCode }) => [memberCount, sysOrgCode])).toEqual([
      [3, 'A01A02'],
      [0, 'A01A02'],
      [0, 'A01A02'],
      [1, 'A01A02'],
    ])
    expect(await refusal(manager2.memberLevels.edit({ body: { id: await idOf('金卡'), name: '别店' } }))).toMatchObject(
      {
        code: 'common.recordNotFound',
      },
    )
  })

  it('are visible at the counter and changed only by managers', async () => {
    const cashier = await server.signIn('cashier')
    expect(await levels(cashier)).toHaveLength(4)
    const id = await idOf('金卡')
    for (const change of [
      () => cashier.memberLevels.add({ body: { name: '员工', rank: 9 } }),
      () => cashier.memberLevels.edit({ body: { id, discount: 100 } }),
      () => cashier.memberLevels.delete({ query: { id } }),
      () => cashier.memberLevels.addUsual({}),
      () => cashier.memberLevels.raise({}),
    ])
      expect(await refusal(change())).toMatchObject({ code: 'auth.forbidden' })
  })

  it('are sent to the counters after any change, because prices depend on them', async () => {
    await withClient(server.database.ownerUrl, async (other) => {
      const notified: unknown[] = []
      other.on('notification', ({ payload = '' }) => {
        const { topic, orgCode } = JSON.parse(payload)
        if (topic === 'snapshot') notified.push(orgCode)
      })
      await other.query(`listen ${NOTIFY_CHANNEL}`)
      const changes = [
        () => manager.memberLevels.add({ body: { name: '临时', rank: 42, experience: -1 } }),
        async () => manager.memberLevels.edit({ body: { id: await idOf('临时'), discount: 10 } }),
        async () => manager.memberLevels.delete({ query: { id: await idOf('临时') } }),
      ]
      for (const [index, change] of changes.entries()) {
        await change()
        await until(() => expect(notified).toEqual(Array.from({ length: index + 1 }, () => STORE)))
      }
    })
  })

  it('have unique names and ranks, and higher ranks need more experience', async () => {
    const add = (body: Parameters<typeof manager.memberLevels.add>[0]['body']) =>
      refusal(manager.memberLevels.add({ body }))
    expect(await add({ name: '金卡', rank: 9 })).toMatchObject({ code: 'levels.nameTaken', field: 'name' })
    expect(await add({ name: '钻石', rank: 4 })).toMatchObject({ code: 'levels.rankTaken', field: 'rank' })
    expect(await add({ name: '钻石', rank: 5, code: 'vip' })).toMatchObject({ code: 'levels.codeTaken', field: 'code' })
    expect(await add({ name: '钻石', rank: 5, experience: 6000 })).toMatchObject({
      code: 'levels.notRising',
      field: 'experience',
      name: 'VIP',
      experience: 6000,
    })
    const silver = await idOf('银卡')
    for (const experience of [0, 2000])
      expect(await refusal(manager.memberLevels.edit({ body: { id: silver, experience } }))).toMatchObject({
        code: 'levels.notRising',
      })
    expect(await refusal(manager.memberLevels.edit({ body: { id: silver, discount: 101 } }))).toMatchObject({
      field: 'discount',
    })
    // A level that is only assigned manually may have any rank.
    expect(await add({ name: '教练之友', rank: 9, experience: -1 })).toBe('no refusal')
    await manager.memberLevels.delete({ query: { id: await idOf('教练之友') } })
  })

  it('stay in order when two managers change thresholds at once', async () => {
    const [silver, gold] = [await idOf('银卡'), await idOf('金卡')]
    const answers = await Promise.all([
      refusal(manager.memberLevels.edit({ body: { id: silver, experience: 1500 } })),
      refusal(manager.memberLevels.edit({ body: { id: gold, experience: 1000 } })),
    ])
    expect(answers.filter((answer) => answer === 'no refusal')).toHaveLength(1)
    await manager.memberLevels.edit({ body: { id: gold, experience: 2000 } })
    await manager.memberLevels.edit({ body: { id: silver, experience: 500 } })
  })

  it('cannot be deleted while members or rules use them, nor referenced before they exist', async () => {
    await manager.memberLevels.add({ body: { name: '车队', rank: 8, experience: -1, code: 'team' } })
    const team = await idOf('车队')
    const deleted = () => refusal(manager.memberLevels.delete({ query: { id: team } }))
    const id = await venue.member({ memberLevel: 'team' })
    expect(await deleted()).toMatchObject({ code: 'levels.usedByMembers', name: '车队' })
    const set = (memberLevel: string) =>
      server.deps.db.scoped({ from: '', to: '~' }, (trx) =>
        trx.updateTable('member').set({ memberLevel }).where('id', '=', id).execute(),
      )
    await set('')
    const rule = await venue.rule({ memberLevel: 'team' })
    expect(await deleted()).toMatchObject({ code: 'levels.usedByRules' })
    await server.deps.db.scoped({ from: '', to: '~' }, (trx) =>
      trx.deleteFrom('consumeRule').where('id', '=', rule.id).execute(),
    )
    expect(await deleted()).toBe('no refusal')
    await expect(set('team')).rejects.toThrow('levels.unknown')
    await expect(venue.rule({ memberLevel: 'nowhere' })).rejects.toThrow('levels.unknown')
  })

  it('are offered as a default set to a store without any', async () => {
    expect((await manager.memberLevels.addUsual({})).result).toEqual({ added: 0 })
    const hq = await server.signIn('hq')
    expect((await hq.memberLevels.addUsual({})).result).toEqual({ added: 4 })
    const own = (await levels(hq)).filter(({ sysOrgCode }) => sysOrgCode === 'A01')
    expect(own.map(({ code }) => code)).toEqual(['basic', 'silver', 'gold', 'vip'])
    await hq.memberLevels.deleteBatch({ query: { ids: own.map(({ id }) => id).join(',') } })
  })
})

describe('experience', () => {
  it('raises the member to the level reached with one audit entry, and lowers no member', async () => {
    const id = await venue.member()
    expect(await gain(id, 10)).toBe('basic')
    expect(await gain(id, 10)).toBeNull()
    expect(await gain(id, 2000)).toBe('gold')
    expect(await gain(id, 0)).toBeNull()
    expect(await member(id)).toEqual({ memberLevel: 'gold', experience: 2020 })
    const { result } = await manager.members.searchMemberById({ query: { id } })
    expect(result).toMatchObject({
      memberLevel: 'gold',
      memberLevel_dictText: '金卡',
      exp: 2020,
      nextLevel: { name: 'VIP', lacks: 3980 },
    })
    expect(await trailOf(id)).toEqual(['basic', 'gold'])
    const given = await venue.member({ memberLevel: 'vip' })
    expect(await gain(given, 600)).toBeNull()
    expect(await member(given)).toEqual({ memberLevel: 'vip', experience: 600 })
  })

  it('raises the level also when entered manually or for a new member; less of it lowers no member', async () => {
    const id = await venue.member()
    const write = (exp: number) => manager.memberRecords.edit({ body: { id, exp } })
    await write(600)
    expect(await member(id)).toEqual({ memberLevel: 'silver', experience: 600 })
    await write(0)
    expect(await member(id)).toEqual({ memberLevel: 'silver', experience: 0 })
    expect((await trailOf(id)).filter((code) => code !== undefined)).toEqual(['silver'])
    const { result } = await manager.memberRecords.add({
      body: { realname: '新会员', phone: '17788880001', exp: 2000 },
    })
    expect(await member(result.id)).toEqual({ memberLevel: 'gold', experience: 2000 })
  })

  it('of twenty concurrent charges adds up, and raises to each level once', async () => {
    const id = await venue.member({ memberLevel: 'basic' })
    const raised = await Promise.all(Array.from({ length: 20 }, () => gain(id, 30)))
    expect(await member(id)).toEqual({ memberLevel: 'silver', experience: 600 })
    expect(raised.filter((code) => code !== null)).toEqual(['silver'])
    expect(await trailOf(id)).toEqual(['silver'])
  })

  it('is applied again when thresholds change: a preview counts the members, and those are raised', async () => {
    const [one, two] = [await venue.member({ experience: 700 }), await venue.member({ experience: 30 })]
    const merged = await venue.member({ experience: 9000, mergedInto: one })
    const preview = async () => (await manager.memberLevels.raisable({})).result
    const before = await preview()
    expect(before.levels).toContainEqual({ code: 'silver', name: '银卡', count: 1 })
    expect(before.total).toBe(before.levels.reduce((sum, { count }) => sum + count, 0))
    const { result } = await manager.memberLevels.raise({})
    expect(result).toEqual({ raised: before.total, isDone: true })
    expect((await member(one)).memberLevel).toBe('silver')
    expect((await member(two)).memberLevel).toBe('basic')
    expect((await member(merged)).memberLevel).toBe('')
    expect(await preview()).toEqual({ total: 0, levels: [] })
    expect(await trailOf(one)).toEqual(['silver'])
  })

  it('causes a message to the member only if the store has a template', async () => {
    const notices = () =>
      server.deps.db.scoped({ from: '', to: '~' }, (trx) => trx.selectFrom('levelNotice').selectAll().execute())
    expect(await notices()).toEqual([])
    await manager.messageTemplates.add({
      body: {
        templateCode: 'member_levelup',
        templateName: '升级',
        templateType: '1',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: the form of placeholders in templates
        templateContent: '${name}升级为${level}',
      },
    })
    const id = await venue.member()
    await gain(id, 600)
    expect(await notices()).toMatchObject([{ memberId: id, levelCode: 'silver', orgCode: STORE }])
    // This member has no phone; the other gets one message, however often the job runs.
    const reached = await venue.member({ phone: '13700001234', realname: '何平' })
    await gain(reached, 2500)
    expect(await sendLevelNotices(server.deps)).toBe(2)
    expect(await sendLevelNotices(server.deps)).toBe(0)
    const { result } = await manager.messages.list({ query: { esTitle: '升级' } })
    expect(result.records).toMatchObject([{ esContent: '何平升级为金卡', esReceiver: '137****1234' }])
  })
})

it('refuses a level id of another store', async () => {
  expect(await refusal(manager.memberLevels.queryById({ query: { id: newId() } }))).toMatchObject({
    code: 'common.recordNotFound',
  })
})
