import { beforeAll, describe, expect, it } from 'vitest'
import { DEMO_PASSWORD, demoStores, demoUsers } from '#server/db/seed/access.ts'
import { demoRechargeRules, demoVehicleTypes } from '#server/db/seed/venue.data.ts'
import { newId } from '#shared/core/id.ts'
import { MANUAL_LEVEL } from '#shared/features/members/member-levels.contract.ts'
import { nameSampleOnFailure, sampled } from '#tests/support/runner/sample.ts'
import type { TestClient } from '#tests/support/server.ts'
import { codeEnding } from '#tests/support/venue/paid-orders.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { demoRule, STORE } from '#tests/support/venue/venue.ts'
import { calls, isKey, methodsOf, type NamedCall } from './calls.ts'
import { attemptsOf, pathOf, send, shapeOf, type Values } from './sweep.ts'
import { type World, worldOf } from './world.ts'

const { server, venue } = await testVenue()
const world = await worldOf(server.database.ownerUrl)

/** For thousands of requests on a busy machine. */
const PATIENCE = 240_000

/** How many rows each call is sent in a sample. */
const ROWS = 6
/** The database is searched once after so many calls that add. */
const CALLS_TO_LOOK = 8
/** Users with the most permissions: at one store, and over all of them. */
let mighty: TestClient[]

beforeAll(async () => {
  await world.ask(`insert into user_role select id, 'hq' from user_account where username = 'manager'`)
  mighty = [await server.signIn('manager', 'A01A01'), await server.signIn('admin')]
})
nameSampleOnFailure()

const verbOf = ({ route }: NamedCall): string => route.path.split('/').at(-1) ?? ''
const isOptional = (field: { safeParse(value: unknown): { success: boolean } }): boolean =>
  field.safeParse(undefined).success

const view = { filters: [], advanced: null, column: 'code', order: 'asc' as const, pageSize: 10, columns: null }

/** Calls that are always refused, and records of forms, whose fields are in no contract: their own tests send them unknown ones. */
const NOT_ADDING = new Set(['cgform.addButton', 'cgform.addRecord', 'formRecords.add'])
/** Calls of users that add rows or move money; members send theirs in foreign-members.test.ts. */
const adding = calls.filter(
  (call) =>
    call.route.access !== 'member' && /^(add(?!ress)|doconsume)/i.test(verbOf(call)) && !NOT_ADDING.has(call.name),
)
/** Calls that change a row, with more in their body than its id. */
const changing = calls.filter((call) => {
  const changes = methodsOf(call.route).includes('PUT') || /^(edit|save|update)/i.test(verbOf(call))
  return changes && Object.keys(shapeOf(call.route.body)).some((name) => !isKey(name))
})
const editing = changing.filter((call) => !/^save/.test(verbOf(call)))

