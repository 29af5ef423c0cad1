import { verify } from '@node-rs/argon2'
import { describe, expect, it } from 'vitest'
import { EVERY_STORE } from '#server/db/database.ts'
import { demoStores } from '#server/db/seed/access.ts'
import type { ServerError } from '#shared/core/errors.ts'
import type { StoreSettingsEdit } from '#shared/features/stores/store-settings.contract.ts'
import { settingList, settingNames } from '#shared/features/stores/store-settings.schema.ts'
import { isTextKey, text } from '#shared/i18n/catalogue.ts'
import { codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'

const { server, admin, manager, cashier } = await testVenue(['admin', 'manager', 'cashier'])
const beside = await server.signIn('manager2')

const STORE = 'A01A01'

const read = async (by = manager, orgCode?: string) => (await by.storeSettings.query({ query: { orgCode } })).result
type Given = Partial<(typeof StoreSettingsEdit)['_input']>
const edit = (given: Given, by = manager) => by.storeSettings.edit({ body: { orgCode: STORE, ...given } })
const errorOf = (work: Promise<unknown>): Promise<ServerError> =>
  work.then(
    () => Promise.reject(new Error('taken')),
    (error) => error,
  )

describe('the settings of a store', () => {
  it.each(settingNames)('%s is called by a name and says in both languages what it changes', (name) => {
    for (const key of [`storeSetting.${name}`, `storeSetting.${name}.effect`]) {
      expect(isTextKey(key), key).toBe(true)
      if (!isTextKey(key)) continue
      expect(text('zh', key)).toMatch(/\p{Script=Han}/u)
      expect(text('en', key)).not.toMatch(/\p{Script=Han}/u)
    }
  })

  it('begin with the defaults of the list', async () => {
    await admin.departs.add({ body: { parentId: demoStores.A01.id, departName: '新店', orgCategory: '2' } })
    const { result } = await admin.departs.list({ query: { departName: '新店' } })
    const fresh = await read(admin, result.records[0]?.orgCode)
    expect(fresh?.values).toEqual(Object.fromEntries(settingNames.map((name) => [name, settingList[name].initial])))
  })

  it('are changed one by one, with both states in the audit trail, and reach the counters', async () => {
    await edit({ offlineMemberCap: 12.5, rankingWeek: 'saturdayToFriday', receiptHeadZh: '港湾路 1 号\n电话 8000' })
    await edit({ queueMinutes: 45 })
    const { values, id } = (await read()) ?? {}
    expect(values).toMatchObject({ offlineMemberCap: 12.5, rankingWeek: 'saturdayToFriday', queueMinutes: 45 })
    const { result } = await manager.logs.history({ query: { kind: '/sys/sysDepartSetting', id: id ?? '' } })
    expect(result).toMatchObject([
      { before: { queueMinutes: 60 }, after: { queueMinutes: 45 } },
      { before: { offlineMemberCap: 0 }, after: { offlineMemberCap: 12.5 } },
    ])
    const snapshot = (await cashier.terminals.snapshot()).result
    expect(snapshot.store.receipt).toEqual({ headZh: '港湾路 1 号\n电话 8000', headEn: '', footZh: '', footEn: '' })
  })

  it('store a secret as a hash, never show it, and remove it on request', async () => {
    await edit({ tvPassword: 'tv-secret-1' })
    const shown = await read()
    expect(shown?.secrets).toEqual(['tvPassword'])
    expect(JSON.stringify(shown)).not.toContain('tv-secret')
    const { tvPasswordHash } = await server.deps.db.scoped(EVERY_STORE, (trx) =>
      trx.selectFrom('store').select('tvPasswordHash').where('orgCode', '=', STORE).executeTakeFirstOrThrow(),
    )
    expect(await verify(tvPasswordHash ?? '', 'tv-secret-1')).toBe(true)
    const trail = await manager.logs.history({ query: { kind: '/sys/sysDepartSetting', id: shown?.id ?? '' } })
    expect(JSON.stringify(trail)).not.toContain('tv-secret')
    await edit({ tvPassword: '' })
    expect((await read())?.secrets).toEqual([])
  })

  it.each<[string, Given]>([
    ['timeZone', { timeZone: 'Mars/Olympus' }],
    ['dayStartHour', { dayStartHour: 24 }],
    ['hungOrderLimit', { hungOrderLimit: -1 }],
    ['trialLimit', { trialLimit: -2 }],
    ['offlineTerminalCap', { offlineTerminalCap: 0.005 }],
    ['queuePrefix', { queuePrefix: 'A8' }],
    ['receiptFootEn', { receiptFootEn: 'x'.repeat(201) }],
    ['rankingWeek', { rankingWeek: 'never' as never }],
    ['tvPassword', { tvPassword: 'short' }],
  ])('refuse a wrong %s by its name, and change nothing', async (field, given) => {
    const before = (await read())?.values
    const error = await errorOf(edit({ queueCallAhead: 3, ...given }))
    expect(error).toMatchObject({ code: 'common.invalidInput', details: { field } })
    expect(error.serverMessage).toContain(text('zh', `storeSetting.${field}` as 'storeSetting.timeZone'))
    expect((await read())?.values).toEqual(before)
  })

  it('can be read and changed for a store in scope, by users with the right', async () => {
    expect(await codeOf(edit({ queueMinutes: 1 }, beside))).toBe('common.recordNotFound')
    expect(await codeOf(read(beside, STORE))).toBe('common.recordNotFound')
    expect((await read(beside))?.stores).toEqual([{ orgCode: 'A01A02', departName: expect.any(String) }])
    expect(await codeOf(edit({ queueMinutes: 1 }, cashier))).toBe('auth.forbidden')
    // A chain has no counter, and so no settings.
    expect(await codeOf(admin.storeSettings.edit({ body: { orgCode: 'A01', queueMinutes: 1 } }))).toBe(
      'common.recordNotFound',
    )
    expect((await read())?.values.queueMinutes).toBe(45)
  })
})
