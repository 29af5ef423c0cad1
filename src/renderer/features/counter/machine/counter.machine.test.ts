import { beforeEach, describe, expect, it } from 'vitest'
import { chargeFieldsOf } from '#renderer/features/counter/plan/plan.calc.ts'
import { takenLabel } from '#renderer/features/counter/plan/start-labels.calc.ts'
import type { StartResult } from '#renderer/features/counter/plan/start-result.calc.ts'
import type { MemberView } from '#renderer/platform/member-lookup.ts'
import { AppError, type ErrorCode } from '#shared/core/errors.ts'
import type { ShownCoupon } from '#shared/features/coupons/coupon-codes.contract.ts'
import { buildMember, buildProduct, buildQueueEntry, buildRule } from '#tests/support/venue/counter-data.ts'
import { type CounterScreen, createCounterScreen } from '#tests/support/venue/counter-screen.ts'
import { isFoundBySwipe, memberOf, type SentSale } from './counter.state.ts'
import { openSaleOf } from './unanswered.calc.ts'

const first = buildMember({ id: '100001', physicalCard: '0000000001' })
const second = buildMember({ id: '100002', physicalCard: '0000000002' })
const found = (member: typeof first) => ({ kind: 'found', member, cachedAt: null }) as const

let counter: CounterScreen
beforeEach(() => {
  counter = createCounterScreen()
})

describe('a swipe, a digit and F5', () => {
  it('charge the member once, and the screen is ready for the next guest', () => {
    counter.bring()
    counter.pressAll('2', 'F5')
    const [order] = counter.orders
    expect(counter.orders).toHaveLength(1)
    expect(order?.plan.startMode).toBe('charge')
    expect(order?.plan.chosen).toMatchObject({ userId: '100001', ruleId: 'rule-2', vehicleIds: ['v1'] })
    counter.answer()
    expect(counter.state.stage.kind).toBe('idle')
    expect(counter.memberId).toBeNull()
    expect(counter.view.rule).toBeNull()
    expect(counter.state.notice?.key).toBe('counter.charged')
    expect(counter.view.orderKey).not.toBe(order?.key)
  })

  it('are recorded and reported with sounds in the order in which they happen', () => {
    counter.bring()
    counter.pressAll('1', 'F5')
    counter.answer()
    const done = counter.effects.map((effect) => (effect.kind === 'play' ? effect.sound : effect.kind))
    expect(done).toEqual(['lookUp', 'scan', 'leaveFields', 'leaveFields', 'submit', 'done', 'recordStart'])
  })

  it('start a pending ride with F4, and queue with F6 without a vehicle', () => {
    counter.bring()
    counter.pressAll('1', 'F4')
    counter.answer()
    counter.bring()
    counter.pressAll('1', 'F6')
    expect(counter.orders.map(({ plan }) => plan.startMode)).toEqual(['hang', 'lineup'])
  })

  it('are refused without a rule, and the guest stays', () => {
    counter.bring()
    counter.press('F5')
    expect(counter.orders).toEqual([])
    expect(counter.problem).toBe('sessions.ruleRequired')
    expect(counter.memberId).toBe('100001')
  })
})

describe('a start key', () => {
  beforeEach(() => {
    counter.bring()
    counter.press('1')
  })

  it('counts once while its start is in progress', () => {
    counter.pressAll('F5', 'F5', 'F4')
    expect(counter.orders).toHaveLength(1)
  })

  it('does not count where it was pressed before the last error was shown', () => {
    const early = counter.now
    counter.press('F5')
    counter.refuse('members.insufficientBalance')
    counter.press('F5', early)
    expect(counter.orders).toHaveLength(1)
  })

  it('does not count as a bounced key after a success, until something is chosen', () => {
    counter.press('F5')
    counter.answer()
    const bounced = counter.now + 100
    counter.send({ kind: 'chosen', change: { racer: '小李' } })
    counter.press('w', bounced)
    counter.press('F5', bounced)
    expect(counter.state.stage.kind).toBe('awaitsPayCode')

    counter = createCounterScreen()
    counter.send({ kind: 'chosen', change: { type: 'NOCARDCONSUME', ruleId: 'walk-in', payMode: 'cash' } })
    counter.press('F5')
    counter.answer()
    counter.press('F5', counter.now + 100)
    expect(counter.problem).toBeNull()
    counter.press('F5')
    expect(counter.problem).not.toBeNull()
  })
})

