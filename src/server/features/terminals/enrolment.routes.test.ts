import { describe, expect, it } from 'vitest'
import type { Api } from '#shared/api.ts'
import type { Client } from '#shared/core/client.ts'
import { newId } from '#shared/core/id.ts'
import type { StartInput } from '#shared/features/sessions/play-before-pay.contract.ts'
import { until } from '#tests/support/until.ts'
import { codeOf } from '#tests/support/venue/refusals.ts'
import { enrolledTerminal, testTerminal } from '#tests/support/venue/terminal-key.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { demoRule } from '#tests/support/venue/venue.ts'

const { server, venue, cashier, manager } = await testVenue(['cashier', 'manager'])
const other = await server.startCopy()

/** A call that only the terminal itself may make. */
const claimBy = (id: string) => ({ body: { terminalId: id } })

describe('enrolling a terminal', () => {
  it('stores one key, also if it is called twice or with two keys at once', async () => {
    const first = testTerminal(server)
    const second = testTerminal(server, { id: first.id })
    const enrol = (one: typeof first) =>
      one.with(manager).terminals.enrol({ body: { id: one.id, name: '前台', prefix: 'W1', publicKey: one.publicKey } })
    for (let round = 0; round < 5; round++) {
      await Promise.all([enrol(first), enrol(second), enrol(first), enrol(second)])
      const rows = await venue.rows('terminal').where('id', first.id)
      expect(rows).toMatchObject([{ state: 'enrolled', prefix: 'W1' }])
      const [enrolled, other] = rows[0]?.publicKey === first.publicKey ? [first, second] : [second, first]
      await until(async () => {
        expect(await codeOf(enrolled.with(cashier).terminals.claimPrintJobs(claimBy(first.id)))).toBe('done')
        expect(await codeOf(other.with(cashier).terminals.claimPrintJobs(claimBy(first.id)))).toBe(
          'terminals.signatureInvalid',
        )
      })
    }
  })

  it('takes effect from the next call on', async () => {
    for (let count = 0; count < 20; count++) {
      const terminal = await enrolledTerminal(server, manager)
      expect(await codeOf(terminal.with(cashier).terminals.claimPrintJobs(claimBy(terminal.id)))).toBe('done')
    }
  })

  it('requires a user with the right, and a proof of the key', async () => {
    const terminal = testTerminal(server)
    const body = { id: terminal.id, name: '前台', prefix: 'Q1', publicKey: terminal.publicKey }
    expect(await codeOf(terminal.with(cashier).terminals.enrol({ body }))).toBe('auth.forbidden')
    expect(await codeOf(manager.terminals.enrol({ body }))).toBe('terminals.signatureInvalid')
    const foreign = testTerminal(server)
    const stolen = { ...body, publicKey: foreign.publicKey }
    expect(await codeOf(terminal.with(manager).terminals.enrol({ body: stolen }))).toBe('terminals.signatureInvalid')
    expect(await codeOf(foreign.with(manager).terminals.enrol({ body }))).toBe('terminals.signatureInvalid')
    const { result } = await terminal.with(manager).terminals.enrol({ body })
    expect(result).toEqual({ id: terminal.id, orgCode: 'A01A01', prefix: 'Q1' })
    await terminal.with(cashier).terminals.claimPrintJobs(claimBy(terminal.id))
  })

  it('is shown in the list to users with the right, in their stores', async () => {
    const terminal = await enrolledTerminal(server, manager)
    const { result } = await manager.terminals.list({ query: { state: 'enrolled', pageSize: 100 } })
    expect(result.records.find(({ id }) => id === terminal.id)).toMatchObject({
      state: 'enrolled',
      state_dictText: '已登记密钥',
      sysOrgCode: 'A01A01',
      sysOrgCode_dictText: '极速卡丁·滨江店',
      enrolTime: expect.stringMatching(/^\d{4}-/),
      revokeTime: null,
    })
    expect(JSON.stringify(result)).not.toContain(terminal.publicKey)
    const elsewhere = await server.signIn('manager2')
    expect((await elsewhere.terminals.list({ query: { pageSize: 100 } })).result.records).toEqual([])
    expect(await codeOf(cashier.terminals.list({ query: {} }))).toBe('auth.forbidden')
  })
})

