import { describe, expect, it } from 'vitest'
import { newId } from '#shared/core/id.ts'
import { charge, kioskGuests, openKiosk, visit } from '#tests/support/venue/kiosks.ts'
import { codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE } from '#tests/support/venue/venue.ts'

const { server, venue, manager } = await testVenue(['manager'], { publicUrl: 'https://kart.example' })
const neighbour = await server.signIn('manager2')
const { guest, ride } = kioskGuests(venue)

describe('the safety agreement at a kiosk', () => {
  const strokes = 'M10 10L20 20L30 10L40 20'
  const publish = async () => {
    await manager.agreements.add({ body: { titleZh: '安全协议', contentZh: '系好安全带' } })
    const draft = (await manager.agreements.list({ query: {} })).result.records.find((one) => one.publishTime === null)
    await manager.agreements.publish({ body: { id: draft?.id ?? '' } })
    return draft?.id ?? ''
  }

  it('is read and signed once before a ride that requires it, and counts at the counter too', async () => {
    const agreementId = await publish()
    const opened = await openKiosk(server, manager)
    const { id: ruleId } = await ride({ needsAgreement: true })
    const { id, card } = await guest()
    const { visit: visitToken } = await visit(opened, card)
    const offer = async () =>
      (await opened.kiosk.offers({ body: { visit: visitToken } })).result.find((one) => one.ruleId === ruleId)
    expect(await offer()).toMatchObject({ needsAgreement: true })
    expect(await codeOf(charge(opened, newId(), { visit: visitToken, ruleId }))).toBe('members.agreementMissing')
    expect((await opened.kiosk.agreement({ body: { visit: visitToken } })).result).toMatchObject({
      text: { id: agreementId, content: '系好安全带' },
      isSigned: false,
      needsGuardian: false,
    })
    const key = newId()
    const sign = () => opened.kiosk.sign({ body: { visit: visitToken, agreementId, strokes }, key })
    await Promise.all([sign(), sign()])
    server.clock.advance(16 * 60_000)
    expect((await sign()).result).toEqual({ id: key })
    const signed = (await manager.agreements.signatures({ query: { userId: id } })).result
    expect(signed).toMatchObject([{ id: key, way: 'drawn', strokes, witnessName: opened.name }])
    const again = await visit(opened, card)
    expect((await charge(opened, newId(), { visit: again.visit, ruleId })).result.payState).toBe('paid')
  })

  it('refuses minors, replaced texts, and strokes that are not lines', async () => {
    const before = await publish()
    const opened = await openKiosk(server, manager)
    const minor = await guest({ birthday: '2020-01-01' })
    const { visit: theirs } = await visit(opened, minor.card)
    expect((await opened.kiosk.agreement({ body: { visit: theirs } })).result.needsGuardian).toBe(true)
    const sign = (body: object) => codeOf(opened.kiosk.sign({ body: body as never, key: newId() }))
    expect(await sign({ visit: theirs, agreementId: before, strokes })).toBe('agreements.minorAlone')
    const { visit: visitToken } = await visit(opened, (await guest()).card)
    const now = await publish()
    expect(await sign({ visit: visitToken, agreementId: before, strokes })).toBe('agreements.changed')
    expect(await sign({ visit: visitToken, agreementId: now, strokes: '<script>alert(1)</script>' })).toBe(
      'common.invalidInput',
    )
    expect(await sign({ visit: visitToken, agreementId: now, strokes })).toBe('done')
  })

  it('is required at the counter if the rule says so, and is valid for the days of the store', async () => {
    const agreementId = await publish()
    const { id: ruleId } = await ride({ needsAgreement: true })
    const { id: userId } = await guest()
    await venue.inEveryStore((trx) =>
      trx.updateTable('store').set({ agreementDays: 2 }).where('orgCode', '=', STORE).execute(),
    )
    const pay = async () => {
      const { id: vehicleId } = await venue.vehicle()
      const body = {
        consumeType: 'BALANCE',
        consumeVehicleMode: 'circlemode',
        racer: '车手',
        cashierId: manager.user.id,
      } as const
      return codeOf(
        manager.consume.add({ body: { ...body, userId, vehicleId, sysDepartConsumeRoleId: ruleId }, key: newId() }),
      )
    }
    expect(await pay()).toBe('members.agreementMissing')
    const cashier = await server.signIn('cashier')
    const paper = { body: { userId, agreementId }, key: newId() }
    expect(await codeOf(cashier.agreements.signPaper(paper))).toBe('auth.forbidden')
    expect(await codeOf(neighbour.agreements.signPaper(paper))).toBe('members.notFound')
    await Promise.all([manager.agreements.signPaper(paper), manager.agreements.signPaper(paper)])
    expect((await manager.agreements.signatures({ query: { userId } })).result).toMatchObject([
      { way: 'paper', strokes: '' },
    ])
    const listed = { query: { userId } }
    expect((await manager.agreementSignatures.list(listed)).result.records).toMatchObject([
      { userId, signerName: '闪电', way: 'paper', minor: 'NO' },
    ])
    expect((await neighbour.agreementSignatures.list(listed)).result.records).toEqual([])
    expect(await codeOf(cashier.agreementSignatures.list(listed))).toBe('auth.forbidden')
    expect(await pay()).toBe('done')
    server.clock.advance(3 * 86_400_000)
    expect((await manager.agreements.current({ query: { userId } })).result.member?.signed).toBe(false)
    expect(await pay()).toBe('members.agreementMissing')
  })
})

describe('a rule for kiosks', () => {
  it('cannot require a photograph, a wristband or cash', async () => {
    const rule = {
      consumeRoleName: '自助',
      consumeTypeRole: 'BALANCE',
      price: 35,
      countCycleNumber: 8,
      selfService: 'YES',
    } as const
    for (const wrong of [
      { gatherFace: 'YES' },
      { consumeMode: 'immediate' },
      { consumeMode: 'immediate', useBracelet: 'YES', braceletCount: 1 },
    ])
      expect(await codeOf(manager.consumeRules.add({ body: { ...rule, ...wrong } as never }))).toBe(
        'rules.selfServiceNeedsNobody',
      )
    await manager.consumeRules.add({ body: rule })
    const test = { ...rule, consumeRoleName: '试驾', consumeTypeRole: 'TESTCARD', price: 0 } as const
    await manager.consumeRules.add({ body: test })
    const kept = (await manager.consumeRules.list({ query: { pageSize: 100 } })).result.records
    expect(
      kept
        .filter(({ consumeRoleName }) => ['自助', '试驾'].includes(consumeRoleName))
        .map(({ selfService }) => selfService)
        .sort(),
    ).toEqual(['NO', 'YES'])
  })
})