describe('a start key pressed before the lookup is answered', () => {
  it('waits for the member, and starts by itself', () => {
    const lookup = counter.swipe('0000000001')
    counter.pressAll('1', 'F5')
    expect(counter.state.stage.kind).toBe('awaitsMember')
    expect(counter.orders).toEqual([])
    counter.press('F5')
    counter.answerLookup(lookup, found(first))
    expect(counter.orders.map(({ plan }) => plan.chosen.userId)).toEqual(['100001'])
  })

  it('keeps the digit that was pressed meanwhile', () => {
    const lookup = counter.swipe('0000000001')
    counter.press('2')
    counter.answerLookup(lookup, found(first))
    expect(counter.view.rule?.id).toBe('rule-2')
  })

  it.each([
    [{ kind: 'unknown' }, 'counter.memberMissing'],
    [{ kind: 'failed', error: null }, 'counter.memberMissing'],
    [{ kind: 'choice', found: [] }, 'counter.memberChoice'],
  ] satisfies [MemberView, ErrorCode][])('starts nothing where the answer is %o', (view, code) => {
    const lookup = counter.swipe('0000000001')
    counter.pressAll('1', 'F5')
    counter.answerLookup(lookup, view)
    expect([counter.orders, counter.problem, counter.state.stage.kind]).toEqual([[], code, 'idle'])
  })

  it('starts nothing for a member whose preview has an objection', () => {
    const lookup = counter.swipe('0000000001')
    counter.pressAll('1', 'F5')
    counter.answerLookup(lookup, found(buildMember({ balance: 0, give: 0, availableBalance: 0 })))
    expect([counter.orders, counter.state.stage.kind, counter.memberId]).toEqual([[], 'idle', '100001'])
  })

  it('is cancelled by Esc: the answer that comes later starts nothing', () => {
    const lookup = counter.swipe('0000000001')
    counter.pressAll('1', 'F5', 'Escape')
    counter.answerLookup(lookup, found(first))
    expect([counter.orders, counter.memberId, counter.state.stage.kind]).toEqual([[], null, 'idle'])
  })
})

describe('two swipes in a row', () => {
  it.each([
    ['the first answer comes first', ['first', 'second']],
    ['the second answer comes first', ['second', 'first']],
  ] as const)('show the later member where %s', (_, order) => {
    const lookups = { first: counter.swipe('0000000001'), second: counter.swipe('0000000002') }
    for (const name of order) counter.answerLookup(lookups[name], found(name === 'first' ? first : second))
    expect(counter.memberId).toBe('100002')
  })

  it('drop a late error of the first', () => {
    const lookups = [counter.swipe('0000000001'), counter.swipe('0000000002')] as const
    counter.answerLookup(lookups[1], found(second))
    counter.answerLookup(lookups[0], { kind: 'unknown' })
    expect(counter.memberId).toBe('100002')
  })

  it('replace a member by a card without a number', () => {
    counter.bring()
    expect(counter.swipe('')).toBeNull()
    expect(counter.state.member.kind).toBe('emptySwipe')
    expect(counter.state.notice).toBeNull()
  })
})

describe('a swipe where a rule is chosen', () => {
  beforeEach(() => void counter.press('1'))

  it('finds the member whom the card tool charges at once', () => {
    counter.bring()
    expect(isFoundBySwipe(counter.state)).toBe(true)
  })

  it('does not stand for a member who is found in another way', () => {
    const lookup = counter.swipe('0000000001')
    counter.answerLookup(lookup, { kind: 'choice', found: [] })
    counter.send({ kind: 'memberTaken', found: { member: first, cachedAt: null } })
    expect(isFoundBySwipe(counter.state)).toBe(false)
  })

  it('that was dropped with a refused start does not stand for the member found after it', () => {
    counter.bring()
    counter.press('F5')
    counter.swipe('0000000002')
    counter.refuse('members.insufficientBalance')
    counter.send({ kind: 'memberChosen', member: second })
    counter.answerLookup(counter.state.lookup, found(second))
    expect([counter.memberId, isFoundBySwipe(counter.state)]).toEqual(['100002', false])
  })

  it('stands for nobody where the rule is chosen later', () => {
    counter.press('Escape')
    const lookup = counter.swipe('0000000001')
    counter.press('1')
    counter.answerLookup(lookup, found(first))
    expect(isFoundBySwipe(counter.state)).toBe(false)
  })
})

describe('typing while a card is read', () => {
  it('keeps its field: the search is not reset, and no field loses the focus', () => {
    const lookup = counter.swipe('0000000001')
    counter.send({ kind: 'searchTyped', text: '138' })
    const { guest } = counter.state
    const effects = counter.answerLookup(lookup, found(first), true)
    expect(effects).toEqual([{ kind: 'play', sound: 'scan' }])
    expect(counter.state).toMatchObject({ guest, searched: '138' })
  })

  it('of another guest into the search keeps start keys from starting for the member shown', () => {
    counter.bring()
    counter.press('1')
    counter.send({ kind: 'searchTyped', text: '1000' })
    counter.press('F5')
    expect([counter.orders, counter.problem]).toEqual([[], 'counter.searchOpen'])
  })

  it('that was finished leaves an empty search', () => {
    const lookup = counter.swipe('0000000001')
    counter.send({ kind: 'searchTyped', text: '138' })
    counter.answerLookup(lookup, found(first))
    counter.pressAll('1', 'F5')
    expect(counter.orders).toHaveLength(1)
  })
})

