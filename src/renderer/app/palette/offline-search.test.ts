import { expect, it } from 'vitest'
import { searchHere } from './offline-search.ts'

const nobody = async () => ({ member: null, cachedAt: null })
const silent = { onChange: () => () => undefined }

/** What a terminal knows: each part fails where it is not given. */
function terminal(known: { starts?: object[]; queued?: object[]; members?: object[]; catalogue?: object }) {
  const list = (rows: object[] | undefined) => async () => {
    if (!rows) throw new Error('the file cannot be read')
    return rows
  }
  return {
    members: { find: nobody, search: list(known.members) },
    catalogue: { ...silent, read: async () => known.catalogue ?? null },
    sync: { ...silent, list: list(known.starts) },
    offlineQueue: { ...silent, list: list(known.queued) },
  } as unknown as Parameters<typeof searchHere>[0]
}

const start = {
  id: 's1',
  state: 'sending',
  ticketNo: 'T1-007',
  serverTicket: '',
  racer: '小明',
  vehicleName: '3号车',
  ruleName: '标准',
}
const guest = { id: 'q1', ticketNo: 'T1-008', memberName: '', fields: { racer: '大明' }, ruleName: '标准' }

it('finds starts and guests of the offline queue by ticket, racer and vehicle', async () => {
  const here = terminal({ starts: [start], queued: [guest], members: [] })
  expect((await searchHere(here, 't1-00')).starts.map(({ ticketNo, tab, match }) => [ticketNo, tab, match])).toEqual([
    ['T1-008', null, 'prefix'],
    ['T1-007', 'waiting', 'prefix'],
  ])
  expect((await searchHere(here, '小明')).starts.map(({ id, match }) => [id, match])).toEqual([['s1', 'part']])
  expect((await searchHere(here, 'nothing')).starts).toEqual([])
})

it('finds vehicles and rules of the snapshot, and members as the counter does', async () => {
  const catalogue = {
    vehicles: [{ id: 'v1', name: '3号车' }],
    rules: [{ id: 'r1', consumeRoleName: '标准卡丁', consumeTypeRole: 'BALANCE' }],
  }
  const here = terminal({ starts: [], queued: [], members: [{ id: '100001' }], catalogue })
  const found = await searchHere(here, 'bzkd')
  expect(found.rules).toEqual([{ id: 'r1', name: '标准卡丁', type: 'BALANCE', match: 'letters' }])
  expect(found.members.map(({ id }) => id)).toEqual(['100001'])
  expect((await searchHere(here, '3')).vehicles).toEqual([{ id: 'v1', name: '3号车', match: 'prefix' }])
})

it('finds the rest where one of its parts cannot be read', async () => {
  const found = await searchHere(terminal({ members: [{ id: '100001' }] }), '张')
  expect([found.members.length, found.starts, found.vehicles]).toEqual([1, [], []])
})
