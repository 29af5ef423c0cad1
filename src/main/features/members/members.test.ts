import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDatabase, type Sqlite } from '#main/core/storage/database.ts'
import type { Client } from '#shared/core/client.ts'
import { AppError } from '#shared/core/errors.ts'
import { Member, type MemberCachePage, type members } from '#shared/features/members/members.contract.ts'
import { type MemberCache, memberCache, memberMigrations } from './member-cache.ts'
import { createMemberSync } from './member-sync.ts'
import { createMembers } from './members.ts'

const STORE = 'A01A01'
const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }

const memberOf = (id: string, physicalCard: string, letters = '') =>
  Member.parse({
    letters,
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
    laps: 0,
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
/** The server's answer by id or card; undefined: unreachable. */
let known: Map<string, Member> | undefined
let desk: ReturnType<typeof createMembers>
let cache: MemberCache
let now = 0
/** The actions of the signed-in user. */
let rights: string[] = []

const cacheOf = (hash: (value: string) => string) =>
  memberCache({
    db,
    protect: { encrypt: (text) => Buffer.from(text), decrypt: (sealed) => sealed.toString() },
    hash,
    heldOf: () => ({ money: 0, integral: 0, laps: 0, coins: 0, give: 0 }),
    clock: { now: () => now, after: () => () => undefined },
    log: silent,
  })

beforeEach(() => {
  db = openDatabase(':memory:', memberMigrations)
  known = new Map()
  now = Date.parse('2026-03-01T02:00:00Z')
  rights = ['member:search']
  cache = cacheOf((value) => value)
  const searchMemberById = async ({ query }: { query: { idCard?: string; id?: string } }) => ({
    result: known?.get(query.idCard ?? query.id ?? '') ?? null,
  })
  const search = async () => ({ result: { records: [...(known?.values() ?? [])] } })
  const client = { members: { searchMemberById, search } } as unknown as Client<{ members: typeof members }>
  desk = createMembers({
    client: () => (known ? client : null),
    cache: () => cache,
    orgCode: () => STORE,
    mayDo: (action) => rights.includes(action),
    log: silent,
  })
})
afterEach(() => db.close())

it('finds a merged member by none of its old keys after the update', async () => {
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

it('keeps nothing of a member of another store, whose starts it refuses with the store’s name', async () => {
  known = new Map([['100009', { ...memberOf('100009', '0009'), homeStore: '城西店' }]])
  expect((await desk.find({ id: '100009' })).member?.homeStore).toBe('城西店')
  const refusal = (canAsk: boolean) => codeAndStoreOf(() => cache.forStart(STORE, '100009', canAsk))
  expect(refusal(true)).toBe('members.elsewhere 城西店')
  expect(refusal(false)).toBe('members.elsewhereOffline 城西店')
  known = undefined
  expect((await desk.find({ id: '100009' })).member).toBeNull()
  expect((await desk.find({ card: '0009' })).member).toBeNull()
  expect(cache.forStart(STORE, '100010', false)).toBeNull()
})

/** The code of what it throws, and the store that it names. */
function codeAndStoreOf(work: () => unknown): string {
  try {
    return String(work())
  } catch (error) {
    const { code, details } = error as AppError
    return `${code} ${details.store}`
  }
}

it('finds a member by a changing code only at the server, and remembers no code', async () => {
  const code = 'M.100009.1BQZ4K.3X5E11264SGFA'
  known = new Map([[code, memberOf('100009', '0009')]])
  expect((await desk.find({ card: code })).member?.id).toBe('100009')
  known = undefined
  await expect(desk.find({ card: code })).rejects.toMatchObject({ code: 'members.codeNeedsServer' })
  expect(cache.byCard(STORE, code)).toBeNull()
  expect((await desk.find({ card: '0009' })).member?.id).toBe('100009')
})

const DAY = 86_400_000

/** A terminal whose server answers with these pages. */
function syncOf(pages: MemberCachePage[]) {
  const asked: object[] = []
  const sync = createMemberSync({
    cache,
    clock: { now: () => now, after: () => () => undefined },
    log: silent,
    grant: () => ({ orgCode: STORE, token: 't', userId: 'u' }),
    write: (run) => run(),
    ask: async (body) => {
      asked.push(body)
      const page = pages.shift()
      if (!page) throw new AppError('common.offline')
      return page
    },
  })
  return { sync, asked }
}
const page = (members: Member[], given: Partial<MemberCachePage> = {}): MemberCachePage => ({
  members,
  gone: [],
  next: null,
  whole: true,
  mark: '7',
  ...given,
})

it('knows downloaded members that never came here, and requests only changes from then on', async () => {
  const pages = [
    page([memberOf('1', '0001', 'zw fyy zhangwei fengyiyang')], { next: '1' }),
    page([memberOf('2', '0002')], { mark: '9' }),
  ]
  const { sync, asked } = syncOf(pages)
  await sync.refresh()
  known = undefined
  expect((await desk.find({ card: '0002' })).member?.id).toBe('2')
  expect(await desk.search({ keyword: '会员' })).toHaveLength(2)
  for (const keyword of ['zw', 'Zhang Wei', 'zhangw', 'feng']) {
    expect(
      (await desk.search({ keyword })).map(({ id }) => id),
      keyword,
    ).toEqual(['1'])
  }
  expect(await desk.search({ keyword: 'wei' })).toEqual([])
  pages.push(page([], { gone: ['2'], mark: '11', whole: false }))
  now += DAY / 2
  await sync.refresh()
  expect(asked).toEqual([
    { since: '', after: '' },
    { since: '', after: '1' },
    { since: '7', after: '' },
  ])
  expect((await desk.find({ card: '0002' })).member).toBeNull()
  // The other one is unchanged, so its data is as fresh as the last answer.
  expect((await desk.find({ id: '1' })).cachedAt).toBe(new Date(now).toISOString())
})

it('searches whole phones and masks them for users without the right, whoever looked the member up online', async () => {
  const phones = { id: '1', whole: '13812341111', masked: '138****1111' }
  const member = memberOf('1', '0001')
  await syncOf([page([{ ...member, phone: phones.whole }])]).sync.refresh()
  known = new Map([['1', { ...member, nickname: '新名', phone: phones.masked }]])
  expect((await desk.find({ id: '1' })).member?.phone).toBe(phones.masked)
  await desk.search({ keyword: '新名' })
  known = undefined
  expect(await desk.search({ keyword: phones.whole })).toMatchObject([{ nickname: '新名', phone: phones.masked }])
  expect((await desk.find({ card: '0001' })).member?.phone).toBe(phones.masked)
  rights = ['member:search', 'member:phone']
  expect(await desk.search({ keyword: phones.whole })).toMatchObject([{ phone: phones.whole }])
  // A changed number that the user sees masked does replace the one that was cached.
  known = new Map([['1', { ...member, phone: '139****2222' }]])
  await desk.find({ id: '1' })
  known = undefined
  expect((await desk.find({ id: '1' })).member?.phone).toBe('139****2222')
  rights = ['member:phone']
  await expect(desk.search({ keyword: phones.whole })).rejects.toMatchObject({ code: 'auth.forbidden' })
  for (const query of [{ id: '1' }, { card: '0001' }])
    await expect(desk.find(query)).rejects.toMatchObject({ code: 'auth.forbidden' })
})

it('drops all members after seven days without the server, but none while it is reachable', async () => {
  const pages = [page([memberOf('1', '0001')])]
  const { sync } = syncOf(pages)
  await sync.refresh()
  known = undefined
  now += 6 * DAY
  pages.push(page([], { whole: false }))
  await sync.refresh()
  now += 6 * DAY
  cache.purge()
  expect((await desk.find({ id: '1' })).member?.id).toBe('1')
  now += 2 * DAY
  expect((await desk.find({ id: '1' })).member).toBeNull()
  cache.purge()
  expect(db.prepare('select count(*) as kept from member_cache').get()).toEqual({ kept: 0 })
})

it('starts over if the last page is missing, because a watermark of a partial answer would hide the rest', async () => {
  const pages = [page([memberOf('1', '0001')], { next: '1' })]
  const { sync, asked } = syncOf(pages)
  await sync.refresh()
  expect(cache.mark(STORE)).toBe('')
  pages.push(page([memberOf('2', '0002')]))
  await sync.refresh()
  expect(asked.at(-1)).toEqual({ since: '', after: '' })
  expect(cache.mark(STORE)).toBe('7')
})

it('requests all members again after a week, or if the key has changed', async () => {
  const pages = [page([memberOf('1', '0001'), memberOf('2', '0002')])]
  const { sync, asked } = syncOf(pages)
  await sync.refresh()
  expect(cache.mark(STORE)).toBe('7')
  expect(cacheOf((value) => `other ${value}`).mark(STORE)).toBe('')
  now += 8 * DAY
  pages.push(page([memberOf('1', '0001')], { mark: '9' }))
  await sync.refresh()
  expect(asked.at(-1)).toEqual({ since: '', after: '' })
  known = undefined
  expect((await desk.find({ id: '1' })).member?.id).toBe('1')
  expect((await desk.find({ id: '2' })).member).toBeNull()
})