describe('the name of an enrolled terminal', () => {
  it('cannot be used by other clients', async () => {
    const terminal = await enrolledTerminal(server, manager)
    const stranger = await enrolledTerminal(server, manager)
    const register = { body: { id: terminal.id, name: '别名', prefix: 'Z9' } }
    for (const calls of [cashier, stranger.with(cashier)]) {
      expect(await codeOf(calls.terminals.claimPrintJobs(claimBy(terminal.id)))).toBe('terminals.signatureInvalid')
      expect(await codeOf(calls.terminals.register(register))).toBe('terminals.signatureInvalid')
    }
    await terminal.with(cashier).terminals.register({ body: { id: terminal.id, name: '新名', prefix: 'Z8' } })
  })

  it('is accepted only for the signed call: its body, token, time and key', async () => {
    const terminal = await enrolledTerminal(server, manager, { now: () => server.clock.now().getTime() })
    const send = async (change: Partial<Parameters<typeof terminal.sign>[0]>, token = cashier.token) => {
      const body = JSON.stringify({ terminalId: terminal.id })
      const path = '/terminal/sysPrintJob/claim'
      const call = { method: 'POST', path, key: '', token: cashier.token, body }
      const response = await server.request(`/api${path}`, {
        method: 'POST',
        token,
        headers: { 'Content-Type': 'application/json', 'Terminal-Signature': terminal.sign({ ...call, ...change }) },
        body,
      })
      const { success, error } = (await response.json()) as { success: boolean; error?: { code: string } }
      return success ? 'done' : error?.code
    }
    expect(await send({})).toBe('done')
    for (const change of [
      { method: 'GET' },
      { path: '/terminal/sysPrintJob/report' },
      { body: '{}' },
      { key: newId() },
    ]) {
      expect(await send(change)).toBe('terminals.signatureInvalid')
    }
    const colleague = await server.signIn('coach')
    expect(await send({}, colleague.token)).toBe('terminals.signatureInvalid')
  })

  it('is refused if the clocks differ too much, and the server returns its time', async () => {
    let ahead = 0
    const terminal = await enrolledTerminal(server, manager, { now: () => server.clock.now().getTime() + ahead })
    const claim = () => terminal.with(cashier).terminals.claimPrintJobs(claimBy(terminal.id))
    for (ahead of [-121_000, 121_000]) {
      await expect(claim()).rejects.toMatchObject({
        code: 'terminals.clockOff',
        details: { serverTime: expect.stringMatching(/Z$/) },
      })
    }
    ahead = 100_000
    await claim()
  })

  it('is accepted only in its own store', async () => {
    const terminal = await enrolledTerminal(server, manager)
    const elsewhere = await server.signIn('manager2')
    expect(await codeOf(terminal.with(elsewhere).terminals.claimPrintJobs(claimBy(terminal.id)))).toBe(
      'terminals.unknown',
    )
  })
})

describe('a revoked terminal', () => {
  it('is refused on every copy of the server until it is enrolled with a new key', async () => {
    const terminal = await enrolledTerminal(server, manager)
    const elsewhere = other.client(cashier.token, undefined, terminal.sign)
    await elsewhere.terminals.claimPrintJobs(claimBy(terminal.id))
    const revocation = { body: { id: terminal.id, sysOrgCode: 'A01A01' } }
    expect(await codeOf(cashier.terminals.revoke(revocation))).toBe('auth.forbidden')
    expect(await codeOf((await server.signIn('manager2')).terminals.revoke(revocation))).toBe('terminals.notEnrolled')
    await manager.terminals.revoke(revocation)
    expect(await codeOf(manager.terminals.revoke(revocation))).toBe('terminals.notEnrolled')
    for (const calls of [terminal.with(cashier), cashier]) {
      expect(await codeOf(calls.terminals.claimPrintJobs(claimBy(terminal.id)))).toBe('terminals.revoked')
    }
    await until(async () =>
      expect(await codeOf(elsewhere.terminals.claimPrintJobs(claimBy(terminal.id)))).toBe('terminals.revoked'),
    )
    const again = { id: terminal.id, name: '前台', prefix: 'R1' }
    const enrolment = { body: { ...again, publicKey: terminal.publicKey } }
    expect(await codeOf(terminal.with(manager).terminals.enrol(enrolment))).toBe('terminals.revoked')
    const renewed = testTerminal(server, { id: terminal.id })
    await renewed.with(manager).terminals.enrol({ body: { ...again, publicKey: renewed.publicKey } })
    await renewed.with(cashier).terminals.claimPrintJobs(claimBy(terminal.id))
    expect(await codeOf(terminal.with(cashier).terminals.claimPrintJobs(claimBy(terminal.id)))).toBe(
      'terminals.signatureInvalid',
    )
  })
})