describe('during a start', () => {
  beforeEach(() => {
    counter.bring()
    counter.pressAll('1', 'F5')
  })

  it('choices are those of the next guest', () => {
    counter.send({ kind: 'ruleChosen', ruleId: 'rule-2' })
    counter.press('+')
    expect(counter.view.rule?.id).toBe('rule-1')
    counter.answer()
    expect(counter.state.choices).toMatchObject({ type: 'BALANCE', ruleId: 'rule-2', people: 2 })
  })

  it('a rule is chosen together with its type, because the type of the next guest is reset', () => {
    counter = createCounterScreen()
    counter.send({ kind: 'chosen', change: { type: 'NOCARDCONSUME', ruleId: 'walk-in', payMode: 'cash' } })
    counter.press('F5')
    counter.press('1')
    counter.answer()
    expect(counter.view.rule?.id).toBe('walk-in')
  })

  it('choices are dropped where it fails: the guest is still on the screen', () => {
    counter.press('2')
    counter.refuse('sessions.vehicleTaken')
    expect([counter.view.rule?.id, counter.memberId, counter.state.ahead]).toEqual(['rule-1', '100001', {}])
  })

  it('a swipe waits, and the last one is looked up after the start', () => {
    expect([counter.swipe('0000000002'), counter.swipe('0000000003')]).toEqual([null, null])
    expect(counter.memberId).toBe('100001')
    const lookups = counter.lookupsOf(counter.answer())
    expect(lookups.map(({ key }) => key)).toEqual([{ scanned: '0000000003' }])
  })

  it('a swipe is dropped with a notice where the start fails', () => {
    counter.swipe('0000000002')
    expect(counter.lookupsOf(counter.refuse('common.offline'))).toEqual([])
    expect(counter.state.notice).toEqual({ key: 'counter.swipeAgain' })
    expect(counter.memberId).toBe('100001')
  })

  it('Esc discards what is for the next guest, and not the start', () => {
    counter.swipe('0000000002')
    counter.pressAll('2', 'Escape')
    counter.answer()
    expect([counter.state.choices.ruleId, counter.state.member.kind]).toEqual([null, 'none'])
  })

  it('a member who was registered or found by a dialog waits for its end', () => {
    const key = { id: '100002' }
    expect(counter.send({ kind: 'memberWanted', key })).toEqual([])
    expect(counter.memberId).toBe('100001')
    expect(counter.lookupsOf(counter.answer()).map((lookup) => lookup.key)).toEqual([key])
    counter.answerLookup(counter.state.lookup, found(second))
    expect(counter.memberId).toBe('100002')
  })

  it.each<ErrorCode>(['sessions.vehicleTaken', 'common.timeout'])(
    'such a member is not brought to the choices of a start that ends in %s',
    (code) => {
      counter.send({ kind: 'memberWanted', key: { id: '100002' } })
      expect(counter.lookupsOf(counter.refuse(code))).toEqual([])
      expect([counter.memberId, counter.state.notice?.key]).toEqual(['100001', 'counter.swipeAgain'])
    },
  )

  it('the search of the next guest keeps its text', () => {
    counter.send({ kind: 'searchTyped', text: '1000' })
    const { guest } = counter.state
    counter.answer()
    expect(counter.state).toMatchObject({ guest, searched: '1000' })
  })

  it('a coupon scanned for the next guest has the type of the screen at which it was scanned', () => {
    counter = createCounterScreen()
    counter.send({ kind: 'chosen', change: { type: 'GROUPCOUPON', ruleId: 'coupon', couponCode: '111' } })
    counter.press('F5')
    counter.scan('unknown', '222')
    counter.answer()
    expect(counter.state.choices).toMatchObject({ type: 'GROUPCOUPON', ruleId: 'coupon', couponCode: '222' })
  })
})

