import { beforeAll, describe, expect, it } from 'vitest'
import { withClient } from '#server/db/roles.ts'
import { writeInitials } from '#server/features/members/initials.job.ts'
import { newId } from '#shared/core/id.ts'
import { ticketCode } from '#shared/features/scans/index.ts'
import { MAX_HITS, type SearchKind } from '#shared/features/search/search.schema.ts'
import type { TestClient } from '#tests/support/server.ts'
import { peopleOf } from '#tests/support/venue/people.ts'
import { lineUp } from '#tests/support/venue/queued.ts'
import { codeAndFieldOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE } from '#tests/support/venue/venue.ts'

const { server, venue, admin, hq, manager, cashier } = await testVenue(['admin', 'hq', 'manager', 'cashier'])
const elsewhere = await server.signIn('manager2', 'A01A02')
const people = peopleOf(server)
const ask = (statement: string, values: unknown[] = []) =>
  withClient(server.database.ownerUrl, async (owner) => (await owner.query(statement, values)).rows)

const everywhere = async (keyword: string, by: TestClient = manager, kinds?: SearchKind[]) =>
  (await by.search.everywhere({ query: { keyword, ...(kinds ? { kinds: kinds.join(',') } : {}) } })).result
const hitsOf = async (kind: SearchKind, keyword: string, by?: TestClient) =>
  (await everywhere(keyword, by)).find((group) => group.kind === kind)?.hits ?? []
const idsOf = async (kind: SearchKind, keyword: string, by?: TestClient) =>
  (await hitsOf(kind, keyword, by)).map(({ id }) => id)

/** A word for each kind that finds a row of the store. */
const words = new Map<SearchKind, { word: string; id: string }>()

beforeAll(async () => {
  const member = { realname: '查找甲', nickname: '快腿', phone: '18677001234', physicalCard: '0007700123' }
  const userId = await venue.member({ ...member, balance: 90_000, give: 10_000 })
  words.set('member', { word: '查找甲', id: userId })
  const queued = await lineUp(venue, { by: manager, userId, racer: '查找车手' })
  const [entry] = (await manager.queue.line({ query: {} })).result.records
  words.set('queue', { word: '查找车手', id: entry?.id ?? '' })
  words.set('order', { word: queued.id, id: queued.id })
  const vehicle = await venue.vehicle({ name: '查找一号', rfCard: 'RF-7788' })
  words.set('vehicle', { word: '查找一号', id: vehicle.id })
  const { result: ride } = await manager.playBeforePay.add({
    body: venue.start({ vehicleId: vehicle.id, userId }),
    key: newId(),
  })
  words.set('ticket', { word: ride.id, id: ride.id })
  const [sold] = (await manager.rechargeRules.listOnSale({ query: {} })).result.records
  await ask(`update store set cash_needs_shift = 'NO' where org_code = '${STORE}'`)
  const { result: recharge } = await cashier.rechargeOrders.add({
    body: { userId, sysDepartRechargeRoleId: sold?.id, consumePayMode: 'cash' },
    key: newId(),
  })
  words.set('recharge', { word: recharge.id, id: recharge.id })
  words.set('consumeRule', { word: '查找消费', id: (await venue.rule({ name: '查找消费规则' })).id })
  words.set('rechargeRule', { word: '查找充值', id: await venue.rechargeRule({ name: '查找充值规则' }) })
  const cardRule = newId()
  await ask(`insert into play_card_rule (id, org_code, name) values ('${cardRule}', '${STORE}', '查找畅玩卡')`)
  words.set('playCardRule', { word: '查找畅玩', id: cardRule })
  words.set('product', { word: '查找汽水', id: await venue.product({ name: '查找汽水', barcode: '6909990000012' }) })
  const gift = newId()
  await ask(`insert into gift (id, org_code, name) values ('${gift}', '${STORE}', '查找水杯')`)
  words.set('gift', { word: '查找水杯', id: gift })
  await writeInitials(server.deps)
})