describe('the terminal of a start', () => {
  const start = (by: Client<Api>, given: Partial<StartInput>, key = newId()) =>
    venue
      .vehicle()
      .then(({ id: vehicleId }) => by.playBeforePay.add({ body: venue.start({ vehicleId, ...given }), key }))
  const stored = async (key: string) => (await venue.rows('playRecord').where('id', key))[0]

  it('is the one that signed; an unknown one is left empty, and an enrolled one without a signature is refused', async () => {
    const terminal = await enrolledTerminal(server, manager)
    const [signed, silent, invented] = [newId(), newId(), newId()]
    await start(terminal.with(cashier), { terminalId: terminal.id }, signed)
    expect(await stored(signed)).toMatchObject({
      terminalId: terminal.id,
      terminalName: expect.stringContaining('前台'),
    })
    await start(terminal.with(cashier), {}, silent)
    expect(await stored(silent)).toMatchObject({ terminalId: terminal.id })
    await start(cashier, { terminalId: newId() }, invented)
    expect(await stored(invented)).toMatchObject({ terminalId: null, terminalName: '' })
    expect(await codeOf(start(cashier, { terminalId: terminal.id }))).toBe('terminals.signatureInvalid')
    const other = await enrolledTerminal(server, manager)
    expect(await codeOf(start(other.with(cashier), { terminalId: terminal.id }))).toBe('terminals.signatureInvalid')
    await manager.terminals.revoke({ body: { id: terminal.id, sysOrgCode: 'A01A01' } })
    expect(await codeOf(start(terminal.with(cashier), { terminalId: terminal.id }))).toBe('terminals.revoked')
    expect(await codeOf(start(cashier, { terminalId: terminal.id }))).toBe('terminals.revoked')
  })

  it('must have signed an offline start, also in a store without enrolled terminals', async () => {
    const away = await server.signIn('manager2')
    const vehicle = await venue.vehicle({ orgCode: 'A01A02' })
    const body = venue.start({ vehicleId: vehicle.id, ruleId: demoRule('BALANCE', 'A01A02').id, offline: true })
    const key = newId()
    expect(await codeOf(away.playBeforePay.add({ body, key }))).toBe('terminals.offlineUnproven')
    // The ride has happened: the refusal is stored, and the start is accepted after the terminal was enrolled.
    expect(await venue.rows('syncRefusal').where('id', key)).toMatchObject([{ state: 'open' }])
    const own = await enrolledTerminal(server, away)
    await own.with(away).playBeforePay.add({ body, key })
    expect(await venue.rows('syncRefusal').where('id', key)).toMatchObject([{ state: 'settled' }])
  })

  it('must have signed an offline start itself', async () => {
    const terminal = await enrolledTerminal(server, manager)
    const startedAt = new Date(server.clock.now().getTime() - 60_000).toISOString()
    const key = newId()
    await start(terminal.with(cashier), { terminalId: terminal.id, offline: true, startedAt }, key)
    expect(await stored(key)).toMatchObject({ offline: true, terminalId: terminal.id })
    const refused = newId()
    const made = start(cashier, { terminalId: terminal.id, offline: true, startedAt }, refused)
    expect(await codeOf(made)).toBe('terminals.signatureInvalid')
    // The refusal is stored, but not under the name of a terminal that did not sign.
    expect(await venue.rows('syncRefusal').where('id', refused)).toMatchObject([{ terminalId: null, terminalName: '' }])
    expect(await codeOf(start(cashier, { offline: true, startedAt }))).toBe('terminals.offlineUnproven')
    expect(await codeOf(start(cashier, { terminalId: newId(), offline: true, startedAt }))).toBe(
      'terminals.offlineUnproven',
    )
  })

  it('sets the time of an offline start, within the allowed range', async () => {
    const terminal = await enrolledTerminal(server, manager)
    const begun = async (key: string) => ((await stored(key))?.createdAt as Date | undefined)?.toISOString() ?? ''
    const at = async (startedAt: string) => {
      const key = newId()
      await start(terminal.with(cashier), { terminalId: terminal.id, offline: true, startedAt }, key)
      return begun(key)
    }
    for (const startedAt of [
      '1999-12-31T23:00:00Z',
      '2019-12-31T23:59:59Z',
      '0001-01-01T00:00:00+08:00',
      'yesterday',
    ]) {
      await expect(at(startedAt)).rejects.toMatchObject({
        code: 'common.invalidInput',
        details: { field: 'startedAt' },
      })
    }
    expect(await at('2020-01-01T08:00:00+08:00')).toBe('2020-01-01T00:00:00.000Z')
    // A time after the server's is limited to it, and an online start begins when the server receives it.
    const before = server.clock.now().toISOString()
    expect((await at('2199-01-01T00:00:00Z')) <= server.clock.now().toISOString()).toBe(true)
    const online = newId()
    await start(cashier, { startedAt: '2021-01-01T00:00:00Z' }, online)
    expect((await begun(online)) >= before).toBe(true)
  })

  it('is empty for clients of the API family, which do not sign and can start and charge', async () => {
    const member = await venue.member({ balance: 10_000 })
    const [id, key] = [newId(), newId()]
    await start(cashier, { userId: member }, id)
    expect(await stored(id)).toMatchObject({ terminalId: null })
    const body = { id, consumeType: 'BALANCE', consumeVehicleMode: 'circlemode', terminalId: newId() } as const
    await cashier.playBeforePay.settle({ body, key })
    expect(await venue.rows('consumeOrder').where('id', key)).toMatchObject([{ terminalId: null, cashierId: null }])
  })
})
