import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDatabase, type Sqlite } from '#main/core/database.ts'
import type { Client } from '#shared/core/client.ts'
import { Member, type members } from '#shared/features/members/members.contract.ts'
import { memberCache, memberMigrations } from './member-cache.ts'
import { createMembers } from './members.ts'

const STORE = 'A01A01'
const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }

const memberOf = (id: string, physicalCard: string) =>
  Member.parse({
    id,
    orgCode: STORE,
    nickname: '会员',
    realname: '',
    phone: '',
    avatar: '',
    physicalCard,
    balance: 0,
    give: 0,
    integral: 0,
    quan: 0,
    frequency: 0,
    availableBalance: 0,
    availableIntegral: 0,
    availableQuan: 0,
    projects: [],
    isChangWan: 'NO',
    changwanName: '',
    changWanEndTime: null,
    memberLevel: '',
    havePassword: 'NO',
    frozen: false,
    createTime: '2026-01-01 00:00:00',
  })

let db: Sqlite
/** What the server answers by number or card; undefined: it cannot be reached. */
let known: Map<string, Member> | undefined
let desk: ReturnType<typeof createMembers>

beforeEach(() => {
  db = openDatabase(':memory:', memberMigrations)
  known = new Map()
  const cache = memberCache({
    db,
    protect: { encrypt: (text) => Buffer.from(text), decrypt: (sealed) => sealed.toString() },
    hash: (value) => value,
    heldOf: () => ({ money: 0, integral: 0, laps: 0 }),
    clock: { now: () => Date.parse('2026-03-01T02:00:00Z'), after: () => () => undefined },
    log: silent,
  })
  const searchMemberById = async ({ query }: { query: { idCard?: string; id?: string } }) => ({
    result: known?.get(query.idCard ?? query.id ?? '') ?? null,
  })
  const client = { members: { searchMemberById } } as unknown as Client<{ members: typeof members }>
  desk = createMembers({ client: () => (known ? client : null), cache: () => cache, orgCode: () => STORE, log: silent })
})
afterEach(() => db.close())

it('knows a merged member by nothing of the old any more, once the server has told of the other one', async () => {
  const [old, current] = [memberOf('100007', '0001'), memberOf('100008', '0002')]
  known = new Map([
    ['100007', old],
    ['0001', old],
  ])
  await desk.find({ id: '100007' })
  known = new Map([
    ['100007', current],
    ['0001', current],
  ])
  expect((await desk.find({ id: '100007' })).member?.id).toBe('100008')
  await desk.find({ card: '0001' })
  known = undefined
  expect((await desk.find({ id: '100007' })).member).toBeNull()
  expect((await desk.find({ card: '0001' })).member?.id).toBe('100008')
})
