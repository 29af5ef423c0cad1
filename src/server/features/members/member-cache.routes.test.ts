import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { newId } from '#shared/core/id.ts'
import type { MemberCachePage } from '#shared/features/members/members.contract.ts'
import { enrolledTerminal } from '#tests/support/venue/terminal-key.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE } from '#tests/support/venue/venue.ts'

const { server, venue, cashier } = await testVenue(['cashier'])
const now = () => server.clock.now().getTime()
const terminal = await enrolledTerminal(server, await server.signIn('manager', STORE), { now })

/** Reads all pages. */
async function all(since = '') {
  const ids: string[] = []
  const gone: string[] = []
  let mark = ''
  let pages = 0
  for (let after: string | null = ''; after !== null; pages++) {
    const { result } = await terminal.with(cashier).members.keep({ body: { since, after } })
    ids.push(...result.members.map(({ id }) => id))
    gone.push(...result.gone)
    mark ||= result.mark
    after = result.next
  }
  return { ids, gone, mark, pages }
}
/** A watermark after which only new changes follow; other open transactions of the cluster may hold it back. */
async function settledWatermark(since: string): Promise<string> {
  const { ids, gone, mark } = await all(since)
  return ids.length + gone.length === 0 ? since : settledWatermark(mark)
}
const numbers = async (count: number) => {
  await venue.inEveryStore((trx) =>
    sql`insert into member (org_code, nickname) select ${STORE}, '会员' || n from generate_series(1, ${count}::int) n`.execute(
      trx,
    ),
  )
}

it('sends a signing terminal all recent members, page by page, and then only changes', async () => {
  await numbers(600)
  const old = await venue.member()
  await venue.inEveryStore((trx) => sql`update member set created_at = '2020-01-01' where id = ${old}`.execute(trx))
  const first = await all()
  expect(first.pages).toBeGreaterThan(1)
  expect(new Set(first.ids).size).toBe(first.ids.length)
  expect(first.ids.length).toBeGreaterThan(599)
  expect(first.ids).not.toContain(old)
  const elsewhere = await venue.member({ orgCode: 'A01A02' })
  await settledWatermark(first.mark)

  const [rider, renamed] = [await venue.member({ balance: 5000 }), '100002']
  const since = await settledWatermark((await all()).mark)
  await cashier.playBeforePay.add({
    key: newId(),
    body: venue.start({
      vehicleId: (await venue.vehicle()).id,
      ruleId: (await venue.rule({ price: 100 })).id,
      userId: rider,
    }),
  })
  await venue.inEveryStore((trx) => trx.updateTable('member').set({ frozen: true }).where('id', '=', renamed).execute())
  const changed = await all(since)
  expect([...changed.ids].sort()).toEqual([renamed, rider].sort())
  expect(changed.ids).not.toContain(elsewhere)
  // Cached by a look-up, also if the last visit was long ago.
  const before = await settledWatermark((await all()).mark)
  await venue.inEveryStore((trx) => trx.updateTable('member').set({ frozen: true }).where('id', '=', old).execute())
  expect((await all(before)).ids).toEqual([old])
})

it('reports merged members, and sends everything for an unknown watermark', async () => {
  const [source, target] = [await venue.member(), await venue.member()]
  const mark = await settledWatermark((await all()).mark)
  await venue.inEveryStore((trx) =>
    trx.updateTable('member').set({ mergedInto: target }).where('id', '=', source).execute(),
  )
  expect(await all(mark)).toMatchObject({ gone: [source] })
  const [transaction = '', database = '', cap = ''] = mark.split('.')
  for (const unknown of [
    '9999999999999999',
    `9999999999999999.${database}.${cap}`,
    `${transaction}.elsewhere-1-1.${cap}`,
    `${transaction}.${database}.7`,
  ])
    expect((await all(unknown)).ids.length).toBeGreaterThan(500)
})

it('sends whole phones to users who see them masked, for all who sign in at the terminal', async () => {
  const id = await venue.member({ phone: '13812341111' })
  const { result } = await cashier.members.searchMemberById({ query: { id } })
  expect(result?.phone).toBe('138****1111')
  const { mark } = await all()
  const phones: string[] = []
  for (let after: string | null = ''; after !== null; ) {
    const page: { result: MemberCachePage } = await terminal.with(cashier).members.keep({ body: { since: '', after } })
    phones.push(...page.result.members.filter((member) => member.id === id).map(({ phone }) => phone))
    after = page.result.next
  }
  expect(phones).toEqual(['13812341111'])
  // What terminals have of versions that masked them is replaced.
  expect((await all(mark.replace(/^v\d+/, 'v2'))).ids).toContain(id)
})

it('is refused without the signature of a terminal', async () => {
  const refused = cashier.members.keep({ body: { since: '', after: '' } })
  await expect(refused).rejects.toMatchObject({ code: 'terminals.notEnrolled' })
})