describe('a call that adds or charges', () => {
  it(
    'stores no field that its contract does not name, even with the name of a column',
    async () => {
      const userId = await venue.member({ balance: 100_000 })
      await world.ask(`delete from scheduled_job where job_name = 'runs.end'`)
      const { id: store } = demoStores.A01A01
      const play = newId()
      const { id: taken } = await venue.vehicle()
      const device = newId()
      await world.ask(`insert into device (id, org_code, serial_number, device_type)
        values ('${device}', '${STORE}', 'sn', 'TV')`)
      const photo = `swiper/202601/${newId()}.png`
      await world.ask(`insert into uploaded_file (path, org_code, user_id, bytes, created_at)
        values ('${photo}', '${STORE}', '${demoUsers.manager.id}', 1, now())`)
      await mighty[0]?.playBeforePay.add({ body: venue.start({ vehicleId: taken }), key: play })
      const { id: ridden } = await venue.vehicle()
      const charge = { consumeType: 'BALANCE', consumeVehicleMode: 'circlemode', racer: '车手' } as const
      const paid = newId()
      await mighty[0]?.consume.add({
        body: { ...charge, userId, vehicleId: ridden, sysDepartConsumeRoleId: demoRule().id },
        key: paid,
      })
      const session = { startTime: '2099-01-01 10:00:00', endTime: '2099-01-01 11:00:00' }
      const planned = await mighty[0]?.reservationSessions.add({ body: session })
      const { rates } = (await mighty[0]?.exchanges.options({ query: { userId } }))?.result ?? { rates: [] }
      const given = rates.find(({ fromWallet }) => fromWallet === 'balance')
      const exchange = {
        rateId: [given?.rateId ?? ''],
        amount: [given?.minimum ?? 0],
        received: [given?.toAmount ?? 0],
      }
      const machine = newId()
      await venue.inEveryStore(async (trx) => {
        const row = { id: machine, orgCode: STORE, serialNumber: machine, name: '出币机', deviceType: 'COIN' }
        await trx
          .insertInto('device')
          .values({ ...row, createdBy: '', createdAt: new Date() })
          .execute()
        await trx
          .insertInto('coinMachine')
          .values({ deviceId: machine, orgCode: STORE, online: true, coinsLeft: null, seenAt: new Date('2099-01-01') })
          .execute()
      })
      const { id: coinRule } = await venue.rule({
        toolType: 'COIN',
        price: 0,
        laps: 0,
        minutes: 0,
        coinPrice: 100,
        coinCount: 1,
      })
      const coins = { deviceId: [machine], ruleId: [coinRule], payMode: ['cash'], count: [null], cashierId: [null] }
      const sale = { lines: [[{ productId: await venue.product({ pieces: 10 }), count: 1 }]] }
      await world.ask(`update store set sms_count = 100 where org_code = '${STORE}'`)
      const [offer] = (await mighty[0]?.smsPurchases.offers())?.result.offers ?? []
      const purchase = { packageId: [offer?.id ?? ''], price: [offer?.price ?? 0], payCode: [codeEnding(0)] }
      const level = newId()
      await venue.inEveryStore((trx) =>
        trx
          .insertInto('memberLevel')
          .values({ id: level, orgCode: STORE, code: level, name: level, rank: 90, experience: MANUAL_LEVEL })
          .execute(),
      )
      await venue.member({ phone: '13899990001', messageConsent: 'YES', memberLevel: level })
      const massBody = { title: '活动', content: '欢迎', audience: { levels: [level] } }
      const preview = (await mighty[0]?.massMessages.preview({ body: massBody }))?.result
      const mass = {
        title: [massBody.title],
        content: [massBody.content],
        audience: [massBody.audience],
        people: [1],
        previewId: [preview?.previewId ?? ''],
      }
      const registration = { registrationStart: '2020-01-01 10:00:00', registrationEnd: '2098-01-01 10:00:00' }
      const eventName = newId()
      await mighty[0]?.events.add({ body: { eventName, ...registration, ...session } })
      const [event] = await venue.rows('event').where('name', eventName)
      const planning = {
        registrationStart: [registration.registrationStart],
        registrationEnd: [registration.registrationEnd],
        memberLevel: [''],
      }
      await mighty[0]?.promoterRoles.add({ body: { roleName: '推广', sharePercent: 10 } })
      const [promoterRole = { id: '' }] = (await mighty[0]?.promoters.roles({ query: {} }))?.result ?? []
      const refunds = { orderId: [paid], amount: [1], password: [DEMO_PASSWORD] }
      const values: Values = {
        id: [play],
        userId: [userId],
        sessionId: [planned?.result.id ?? ''],
        startTime: [session.startTime],
        endTime: [session.endTime],
        deviceId: [device],
        photo: [photo],
        urls: ['https://example.com/promo.mp4'],
        consumeType: ['BALANCE'],
        price: [68],
        countCycleNumber: [8],
        recharge: [500],
        couponValue: [20],
        sysDepartRechargeRoleId: [demoRechargeRules[0]?.id ?? ''],
        sysDepartConsumeRoleId: [demoRule().id],
        consumePayMode: ['cash'],
        consumeVehicleMode: ['circlemode'],
        esType: ['1'],
        esReceiver: ['13800000000'],
        racer: ['车手'],
        realname: ['会员'],
        physicalCard: ['0009990001'],
        departId: [store],
        depId: [store],
        permissionId: ['user:list'],
        ruleColumn: ['username'],
        dictId: ['sex'],
        url: ['/x'],
        component: ['x'],
        userName: ['coach'],
        agentUserName: ['cashier'],
        userIdList: [[demoUsers.cashier.id]],
        selecteddeparts: [store],
        jobClassName: ['runs.end'],
        list: ['positions'],
        content: [view],
        give: [1],
      }
      const report = {
        source: 'orders',
        columns: [{ key: 'n', column: '', aggregate: 'count' }],
        filters: [],
        sort: [],
        limit: 10,
        display: 'table',
        across: '',
      }
      const failed: string[] = []
      for (const [index, call] of adding.entries()) {
        const parent = /^permissions/.test(call.name) ? [''] : [store]
        const ids = {
          parentId: parent,
          ruleId: [demoRule().id],
          roleId: ['cashier'],
          vehicleId: [(await venue.vehicle()).id],
        }
        // A user other than the one that `users.add` has created.
        const staff: Values = call.name === 'users.addStaff' ? { username: ['newcashier'], departIds: [[store]] } : {}
        const series: Values =
          call.name === 'vehicles.addSeries' ? { vehicleType: [demoVehicleTypes[0]?.name ?? ''] } : {}
        const owns: Record<string, Values> = {
          'accessTokens.add': { actions: [['member:list']], stores: [[STORE]] },
          'webhooks.add': { url: ['https://example.com/hook'], events: ['order.paid'] },
          'refunds.add': refunds,
          'exchanges.add': exchange,
          'coinOutputs.add': coins,
          'productSales.add': sale,
          'smsPackages.add': { sellerCode: [STORE], price: [68] },
          'smsPurchases.add': purchase,
          'massMessages.add': mass,
          'events.add': planning,
          'eventSignUps.add': { eventId: [event?.id] },
          'matches.addRound': { eventId: [event?.id], sourceId: [null] },
          'customReports.add': { definition: [report], roles: [[]] },
          'demoRecords.add': { content: ['x'] },
          'cgform.addAll': {
            head: [{ tableName: 'swept_form', tableTxt: 'x' }],
            fields: [[{ dbFieldName: 'name', dbFieldTxt: 'x', dbType: 'string' }]],
          },
          'familyReports.headAdd': { head: [{ name: 'x', cgrSql: 'select 1 as one' }] },
          'promoterRoles.add': { sharePercent: [10] },
          'promoters.add': { userId: [userId], accountId: [null], roleId: [promoterRole.id] },
        }
        const own = owns[call.name] ?? { ...ids, ...staff, ...series }
        for (const attempt of attemptsOf(call, { ...values, ...own })) {
          const body = { ...world.extrasFor(call), ...attempt.body }
          const texts: string[] = []
          for (const { token } of mighty) texts.push(await (await send(server, { ...attempt, body }, token)).text())
          if (!texts.some((one) => one.includes('"success":true'))) failed.push(`${call.name} ${texts.join()}`)
        }
        if (index % CALLS_TO_LOOK < CALLS_TO_LOOK - 1 && index < adding.length - 1) continue
        const looked = adding.slice(index - (index % CALLS_TO_LOOK), index + 1).map(({ name }) => name)
        expect(await world.keptExtras(), looked.join()).toEqual([])
      }
      // A call that fails proves nothing: add what it needs to `values`.
      expect(failed).toEqual([])
    },
    PATIENCE,
  )
})