describe('one of the store’s own coupons', () => {
  const coupon = {
    code: 'C.7Y864VZ8W4HV69',
    couponName: '生日礼金',
    couponValue: 20,
    couponPercent: 0,
    ruleNames: '',
    giftName: '',
    giftCount: 0,
    userId: null,
    endTime: null,
  }
  const value = { ...coupon, couponKind: 'value', ruleIds: '' } as const
  const ride = { ...coupon, couponKind: 'rule', ruleIds: 'coupon' } as const
  const gift = { ...coupon, couponKind: 'gift', ruleIds: '', giftName: '钥匙扣', giftCount: 1 } as const
  /** Scans it and answers what it is good for. */
  function read(what: ShownCoupon) {
    const [effect] = counter.scan('ownCoupon', coupon.code)
    if (effect?.kind !== 'readCoupon') throw new Error('the coupon is not read')
    return () => counter.send({ kind: 'couponRead', coupon: what, guest: effect.guest })
  }

  it('of value is redeemed for the member on the screen', () => {
    counter.bring()
    read(value)()
    expect(counter.state.redeeming).toMatchObject({ coupon: value, member: { id: '100001' } })
    expect(counter.state.choices.couponCode).toBe('')
    counter.send({ kind: 'redemptionClosed' })
    expect(counter.state.redeeming).toBeNull()
    expect(counter.memberId).toBe('100001')
  })

  it('of value asks for a member first', () => {
    read(value)()
    expect(counter.state.redeeming).toBeNull()
    expect(counter.state.notice).toMatchObject({ key: 'couponCode.memberFirst' })
  })

  it('for a gift is handed out to the bearer, and where it was issued asks for the member first', () => {
    read(gift)()
    expect(counter.state.redeeming).toEqual({ coupon: gift, member: null })
    counter.send({ kind: 'redemptionClosed' })
    read({ ...gift, userId: '100001' })()
    expect(counter.state.redeeming).toBeNull()
    expect(counter.state.notice).toMatchObject({ key: 'couponCode.memberFirst' })
    counter.bring()
    read({ ...gift, userId: '100001' })()
    expect(counter.state.redeeming).toMatchObject({ member: { id: '100001' } })
  })

  it('for a ride pays by its rule', () => {
    counter.bring()
    read(ride)()
    expect(counter.state.choices).toMatchObject({ type: 'GROUPCOUPON', ruleId: 'coupon', couponCode: coupon.code })
    counter.press('F5')
    expect(counter.orders[0]?.plan.chosen).toMatchObject({ couponCode: coupon.code })
  })

  it('of discount chooses its only rule, lowers the price, and is sent with the charge', () => {
    counter.bring()
    read({ ...coupon, couponKind: 'discount', couponValue: 5, ruleIds: 'rule-1' })()
    expect(counter.state.choices).toMatchObject({ type: 'BALANCE', ruleId: 'rule-1', couponCode: '' })
    expect(counter.view.rule).toMatchObject({ id: 'rule-1', off: 500 })
    expect(counter.view.preview.lines[0]).toMatchObject({ key: 'couponCode.off', values: { amount: '5.00' } })
    counter.press('F5')
    const [order] = counter.orders
    expect(order && chargeFieldsOf(order.plan)).toMatchObject({ groupNumber: coupon.code })
    counter.answer()
    expect(counter.state.choices.discount).toBeNull()
  })

  it('of discount is for rides that are charged, and says so for others', () => {
    counter.bring()
    read({ ...coupon, couponKind: 'discount', couponValue: 5, ruleIds: '' })()
    counter.pressAll('1', 'F4')
    expect(takenLabel(counter.view.planOf('hang'))).toBeNull()
    expect(counter.orders).toEqual([])
    expect(counter.problem).toBe('couponCodes.chargeOnly')
  })

  it('is not taken without the server, which alone knows it, and says so', () => {
    counter = createCounterScreen({ online: false })
    counter.bring()
    expect(counter.scan('ownCoupon', coupon.code)).toEqual([{ kind: 'play', sound: 'error' }])
    expect(counter.state.notice).toEqual({ key: 'couponCode.needsServer' })
  })

  it('is not taken for another guest than the one it was scanned for', () => {
    counter.bring()
    const answer = read(ride)
    counter.send({ kind: 'cleared' })
    answer()
    expect(counter.state.choices.couponCode).toBe('')
    expect(counter.state.notice).toEqual({ key: 'couponCode.scanAgain' })
  })

  it('that is scanned during a start is read when the start has ended', () => {
    counter.bring()
    counter.pressAll('1', 'F5')
    expect(counter.scan('ownCoupon', coupon.code)).toEqual([])
    expect(counter.answer()).toContainEqual({ kind: 'readCoupon', code: coupon.code, guest: counter.state.guest })
  })
})

