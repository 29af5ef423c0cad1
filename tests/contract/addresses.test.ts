import { describe, expect, it } from 'vitest'
import { withClient } from '#server/db/roles.ts'
import { nameSampleOnFailure, sampled } from '#tests/support/runner/sample.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { callersOf } from './callers.ts'
import { calls, methodsOf, type NamedCall } from './calls.ts'
import { expectOrdinary } from './hostile-values.ts'
import { type Attempt, attemptsOf, endsSignIn, send, shapeOf, type Values } from './sweep.ts'

const { server } = await testVenue()
const caller = await callersOf(server)

/** For thousands of requests on a busy machine. */
const PATIENCE = 240_000

/** Each runs a script, loads a resource or leads to another site when a screen opens or shows it. */
const HOSTILE = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)//https://a.example',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  '//evil.example/x',
  '/\\evil.example/x',
  'https://our.example@evil.example/x',
  'java\tscript:alert(1)',
  'https://a.example/\nx',
  'a/../../x',
]

/** How many of these values each call is sent in all its fields in a sample; fields for addresses are sent all of them. */
const SAMPLED_VALUES = 2

/** Names of fields for an address, in any slice. */
const ADDRESS = /(url|urls|avatar|photo|picture|image|icon|openPage|component|redirect|href)$|^(link|file|logo)$/i
/** Fields with such a name that no screen opens or shows as an address. */
const NO_ADDRESS: Readonly<Record<string, string>> = {
  'permissions.add icon': 'the name of a picture of the program',
  'permissions.edit icon': 'the name of a picture of the program',
  'racerPhotos.add image': 'the picture itself, checked by its bytes',
  noPhoto: 'why there is no photograph',
}
nameSampleOnFailure()

const writes = calls.filter((call) => methodsOf(call.route).some((method) => method !== 'GET') && !endsSignIn(call))
const addressesOf = ({ name, route }: NamedCall): string[] =>
  Object.keys(shapeOf(route.body)).filter(
    (field) => ADDRESS.test(field) && !NO_ADDRESS[field] && !NO_ADDRESS[`${name} ${field}`],
  )
const fields = writes.flatMap((call) =>
  addressesOf(call).map((field) => ({ call, field, title: `${call.name} ${field}` })),
)

/** A valid request except for one field. */
const requestWith = (attempt: Attempt, field: string, value: string): Attempt => ({
  ...attempt,
  body: { ...attempt.body, [field]: value },
})

describe('a hostile address', () => {
  it('has fields to test', () => {
    const titles = fields.map(({ title }) => title)
    for (const known of ['users.add avatar', 'account.editProfile avatar', 'vehicles.edit photo', 'swipers.add link'])
      expect(titles).toContain(known)
    expect(titles.length).toBeGreaterThan(20)
  })

  it.each(fields)('is refused in $title, by the name of the field', async ({ call, field }) => {
    for (const value of HOSTILE) {
      for (const attempt of attemptsOf(call, {})) {
        const response = await send(server, requestWith(attempt, field, value), caller(call))
        const { success, error } = (await response.json()) as { success: boolean; error?: { details?: object } }
        expect(success, value).toBe(false)
        expect(JSON.stringify(error), value).toContain(`"${field}"`)
      }
    }
  })

  it(
    'is stored in no column for addresses, whatever field it was sent in',
    async () => {
      for (const call of writes) {
        for (const value of sampled(HOSTILE, { of: call.name, most: SAMPLED_VALUES, slices: call.slices })) {
          const everywhere = new Proxy<Values>({}, { get: () => [value] })
          for (const attempt of attemptsOf(call, everywhere))
            await expectOrdinary(await send(server, attempt, caller(call)), `${call.name} ${attempt.path}`, value)
        }
      }
      await withClient(server.database.ownerUrl, async (owner) => {
        const { rows } = await owner.query<{ table: string; column: string }>(
          `select table_name as table, column_name as column from information_schema.columns
           where table_schema = 'public' and data_type = 'text' and column_name ~
             '(url|urls|avatar|photo|picture|image|open_page|component|redirect|href)$|^(link|file|logo)$'`,
        )
        expect(rows.length).toBeGreaterThan(10)
        for (const { table, column } of rows) {
          const sql = `select "${column}" as kept from "${table}" where "${column}" = any($1)`
          expect((await owner.query(sql, [HOSTILE])).rows, `${table}.${column}`).toEqual([])
        }
      })
    },
    PATIENCE,
  )
})