describe('a call that changes', () => {
  it.each(editing)('$name leaves a field unchanged that is not sent', ({ route }) => {
    const invented = Object.entries(shapeOf(route.body)).filter(
      ([, field]) => field.safeParse(undefined).success && field.parse(undefined) !== undefined,
    )
    expect(invented.map(([name]) => name)).toEqual([])
  })

  describe('a call with only the row’s id, or with additional unknown columns', () => {
    let ids: Awaited<ReturnType<World['someIds']>>
    let before: Awaited<ReturnType<World['marks']>>
    beforeAll(async () => {
      const source = { code: 'x', name: 'x', dbType: 'PostgreSQL', dbUrl: 'postgresql://db.example/x', dbUsername: 'x' }
      await mighty[1]?.dataSources.add({ body: source })
      const hook = { name: '回调', url: 'https://example.com/hook', events: 'order.paid' }
      await mighty[0]?.webhooks.add({ body: hook })
      await mighty[1]?.listViews.add({ body: { list: 'roles', name: '视图', content: view } })
      ids = await world.someIds()
      before = await world.marks()
    })

    it.each(changing)(
      '$name changes nothing',
      async (call) => {
        const { route, name } = call
        const shape = Object.entries(shapeOf(route.body))
        // All rows of a table that the call's name contains; without one, rows are tried until the call accepts one.
        const isOwn = (table: string) => name.toLowerCase().includes(table.replaceAll('_', ''))
        const chosen = new Set(sampled(ids, { of: name, most: ROWS, slices: call.slices }))
        const isChosen = (row: (typeof ids)[number]) => chosen.has(row) || isOwn(row.table)
        const possible = shape.every(([key, field]) => isKey(key) || isOptional(field))
        let accepted = 0
        for (const row of [...ids.filter(isChosen), ...ids.filter((one) => !isChosen(one))]) {
          if (!isChosen(row) && (accepted > 0 || !possible)) break
          const { table, id } = row
          const keys = shape.filter(([key, field]) => isKey(key) && !isOptional(field))
          const empty = Object.fromEntries(keys.map(([key, field]) => [key, field.safeParse(id).success ? id : [id]]))
          for (const body of [empty, { ...world.extrasFor(call, table), ...empty }]) {
            const [method = 'PUT'] = methodsOf(route)
            const path = pathOf(route.path, { id }, [])
            const answer = await (await send(server, { method, path, body }, mighty[1]?.token)).text()
            expect(answer, `${name} ${table}`).not.toContain('common.internal')
            if (answer.includes('"success":true')) accepted++
          }
        }
        expect(await world.marks()).toEqual(before)
        expect(possible && accepted === 0).toBe(false)
      },
      PATIENCE,
    )
  })
})