describe('what a caller finds', () => {
  it('is a row of each kind, by its list', async () => {
    expect([...server.deps.registry.searched.keys()].sort()).toEqual([...words.keys()].sort())
    for (const [kind, { word, id }] of words) expect([kind, await idsOf(kind, word)]).toEqual([kind, [id]])
  })

  it('is nothing of another store, and for headquarters all of it with the name of the store', async () => {
    for (const [kind, { word, id }] of words) {
      expect([kind, await idsOf(kind, word, elsewhere)]).toEqual([kind, []])
      const [hit] = await hitsOf(kind, word, hq)
      expect(hit).toMatchObject({ id, orgCode: STORE })
      expect(hit?.storeName).not.toBe('')
    }
  })

  it('needs an action of each kind, and no other', async () => {
    for (const [kind, { actions }] of server.deps.registry.searched) {
      for (const action of actions) {
        const role = await people.addRole(admin, [action])
        const store = await ask(`select id from store where org_code = '${STORE}'`)
        const { username } = await people.add(admin, { selectedroles: role, selecteddeparts: store[0]?.id })
        const by = await people.signInAs(username)
        for (const [other, { word, id }] of words) {
          const found = (await everywhere(word, by)).flatMap((group) =>
            group.hits.map((hit) => [group.kind, hit.id] as const),
          )
          expect([action, other, found]).toEqual([action, other, other === kind ? [[kind, id]] : []])
        }
      }
    }
  })

  it('is narrowed by the data rules of the list', async () => {
    await ask(`insert into role (id, role_code, role_name, owner_code) values ('bound', 'bound', 'x', '')`)
    const { username, id } = await people.add(admin, {
      selectedroles: 'manager',
      selecteddeparts: (await ask(`select id from store where org_code = '${STORE}'`))[0]?.id,
    })
    const ruled = [...server.deps.registry.searched].filter(([, { actions }]) =>
      server.deps.registry.ruledLists.has(actions[0] ?? ''),
    )
    // Only the queue has no data rules.
    expect(ruled).toHaveLength(words.size - 1)
    for (const [, { actions }] of ruled) {
      const rule = newId()
      const [permission] = actions
      await ask(`insert into role_permission values ('bound', '${permission}')`)
      await ask(`insert into permission_rule (id, permission_id, rule_name, rule_column, rule_conditions, rule_value)
        values ('${rule}', '${permission}', 'old', 'createTime', '<', '2000-01-01')`)
      await ask(`insert into role_rule values ('bound', '${permission}', '${rule}')`)
    }
    const before = await people.signInAs(username)
    for (const [kind] of ruled) {
      const { word = '', id: row = '' } = words.get(kind as SearchKind) ?? {}
      expect([kind, await idsOf(kind as SearchKind, word, before)]).toEqual([kind, [row]])
    }
    await ask(`insert into user_role values ('${id}', 'bound')`)
    const bound = await people.signInAs(username)
    for (const [kind] of ruled) {
      const { word = '' } = words.get(kind as SearchKind) ?? {}
      expect([kind, await idsOf(kind as SearchKind, word, bound)]).toEqual([kind, []])
    }
  })

  it('has a masked phone without the right to see it', async () => {
    const [masked] = await hitsOf('member', '查找甲', cashier)
    expect(masked?.notes).toContain('186****1234')
    expect(JSON.stringify(masked)).not.toContain('18677001234')
    const [whole] = await hitsOf('member', '查找甲', manager)
    expect(whole?.notes).toContain('18677001234')
    expect(whole).toMatchObject({
      title: '查找甲',
      notes: ['快腿', words.get('member')?.id, '18677001234', '0007700123'],
    })
  })

  it('is only of the wanted kinds', async () => {
    const groups = await everywhere('查找', manager, ['vehicle', 'gift'])
    expect(groups.map(({ kind }) => kind).sort()).toEqual(['gift', 'vehicle'])
  })
})

describe('a member', () => {
  it('is found by number, card with and without zeros, phone, its end, name, nickname, pinyin and initials', async () => {
    const { id = '' } = words.get('member') ?? {}
    const same = [
      id,
      '0007700123',
      '7700123',
      '18677001234',
      '1867700',
      '1234',
      '查找',
      '快腿',
      'zhazhaojia',
      'ZZJ',
      'kuaitui',
    ]
    for (const word of [...same, '%77001234', '找甲']) expect([word, await idsOf('member', word)]).toEqual([word, [id]])
  })

  it('is found by a former number and card of a merged member, as the remaining one', async () => {
    const into = await venue.member({ realname: '留下者' })
    await venue.member({ realname: '并入者', physicalCard: '0008800456', mergedInto: into, frozen: true })
    expect(await idsOf('member', '0008800456')).toEqual([into])
    expect(await idsOf('member', '并入者')).toEqual([into])
  })

  it('comes in the order whole number or card, beginning, pinyin, part', async () => {
    const part = await venue.member({ realname: '小安若琪' })
    const letters = await venue.member({ realname: '安弱奇' })
    const prefix = await venue.member({ realname: '安若素' })
    const exact = await venue.member({ realname: '安若' })
    await writeInitials(server.deps)
    expect(await idsOf('member', '安若')).toEqual([exact, prefix, part])
    expect(await idsOf('member', 'anruo')).toEqual(expect.arrayContaining([exact, prefix, letters]))
    const matches = (await hitsOf('member', '安若')).map(({ match }) => match)
    expect(matches).toEqual(['prefix', 'prefix', 'part'])
    const card = await venue.member({ physicalCard: '0000004242' })
    const byPhone = await venue.member({ phone: '42420001111' })
    expect(await idsOf('member', '4242')).toEqual([card, byPhone])
  })

  it('is one of at most six, which says that there are more', async () => {
    for (let count = 0; count < MAX_HITS + 2; count++) await venue.member({ realname: `多人${count}` })
    const group = (await everywhere('多人')).find(({ kind }) => kind === 'member')
    expect([group?.hits.length, group?.more, group?.isWhole]).toEqual([MAX_HITS, true, true])
  })
})

