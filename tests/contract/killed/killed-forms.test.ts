import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '#shared/core/id.ts'
import { cutEverywhere } from '#tests/support/faults/cut-everywhere.ts'
import { type SteppingWay, steppingWay } from '#tests/support/faults/stepping-way.ts'
import { createTestDatabase } from '#tests/support/postgres/postgres.ts'
import { nameSampleOnFailure } from '#tests/support/runner/sample.ts'
import { startTestServer, type TestClient, type TestServer } from '#tests/support/server.ts'
import { formField, publishedForm } from '#tests/support/venue/online-forms.ts'
import { STORE, type Venue, venueOf } from '#tests/support/venue/venue.ts'

const PATIENCE = 240_000
const params = { code: 'killed' }

let way: SteppingWay
let server: TestServer
let venue: Venue
let manager: TestClient
let everywhere: ReturnType<typeof cutEverywhere>
beforeAll(async () => {
  const database = await createTestDatabase()
  way = await steppingWay(database.appUrl)
  everywhere = cutEverywhere(way, 'online-forms', 'fill-rules')
  server = await startTestServer({}, [], { ...database, appUrl: way.url })
  venue = venueOf(server)
  manager = await server.signIn('manager', STORE)
  const admin = await server.signIn('admin')
  const ruleParams = JSON.stringify({ date: '', digits: 4, gapFree: true })
  await admin.fillRules.add({ body: { ruleName: 'x', ruleCode: 'killed', ruleClass: 'sequence', ruleParams } })
  const fields = [
    formField('tag', 'text', { unique: 'store', search: true }),
    formField('number', 'text', { fillRule: 'killed' }),
  ]
  const acts = { manager: ['list', 'add', 'edit', 'delete'] } as const
  await publishedForm(await server.signIn('hq'), params.code, { fields }, acts, [manager])
})
nameSampleOnFailure()
afterAll(async () => {
  await server.stop()
  way.close()
})

const kept = async (recordId: string) =>
  (await venue.rows('onlineFormUnique').where('recordId', recordId)).map(({ field }) => field)

it('adds a record once, with the next number and its unique value, wherever the server is killed', {
  timeout: PATIENCE,
}, async () => {
  let last = 0
  await everywhere(async () => {
    const key = newId()
    const body = { values: { tag: key } }
    last += 1
    return {
      work: () => manager.formRecords.add({ params, body, key } as never),
      expectDone: async () => {
        const rows = await venue.rows('onlineFormRecord').where('text1', key)
        // Without gaps: an attempt that was undone has used up no number.
        expect(rows).toMatchObject([{ id: key, data: { values: { number: String(last).padStart(4, '0') } } }])
        expect(await kept(key)).toEqual(['tag'])
      },
    }
  })
})

it('edits a record once with its unique value, and frees the former one, wherever the server is killed', {
  timeout: PATIENCE,
}, async () => {
  await everywhere(async () => {
    const [key, tag] = [newId(), newId()]
    await manager.formRecords.add({ params, body: { values: { tag: key } }, key } as never)
    const edit = { params, body: { id: key, revision: 1, values: { tag } } }
    return {
      // An edit whose answer was lost is refused as out of date, and was made.
      work: () =>
        manager.formRecords.edit(edit as never).catch((error: { code?: string }) => {
          if (error.code !== 'forms.recordChanged') throw error
        }),
      expectDone: async () => {
        const rows = await venue.rows('onlineFormRecord').where('id', key)
        expect(rows).toMatchObject([{ revision: 2, text1: tag }])
        expect(await kept(key)).toEqual(['tag'])
        // The former value is free.
        const next = newId()
        await manager.formRecords.add({ params, body: { values: { tag: key } }, key: next } as never)
      },
    }
  })
})