describe('a lost answer', () => {
  beforeEach(() => {
    counter.bring()
    counter.pressAll('1', 'F5')
    counter.refuse('common.timeout')
  })

  it('is repeated by the same key press: same order, same body, same idempotency key', () => {
    // Its vehicle may be in use by now, through that very start.
    for (const vehicle of counter.data.catalogue?.vehicles ?? []) vehicle.state = 'inUse'
    counter.press('F5')
    expect(counter.orders).toHaveLength(2)
    expect(counter.orders[1]).toEqual(counter.orders[0])
  })

  it('does not become another start', () => {
    counter.press('F4')
    expect([counter.orders.length, counter.problem]).toEqual([1, 'counter.answerOpen'])
  })

  it('does not bind what is chosen anew', () => {
    counter.pressAll('2', 'F5')
    const [lost, next] = counter.orders
    expect(next?.key).not.toBe(lost?.key)
    expect(next?.plan.chosen.ruleId).toBe('rule-2')
  })

  it('is repeated when its member swipes again, and not for another member or without its rule', () => {
    counter.bring()
    counter.press('F5')
    expect(counter.orders[1]).toEqual(counter.orders[0])
    counter.refuse('common.timeout')
    counter.bring({ id: '100002' })
    counter.press('F5')
    expect(counter.orders[2]?.key).not.toBe(counter.orders[0]?.key)
    counter.refuse('common.timeout')
    counter.press('Escape')
    counter.bring({ id: '100002' })
    counter.press('F5')
    expect([counter.orders.length, counter.problem]).toEqual([3, 'sessions.ruleRequired'])
  })

  it('is closed by the answer to its repetition', () => {
    counter.press('F5')
    counter.answer()
    expect(counter.state.unanswered).toBeNull()
  })
})

describe('a refusal', () => {
  it('gives the next attempt another key', () => {
    counter.bring()
    counter.pressAll('1', 'F5')
    counter.refuse('members.insufficientBalance')
    counter.press('F5')
    expect(new Set(counter.orders.map(({ key }) => key)).size).toBe(2)
  })

  it('of a vehicle leaves the choice of a vehicle to the screen', () => {
    counter.bring()
    counter.pressAll('1', 'ArrowRight', 'F5')
    expect(counter.state.choices.vehicleId).toBe('v2')
    const effects = counter.refuse('sessions.vehicleTaken')
    expect(counter.state.choices.vehicleId).toBeNull()
    expect(counter.state.problem?.field).toBe('vehicleId')
    expect(effects).toContainEqual(expect.objectContaining({ kind: 'followRefusal', field: 'vehicleId' }))
  })
})

describe('a password', () => {
  beforeEach(() => {
    counter.bring({ havePassword: 'YES' })
    counter.pressAll('1', 'F5')
  })

  it('is asked for before the order is sent, and again where it is wrong', () => {
    expect([counter.state.stage.kind, counter.orders]).toEqual(['awaitsPassword', []])
    counter.send({ kind: 'passwordGiven', password: '111111' })
    expect(counter.state.stage).toMatchObject({ kind: 'starting', request: { error: null } })
    counter.refuse('members.passwordWrong', { field: 'password' })
    expect(counter.state.stage.kind).toBe('awaitsPassword')
    counter.send({ kind: 'passwordGiven', password: '246810' })
    counter.answer()
    expect(counter.orders.map(({ password }) => password)).toEqual(['111111', '246810'])
    expect(counter.state.stage.kind).toBe('idle')
  })

  it('that is not given leaves the guest, and cannot be given twice', () => {
    counter.send({ kind: 'startCancelled' })
    counter.send({ kind: 'passwordGiven', password: '246810' })
    expect([counter.orders, counter.memberId, counter.state.stage.kind]).toEqual([[], '100001', 'idle'])
  })

  it('does not let a dialog that closes late cancel the order in flight', () => {
    counter.send({ kind: 'passwordGiven', password: '246810' })
    counter.send({ kind: 'startCancelled' })
    expect(counter.state.stage.kind).toBe('starting')
  })
})

it('a photograph is taken before the password is asked for', () => {
  const rules = [buildRule({ gatherFace: 'YES' })]
  const { catalogue } = counter.data
  counter = createCounterScreen({ catalogue: catalogue && { ...catalogue, rules } })
  counter.bring({ havePassword: 'YES' })
  counter.pressAll('1', 'F5')
  expect(counter.state.stage.kind).toBe('awaitsPhoto')
  counter.send({ kind: 'photoGiven', photo: { photoId: 'p1' } })
  counter.send({ kind: 'passwordGiven', password: '246810' })
  expect(counter.orders.map(({ plan }) => plan.photo)).toEqual([{ photoId: 'p1' }])
})