describe('numbers', () => {
  it('find tickets with or without zeros, in any case, the newest first, and by the code on the paper', async () => {
    const { id = '' } = words.get('ticket') ?? {}
    const [ride] = (await hitsOf('ticket', id)).map(({ title }) => title)
    const [, letter = '', digits = ''] = /^([A-Z]+)0*(\d+)$/.exec(ride ?? '') ?? []
    for (const typed of [`${letter}${digits.padStart(3, '0')}`, `${letter.toLowerCase()}${digits}`, digits]) {
      const hits = await hitsOf('ticket', typed)
      expect([typed, hits[0]?.id, new Set(hits.map(({ title }) => title))]).toEqual([typed, id, new Set([ride])])
      expect(hits.map(({ at }) => at)).toEqual(
        hits
          .map(({ at }) => at)
          .toSorted()
          .reverse(),
      )
    }
    expect(await idsOf('ticket', ticketCode(id))).toEqual([id])
  })

  it('find orders whole, without hyphens, by their first digits, and by the number of the provider', async () => {
    const { id = '' } = words.get('order') ?? {}
    for (const typed of [id, id.replaceAll('-', ''), id.slice(0, 18), id.slice(0, 13).toUpperCase(), ticketCode(id)])
      expect([typed, await idsOf('order', typed)]).toEqual([typed, [id]])
    await ask(`insert into payment (id, org_code, order_kind, provider, amount, subject, code_sealed, state, transaction_id, operator_id,
        operator_name, created_at, ended_at)
      values ('${id}', '${STORE}', 'consume', 'sandbox', 100, '', '', 'paid', '4200001234202611290000000001', '${newId()}', '', now(), now())`)
    expect(await idsOf('order', '4200001234202611290000000001')).toEqual([id])
    expect(await idsOf('order', '4200001234202611290000000001', elsewhere)).toEqual([])
  })

  it('find goods and vehicles by barcode and card', async () => {
    expect(await idsOf('product', '6909990000012')).toEqual([words.get('product')?.id])
    expect(await idsOf('vehicle', 'RF-7788')).toEqual([words.get('vehicle')?.id])
    expect(await idsOf('product', 'czqs')).toEqual([words.get('product')?.id])
  })

  it('put the group with the whole number first', async () => {
    const id = await venue.member({ realname: '数字', physicalCard: '0000000012' })
    await venue.vehicle({ name: '12' })
    const [first, second] = await everywhere('12')
    expect([first?.kind, first?.hits[0]?.id, second?.hits[0]?.match]).toEqual(['member', id, 'exact'])
  })
})

describe('hostile words', () => {
  it.each([
    '%',
    '_',
    '%%',
    '*',
    "'",
    '"',
    '\\',
    '\\%',
    '😀',
    '1',
    '11111111111',
    'a',
    '%1',
    '%12',
    'T.',
    "'; drop table member; --",
    '０',
  ])('find what contains them and no more: %s', async (word) => {
    for (const { hits } of await everywhere(word, hq)) {
      for (const { title, notes, match } of hits) {
        if (match === 'part') expect([title, ...notes].join(' ').toLowerCase()).toContain(word.toLowerCase())
      }
    }
  })

  it('are refused by the name of the field where they are none', async () => {
    for (const keyword of ['', '   ', 'x'.repeat(65), 'y'.repeat(10_000), 'a\u0000b', 'a\nb'])
      expect(await codeAndFieldOf(everywhere(keyword))).toBe('common.invalidInput keyword')
    expect(await codeAndFieldOf(everywhere('x', manager, ['nothing' as SearchKind]))).toBe(
      'common.invalidInput kinds.0',
    )
  })
})

it('says that parts of names were not searched where the store has too many members', async () => {
  await ask('alter table member disable trigger user')
  await ask(`insert into member (org_code, nickname, realname, initials, spelling, created_at)
    select 'A01A02', 'm' || n, 'n' || n, ' ', ' ', now() from generate_series(1, 100000) n`)
  await ask('analyze member')
  await ask('alter table member enable trigger user')
  const [group] = await everywhere('无此人', elsewhere, ['member'])
  expect(group).toEqual({ kind: 'member', hits: [], more: false, isWhole: false })
  expect(await idsOf('member', 'n99999', elsewhere)).toHaveLength(1)
  expect(await everywhere('无此人', manager, ['member'])).toEqual([])
})
