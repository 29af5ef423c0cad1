import { describe, expect, it } from 'vitest'
import { UNDO_MS } from '#server/core/lists/undo.ts'
import { api } from '#shared/api.ts'
import { codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { worldOf } from './world.ts'

const { server, admin, manager, hq, cashier } = await testVenue(['admin', 'manager', 'hq', 'cashier'])
const world = await worldOf(server.database.ownerUrl)

const added = async (code: string) => {
  await manager.positions.add({ body: { code, name: `职务 ${code}`, postRank: '1' } })
  return found(code)
}
const found = async (code: string) => {
  const [row] = (await manager.positions.list({ query: { code } })).result.records
  if (!row) throw new Error(`there is no position ${code}`)
  return row
}

const ruleJson = JSON.stringify([{ digits: '*', pattern: 'a', message: 'a' }])

describe('an undone deletion', () => {
  it('brings rows back as they were, once', async () => {
    const rows = [await added('undo-1'), await added('undo-2')]
    const ids = rows.map(({ id }) => id).join(',')
    await manager.positions.deleteBatch({ query: { ids } })
    await manager.positions.undelete({ body: { ids } })
    expect([await found('undo-1'), await found('undo-2')]).toEqual(rows)
    expect(await codeOf(manager.positions.undelete({ body: { ids } }))).toBe('common.undoOver')
  })

  it('happens once in two calls at a time', async () => {
    const { id: ids } = await added('undo-0')
    await manager.positions.delete({ query: { id: ids } })
    const undo = () => codeOf(manager.positions.undelete({ body: { ids } }))
    expect((await Promise.all([undo(), undo()])).toSorted()).toEqual(['common.undoOver', 'done'])
    expect((await found('undo-0')).id).toBe(ids)
  })

  it('is for the user who deleted, with the right, for ten minutes', async () => {
    const { id: ids } = await added('undo-3')
    await manager.positions.delete({ query: { id: ids } })
    for (const other of [hq, admin]) {
      expect(await codeOf(other.positions.undelete({ body: { ids } }))).toBe('common.undoOver')
    }
    expect(await codeOf(cashier.positions.undelete({ body: { ids } }))).toBe('auth.forbidden')
    server.clock.advance(UNDO_MS + 1)
    expect(await codeOf(manager.positions.undelete({ body: { ids } }))).toBe('common.undoOver')
  })

  it('is refused if its code or its type was taken or deleted meanwhile', async () => {
    await admin.checkRules.add({ body: { ruleName: '一', ruleCode: 'undo_rule', ruleJson } })
    const [rule] = (await admin.checkRules.list({ query: { ruleCode: 'undo_rule' } })).result.records
    const id = rule?.id ?? ''
    await admin.checkRules.delete({ query: { id } })
    await admin.checkRules.add({ body: { ruleName: '二', ruleCode: 'undo_rule', ruleJson } })
    expect(await codeOf(admin.checkRules.undelete({ body: { ids: id } }))).toBe('checkRules.codeTaken')

    await manager.productTypes.add({ body: { name: '撤销类' } })
    await manager.products.add({ body: { productName: '撤销品', productType: '撤销类', price: 1 } })
    const [product] = (await manager.products.list({ query: { productName: '撤销品' } })).result.records
    const [type] = (await manager.productTypes.list({ query: { name: '撤销类' } })).result.records
    await manager.products.delete({ query: { id: product?.id ?? '' } })
    await manager.productTypes.delete({ query: { id: type?.id ?? '' } })
    const undo = () => manager.products.undelete({ body: { ids: product?.id ?? '' } })
    expect(await codeOf(undo())).toBe('common.undoConflict')
    await manager.productTypes.undelete({ body: { ids: type?.id ?? '' } })
    expect(await codeOf(undo())).toBe('done')
  })

  it('offers a rule of prices again, as it was', async () => {
    const [rule] = (await manager.consumeRules.list({ query: { pageSize: 1 } })).result.records
    if (!rule) throw new Error('there are no rules')
    await manager.consumeRules.delete({ query: { id: rule.id } })
    await manager.consumeRules.undelete({ body: { ids: rule.id } })
    expect((await manager.consumeRules.queryById({ query: { id: rule.id } })).result).toEqual(rule)
  })
})

it('no table with undone deletions takes rows of others with it', async () => {
  // The tables whose deletions were undone above, and the others by their resources' names.
  const tables = [
    'job_position',
    'check_rule',
    'demo_record',
    'comment_word',
    'gift_type',
    'product_type',
    'member_level',
  ]
  const more = ['message_template', 'exchange_rate', 'gift', 'product', 'cloakroom_place', 'sms_package']
  const rules = ['consume_rule', 'recharge_rule', 'play_card_rule']
  const all = [...tables, ...more, ...rules]
  const undoable = Object.values(api).filter((contract) => 'undelete' in contract)
  expect(undoable).toHaveLength(all.length)
  const names = all.map((table) => `'${table}'::regclass`)
  const taken = await world.ask(`select conname from pg_constraint
    where contype = 'f' and confdeltype not in ('a', 'r') and confrelid in (${names.join(', ')})`)
  expect(taken).toEqual([])
})