describe('a walk-in who pays by code', () => {
  const walkIn = { type: 'NOCARDCONSUME', ruleId: 'walk-in', payMode: 'wechat' } as const
  beforeEach(() => void counter.send({ kind: 'chosen', change: walkIn }))
  const done: StartResult = {
    kind: 'charged',
    order: { plays: [], usageMode: 'immediate', amount: 50, deposit: 0 },
  }

  it('gets the payment dialog, which stays open until it is closed', () => {
    counter.press('F5')
    expect([counter.state.stage.kind, counter.state.paying?.payCode]).toEqual(['awaitsPayCode', ''])
    counter.send({ kind: 'paid', done })
    expect([counter.state.stage.kind, counter.state.paying === null]).toEqual(['idle', false])
    counter.send({ kind: 'paymentClosed' })
    expect([counter.state.paying, counter.view.rule]).toEqual([null, null])
  })

  it('starts by the scan of the code alone', () => {
    counter.scan('payCode', '281234567890123456')
    expect(counter.state.paying?.payCode).toBe('281234567890123456')
  })

  it('stays on the screen where the dialog is closed without a payment', () => {
    counter.press('F5')
    counter.send({ kind: 'paymentClosed' })
    expect([counter.state.stage.kind, counter.view.rule?.id]).toEqual(['idle', 'walk-in'])
  })

  it('is needed for a pay code: for a member it is refused', () => {
    counter.press('Escape')
    counter.bring()
    counter.press('1')
    counter.scan('payCode', '281234567890123456')
    expect([counter.orders, counter.state.notice?.key]).toEqual([[], 'counter.payCodeNotNow'])
  })
})

describe('the offline queue', () => {
  const entry = buildQueueEntry()
  const elsewhere = buildQueueEntry({ at: { terminalId: '01890000-0000-7000-8000-00000000000c', name: 'T2' } })

  it('resumes an entry by its ticket; its start has the key of the entry', () => {
    counter = createCounterScreen({ queueEntries: [entry] })
    counter.scan('ticket', entry.ticketNo)
    expect(counter.view.resumed).toEqual(entry)
    counter.answerLookup(counter.state.lookup, found(first))
    counter.press('F5')
    expect(counter.orders.map(({ key }) => key)).toEqual([entry.startId])
    counter.answer()
    expect(counter.state.resumedId).toBeNull()
  })

  it('does not start an entry that is gone, or for another member', () => {
    counter.send({ kind: 'entryWanted', entry })
    counter.press('F5')
    expect([counter.orders, counter.problem]).toEqual([[], 'line.goneMeanwhile'])

    counter = createCounterScreen({ queueEntries: [entry] })
    counter.send({ kind: 'entryWanted', entry })
    counter.bring({ id: '100002' })
    counter.press('F5')
    expect([counter.orders, counter.problem]).toEqual([[], 'line.someoneElse'])
  })

  describe('whose charge has no answer', () => {
    beforeEach(() => {
      counter = createCounterScreen({ queueEntries: [entry] })
      counter.scan('ticket', entry.ticketNo)
      counter.answerLookup(counter.state.lookup, found(first))
      counter.press('F5')
      counter.data.queueEntries = [{ ...entry, state: 'paying' }]
      counter.refuse('common.timeout')
    })

    it('repeats it while its end is unknown', () => {
      counter.press('F4')
      expect([counter.orders.length, counter.problem]).toEqual([1, 'counter.answerOpen'])
      counter.press('F5')
      expect(counter.orders[1]).toEqual(counter.orders[0])
    })

    it('starts as the screen shows when it waits again, because nothing was charged', () => {
      counter.data.queueEntries = [entry]
      counter.press('F4')
      counter.refuse('members.insufficientBalance')
      counter.pressAll('2', 'F5')
      expect(counter.orders.map(({ plan }) => [plan.startMode, plan.chosen.ruleId])).toEqual([
        ['charge', 'rule-1'],
        ['hang', 'rule-1'],
        ['charge', 'rule-2'],
      ])
    })

    it('is charged as the screen shows after its repetition was refused', () => {
      counter.press('F5')
      counter.refuse('members.insufficientBalance')
      counter.pressAll('2', 'F5')
      expect(counter.orders[2]).toMatchObject({ key: entry.startId, plan: { chosen: { ruleId: 'rule-2' } } })
    })
  })

  it('does not start an entry that is gone by a pay code, or after its dialogs', () => {
    const walkIn = { ...entry, consumeType: 'NOCARDCONSUME' } as const
    counter = createCounterScreen({ queueEntries: [] })
    counter.send({
      kind: 'entryWanted',
      entry: { ...walkIn, fields: { ...entry.fields, ruleId: 'walk-in', userId: '' } },
    })
    counter.scan('payCode', '281234567890123456')
    expect([counter.state.paying, counter.problem]).toEqual([null, 'line.goneMeanwhile'])

    counter = createCounterScreen({ queueEntries: [entry] })
    counter.scan('ticket', entry.ticketNo)
    counter.answerLookup(counter.state.lookup, found(buildMember({ id: '100001', havePassword: 'YES' })))
    counter.press('F5')
    counter.data.queueEntries = []
    counter.send({ kind: 'passwordGiven', password: '246810' })
    expect([counter.orders, counter.problem]).toEqual([[], 'line.goneMeanwhile'])
  })

  it('takes over an entry of another counter, and shows it where the screen is as before', () => {
    counter = createCounterScreen({ queueEntries: [elsewhere] })
    const [effect] = counter.send({ kind: 'entryWanted', entry: elsewhere })
    if (effect?.kind !== 'takeEntry') throw new Error('the entry is not taken over')
    counter.send({ ...effect, kind: 'entryTaken', here: entry })
    expect(counter.state.resumedId).toBe(entry.id)
  })

  it('leaves the screen alone where the cashier has continued meanwhile', () => {
    counter = createCounterScreen({ queueEntries: [elsewhere] })
    const [effect] = counter.send({ kind: 'entryWanted', entry: elsewhere })
    if (effect?.kind !== 'takeEntry') throw new Error('the entry is not taken over')
    counter.press('2')
    counter.send({ ...effect, kind: 'entryTaken', here: entry })
    expect([counter.state.resumedId, counter.state.notice?.key]).toEqual([null, 'line.here'])
  })

  it('does not replace the guest of a start in progress', () => {
    counter = createCounterScreen({ queueEntries: [entry] })
    counter.bring()
    counter.pressAll('1', 'F5')
    counter.send({ kind: 'entryWanted', entry })
    expect(counter.state.resumedId).toBeNull()
  })
})

