import { describe, expect, it } from 'vitest'
import { demoStores } from '#server/db/seed/access.ts'
import { newId } from '#shared/core/id.ts'
import { FirstRunStep } from '#shared/features/stores/first-run.contract.ts'
import { until } from '#tests/support/until.ts'
import { PASSWORD, peopleOf } from '#tests/support/venue/people.ts'
import { codeOf } from '#tests/support/venue/refusals.ts'
import { testTerminal } from '#tests/support/venue/terminal-key.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'

const { server, venue, cashier, manager } = await testVenue(['cashier', 'manager'])
const owner = await server.signIn('admin')

await owner.departs.add({ body: { parentId: demoStores.A01.id, departName: '新店', apps: ['XWHF'] } })
const [store] = (await owner.departs.list({ query: { departName: '新店' } })).result.records
const orgCode = store?.orgCode ?? ''
const storeId = store?.id ?? ''

const steps = FirstRunStep.options

const read = async (by = owner, of?: string) => (await by.firstRun.query({ query: { orgCode: of } })).result
const openSteps = async () => (await read()).steps.filter(({ state }) => state === 'open').map(({ step }) => step)
const skip = (step: FirstRunStep, skipped: boolean, by = owner) =>
  by.firstRun.skip({ body: { orgCode, step, skipped } })

describe('the checklist of a new store', () => {
  it('is that of the first unfinished store below, until the user works in one', async () => {
    expect(await read()).toMatchObject({ orgCode, departName: '新店', isCurrent: false, isFinished: false })
    expect(await openSteps()).toEqual(steps.slice(1))
    // Its creator may work there at once; other users of headquarters have to enter it first.
    const other = await server.signIn('hq')
    expect(await codeOf(other.signIn.selectDepart({ body: { orgCode } }))).toBe('auth.notYourStore')
    await other.firstRun.enter({ body: { orgCode } })
    await other.firstRun.enter({ body: { orgCode } })
    expect(await codeOf(other.signIn.selectDepart({ body: { orgCode } }))).toBe('done')
    await owner.signIn.selectDepart({ body: { orgCode } })
    expect(await read()).toMatchObject({ orgCode, isCurrent: true })
    // The demo venue is in operation.
    expect(await read(manager)).toMatchObject({ orgCode: 'A01A01', isFinished: true })
  })

  it('is for users who may set up stores, and reveals nothing of other stores', async () => {
    expect(await codeOf(read(cashier))).toBe('auth.forbidden')
    expect(await codeOf(read(manager, orgCode))).toBe('common.recordNotFound')
    expect(await codeOf(skip('rules', true, manager))).toBe('common.recordNotFound')
    expect(await codeOf(manager.firstRun.enter({ body: { orgCode } }))).toBe('common.recordNotFound')
    expect(await codeOf(manager.firstRun.testPrint({ body: { orgCode } }))).toBe('common.recordNotFound')
  })

  it('stores who skipped a step, until it is resumed or done', async () => {
    await skip('rules', true)
    await skip('rules', true)
    const rules = (await read()).steps.find(({ step }) => step === 'rules')
    expect(rules).toMatchObject({ state: 'skipped', skippedBy: 'admin', skippedTime: expect.any(String) })
    await skip('rules', false)
    expect(await openSteps()).toContain('rules')
  })

  it('detects completed steps, up to the first ticket', async () => {
    // A user without the right to sell does not count as a cashier, and neither does a coach.
    const people = peopleOf(server)
    await people.add(owner, { selecteddeparts: storeId, selectedroles: 'partner' })
    await people.add(owner, { selecteddeparts: storeId, selectedroles: 'coach', identity: '2' })
    expect(await openSteps()).toContain('staff')
    const { username } = await people.add(owner, { selecteddeparts: storeId })
    await owner.memberLevels.addUsual({})
    await venue.rule({ orgCode })
    await venue.vehicle({ orgCode })
    expect(await openSteps()).toEqual(['recharge', 'payments', 'terminal', 'printer', 'sale'])
    await owner.consumeRules.addTemplates({ body: { kind: 'kart', sysOrgCode: orgCode }, key: newId() })
    await owner.paymentProviders.edit({ body: { orgCode, provider: 'sandbox', enabled: true } })
    expect(await openSteps()).toEqual(['terminal', 'printer', 'sale'])
    expect(await codeOf(owner.firstRun.testPrint({ body: { orgCode } }))).toBe('firstRun.noTerminal')

    const { result } = await server.client().signIn.login({ body: { username, password: PASSWORD } })
    const terminal = testTerminal(server)
    const registration = { id: terminal.id, name: '前台', prefix: 'N1' }
    await terminal.with({ token: result.token }).terminals.register({ body: registration })
    expect(await openSteps()).toEqual(['terminal', 'printer', 'sale'])
    await terminal.with(owner).terminals.enrol({ body: { ...registration, publicKey: terminal.publicKey } })
    expect(await openSteps()).toEqual(['printer', 'sale'])

    const job = (await owner.firstRun.testPrint({ body: { orgCode } })).result
    const own = terminal.with({ token: result.token }).terminals
    const terminalId = terminal.id
    await until(async () => {
      const claimed = (await own.claimPrintJobs({ body: { terminalId } })).result
      expect(claimed).toMatchObject([{ id: job.id, ticket: { ticketNo: 'TEST', storeName: '新店' } }])
    })
    await own.reportPrintJob({ body: { id: job.id, terminalId, outcome: 'blocked' } })
    expect(await openSteps()).toEqual(['printer', 'sale'])
    await own.claimPrintJobs({ body: { terminalId, recovered: true } })
    await own.reportPrintJob({ body: { id: job.id, terminalId, outcome: 'printed' } })
    expect(await openSteps()).toEqual(['sale'])
  })
})
