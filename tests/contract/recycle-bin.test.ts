import { describe, expect, it } from 'vitest'
import { codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'

const { admin, manager } = await testVenue(['admin', 'manager'])

const cashiers = async () => {
  const listed = (await manager.consume.listCashiers({ query: { pageSize: 100 } })).result.records
  const taken = (await manager.terminals.snapshot()).result.cashiers
  return [listed, taken].map((people) => people.map(({ id }) => id))
}
const notice = (userId: string) => ({
  titile: '交接班',
  priority: 'L',
  msgCategory: '1',
  msgType: 'USER',
  userIds: [userId].join(','),
})
const message = { templateCode: 'recycled', testData: '{}', receiver: 'cashier', msgType: '4' } as const

describe('a user in the recycle bin', () => {
  it('takes over no counter and receives nothing, until restored', async () => {
    const [cashier] = (await admin.users.list({ query: { username: 'cashier' } })).result.records
    const id = cashier?.id ?? ''
    await manager.messageTemplates.add({
      body: { templateCode: 'recycled', templateName: '测试', templateType: '4', templateContent: '内容' },
    })
    const mayReceive = async () => [
      await codeOf(manager.announcements.add({ body: notice(id) as never })),
      await codeOf(manager.messageTemplates.sendMsg({ body: message })),
    ]
    for (const people of await cashiers()) expect(people).toContain(id)
    expect(await mayReceive()).toEqual(['done', 'done'])

    await admin.users.delete({ query: { id } })
    for (const people of await cashiers()) expect(people).not.toContain(id)
    expect(await mayReceive()).toEqual(['messages.receiverUnknown', 'messages.receiverUnknown'])

    await admin.users.putRecycleBin({ body: { userIds: id } })
    for (const people of await cashiers()) expect(people).toContain(id)
  })
})