it('F2 repeats the choices of an earlier start, and looks its member up again', () => {
  const again = { type: 'BALANCE', ruleId: 'rule-2', people: 2, racer: '小李', memberId: '100002' } as const
  const effects = counter.send({ kind: 'repeated', again })
  expect(counter.state.choices).toMatchObject({ ruleId: 'rule-2', people: 2, racer: '小李' })
  expect(counter.lookupsOf(effects).map(({ key }) => key)).toEqual([{ id: '100002' }])
})

it('another store drops the guest, and a start in progress still ends', () => {
  counter.bring()
  counter.pressAll('1', 'F5')
  counter.send({ kind: 'startedOver' })
  expect([counter.state.stage.kind, counter.memberId]).toEqual(['starting', null])
  counter.answer()
  expect(counter.state.notice?.key).toBe('counter.charged')
})

describe('a scanned product', () => {
  const water = buildProduct()
  const gloves = buildProduct({ id: 'gloves', productName: '手套', barcode: '96385074', price: 39 })
  const cartOf = (screen: CounterScreen) => screen.state.choices.cart.map(({ name, count }) => `${name} ${count}`)
  const payment = { tender: 'balance', received: null, password: '246810', cashierId: null } as const
  /** The sale of the cart on the screen to the member on the screen. */
  const saleOf = ({ state }: CounterScreen): SentSale => ({
    key: state.saleKey,
    cart: state.choices.cart,
    member: memberOf(state),
    payment,
  })
  let shop: CounterScreen
  beforeEach(() => {
    shop = createCounterScreen({ products: [water, gloves] })
  })

  it('goes into the cart, again adds one, and is sold with the ride under one key', () => {
    shop.scanBarcode(water.barcode)
    shop.bring()
    shop.scanBarcode(gloves.barcode)
    shop.scanBarcode(water.barcode)
    expect(cartOf(shop)).toEqual(['矿泉水 2', '手套 1'])
    expect(shop.memberId).toBe('100001')
    shop.pressAll('1', 'F5')
    expect(shop.orders).toHaveLength(1)
    expect(shop.orders[0]?.plan.chosen.cart).toHaveLength(2)
    shop.answer()
    expect(cartOf(shop)).toEqual([])
  })

  it('of eight digits adds a piece at each scan, and a card that is read again is no scan', () => {
    const card = { kind: 'memberCard', source: 'wedge', at: new Date().toISOString(), isRepeat: true } as const
    shop.scanBarcode('96385074')
    shop.send({ kind: 'scanned', scan: { ...card, value: '0096385074' } })
    expect(cartOf(shop)).toEqual(['手套 2'])
    expect(shop.send({ kind: 'scanned', scan: { ...card, value: '0000000003' } })).toEqual([])
  })

  it('is for the next guest during a start, and waits for no password', () => {
    shop.bring()
    shop.pressAll('1', 'F5')
    shop.scanBarcode(water.barcode)
    shop.scanBarcode(water.barcode)
    shop.answer()
    expect(cartOf(shop)).toEqual(['矿泉水 2'])
    shop.bring({ havePassword: 'YES' })
    shop.pressAll('1', 'F5')
    expect(shop.state.stage.kind).toBe('awaitsPassword')
    shop.scanBarcode(gloves.barcode)
    expect(cartOf(shop)).toEqual(['矿泉水 2'])
    expect(shop.state.notice?.key).toBe('cart.notNow')
  })

  it('is repeated with the same cart and key after a lost answer', () => {
    shop.bring()
    shop.scanBarcode(water.barcode)
    shop.pressAll('1', 'F5')
    shop.refuse('common.timeout')
    shop.press('F5')
    const [first, second] = shop.orders
    expect(second).toEqual(first)
    expect(cartOf(shop)).toEqual(['矿泉水 1'])
  })

  it('stays in the cart after a refusal, which is shown beside it', () => {
    shop.bring()
    shop.scanBarcode(water.barcode)
    shop.pressAll('1', 'F5')
    shop.refuse('products.priceChanged', { field: 'lines', product: '矿泉水', price: '4.00' })
    expect(shop.state.problem).toMatchObject({ field: 'lines', error: { code: 'products.priceChanged' } })
    shop.send({ kind: 'productsRead', products: [{ ...water, price: 4 }, gloves] })
    expect(shop.problem).toBe('products.priceChanged')
    shop.press('F5')
    expect(shop.orders[1]?.plan.chosen.cart[0]?.price).toBe(4)
    expect(shop.orders[1]?.key).not.toBe(shop.orders[0]?.key)
  })

  it('is refused without the server, where the ride goes on without the cart', () => {
    shop.scanBarcode(water.barcode)
    shop.data.online = false
    shop.scanBarcode(gloves.barcode)
    expect([cartOf(shop), shop.state.notice?.key]).toEqual([['矿泉水 1'], 'cart.needsServer'])
    shop.press('1')
    expect(shop.view.preview.lines.at(-1)?.key).toBe('counter.will.goodsLeft')
    shop.press('F5')
    expect(shop.orders[0]?.plan.chosen.cart).toEqual([])
    shop.answer()
    expect(cartOf(shop)).toEqual(['矿泉水 1'])
  })

  it('is not paid later, and not without its own price', () => {
    shop.bring()
    shop.scanBarcode(water.barcode)
    shop.pressAll('1', 'F4')
    expect([shop.orders, shop.problem]).toEqual([[], 'products.paidAtOnce'])
    const open = buildProduct({ id: 'open', barcode: '', priceKind: 'custom', price: 0 })
    shop.send({ kind: 'cartActed', act: { kind: 'add', product: open } })
    shop.press('F5')
    expect([shop.orders, shop.problem]).toEqual([[], 'products.priceMissing'])
    shop.send({ kind: 'cartActed', act: { kind: 'price', productId: 'open', price: 12 } })
    shop.press('F5')
    expect(shop.orders).toHaveLength(1)
  })

  it('has a new key for each sale without a ride, and the same one after a lost answer', () => {
    shop.scanBarcode(water.barcode)
    const key = shop.state.saleKey
    shop.send({ kind: 'cartRefused', error: new AppError('common.timeout'), sale: saleOf(shop) })
    expect(shop.state.saleKey).toBe(key)
    shop.send({ kind: 'cartRefused', error: new AppError('stock.short', { field: 'lines' }), sale: saleOf(shop) })
    const second = shop.state.saleKey
    expect(second).not.toBe(key)
    expect(shop.problem).toBe('stock.short')
    shop.send({ kind: 'cartSold', notice: null })
    expect(shop.state.problem).toBeNull()
    shop.scanBarcode(water.barcode)
    expect(shop.state.saleKey).not.toBe(second)
  })

  describe('whose sale without a ride has no answer', () => {
    let sale: SentSale
    beforeEach(() => {
      shop.scanBarcode(water.barcode)
      shop.bring()
      sale = saleOf(shop)
      shop.send({ kind: 'cartRefused', error: new AppError('common.timeout'), sale })
    })

    it('is repeated as it was sent, also when another member is on the screen', () => {
      shop.bring({ id: '100002' })
      expect(openSaleOf(shop.state)).toEqual(sale)
      expect(sale.member?.id).toBe('100001')
    })

    it('is not sold with a ride as well', () => {
      shop.pressAll('1', 'F5')
      expect([shop.orders, shop.problem]).toEqual([[], 'counter.answerOpen'])
    })

    it.each<[string, () => unknown]>([
      ['it was refused', () => shop.send({ kind: 'cartRefused', error: new AppError('stock.short'), sale })],
      ['it was sold', () => shop.send({ kind: 'cartSold', notice: null })],
      ['the cart has changed', () => shop.scanBarcode(gloves.barcode)],
    ])('is paid anew when %s', (_, end) => {
      end()
      expect(openSaleOf(shop.state)).toBeNull()
    })
  })

  it('is a member or a coupon where nothing of that barcode is sold', () => {
    shop.scanBarcode('0000000001')
    expect(shop.state.member.kind).toBe('loading')
    shop.scanBarcode('690123456789')
    expect([cartOf(shop), shop.state.choices.couponCode]).toEqual([[], '690123456789'])
  })
})
