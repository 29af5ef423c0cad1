import type { Notice } from '#renderer/core/notice.ts'
import { type Choices, choicesAfter, nextChoices } from '#renderer/features/counter/choices/choices.calc.ts'
import { choiceOfCoupon } from '#renderer/features/counter/choices/coupon-choice.calc.ts'
import type { RuleTile } from '#renderer/features/counter/choices/rule-tiles.calc.ts'
import { type StartKey, type StartMode, startKeys } from '#renderer/features/counter/choices/start-modes.calc.ts'
import { oneMoreOn, pickedOn, steppedOn } from '#renderer/features/counter/choices/vehicle-board.calc.ts'
import { BOUNCE_MS } from '#renderer/features/counter/keys/press-guard.ts'
import type { Plan } from '#renderer/features/counter/plan/plan.calc.ts'
import { type StartResult, startNotice } from '#renderer/features/counter/plan/start-result.calc.ts'
import type { RecentStart } from '#renderer/features/counter/starts/recent-store.ts'
import { type MemberKey, type MemberView, readCard } from '#renderer/platform/member-lookup.ts'
import { isAnswerLost } from '#renderer/platform/start-once.ts'
import { AppError } from '#shared/core/errors.ts'
import { formatAmount } from '#shared/core/money.ts'
import type { ShownCoupon } from '#shared/features/coupons/coupon-codes.contract.ts'
import { type Cart, cartAfter, productOfScan, repriced } from '#shared/features/products/cart.calc.ts'
import type { RunMode } from '#shared/features/sessions/play-before-pay.contract.ts'
import type { Scan } from '#shared/ipc/devices.ts'
import type { OfflineQueueEntry } from '#shared/ipc/offline-queue.ts'
import type { CounterContext, CounterEffect, CounterEvent } from './counter.events.ts'
import type { CounterField, CounterState, Found, NextGuest, Order } from './counter.state.ts'
import { type CounterView, counterView, mayStartBusy } from './counter.view.ts'
import { fieldOf, isPasswordError, problemOfPlan, problemOfSale } from './start-refusals.calc.ts'
import { openOrderOf, repeatsOpenOrder } from './unanswered.calc.ts'

export interface Step {
  state: CounterState
  effects: readonly CounterEffect[]
}

/** The state after an event, and what is to be done outside. It is pure. */
export function step(state: CounterState, event: CounterEvent, context: CounterContext): Step {
  const transition = new Transition(state, context)
  transition.handle(event)
  return transition.result
}

/** The rules of one step, on a copy of the state. */
class Transition {
  readonly #context: CounterContext
  readonly #effects: CounterEffect[] = []
  #state: CounterState

  constructor(state: CounterState, context: CounterContext) {
    this.#state = state
    this.#context = context
  }

  get result(): Step {
    return { state: this.#state, effects: this.#effects }
  }

  handle(event: CounterEvent): void {
    this.#apply(event)
    this.#continueAwaited()
  }

  get #view(): CounterView {
    return counterView(this.#state, this.#context.data)
  }

  get #isBusy(): boolean {
    return this.#state.stage.kind !== 'idle'
  }

  get #isStarting(): boolean {
    return this.#state.stage.kind === 'starting'
  }

  #set(change: Partial<CounterState>): void {
    this.#state = { ...this.#state, ...change }
  }

  #do(effect: CounterEffect): void {
    this.#effects.push(effect)
  }

  #apply(event: CounterEvent) {
    const { data } = this.#context
    const { stage, searched, paying } = this.#state
    switch (event.kind) {
      case 'scanned':
      case 'cardScanned':
      case 'memberChosen':
      case 'memberWanted':
      case 'searchMissed':
        if (event.kind === 'scanned' && (this.#scanProduct(event.scan) || event.scan.isRepeat)) return
        if (this.#isBusy) this.#set({ deferred: event })
        else this.#bring(event, this.#state)
        return
      case 'memberTaken':
        this.#set({ swipedLookup: null })
        return this.#found(event.found)
      case 'memberCleared':
        if (!this.#isStarting) this.#show({ kind: 'none' })
        return
      case 'lookupAnswered':
        if (event.lookup === this.#state.lookup) this.#answer(event.view)
        return
      case 'searchTyped':
        if (event.text !== searched) this.#set({ searched: event.text })
        return
      case 'chosen':
        return this.#choose(() => event.change)
      case 'ruleChosen': {
        // With its type: choices made during a start are for the next guest, whose type is reset.
        const { type } = this.#state.choices
        return this.#choose(() => ({ type, ruleId: event.ruleId }))
      }
      case 'tilePicked':
        return this.#pickTile(event.tile)
      case 'digitPressed': {
        const tile = this.#view.tiles.find(({ digit }) => digit === event.digit)
        if (tile) this.#pickTile(tile)
        return
      }
      case 'modeChosen':
        return this.#chooseMode(event.mode)
      case 'peopleChosen':
        return this.#choosePeople(event.people)
      case 'vehiclePicked': {
        const { board } = this.#view
        return this.#choose((before) => pickedOn(board, event.id, before))
      }
      case 'vehicleAdded': {
        const change = oneMoreOn(this.#view.board, data.now)
        if (change) this.#choose(() => change)
        return
      }
      case 'vehicleStepped': {
        const { now } = data
        const change = steppedOn(this.#view.board, event, { now, mayStartBusy: mayStartBusy(data) })
        return this.#choose(() => change)
      }
      case 'pressed':
        return this.#press(event.key, event.at)
      case 'photoGiven':
        if (stage.kind === 'awaitsPhoto') this.#proceed({ ...stage.plan, photo: event.photo })
        return
      case 'passwordGiven':
        if (stage.kind === 'awaitsPassword') this.#submit(stage.request.plan, event.password)
        return
      case 'startCancelled':
        if (stage.kind === 'awaitsPhoto' || stage.kind === 'awaitsPassword') this.#stop()
        return
      case 'submitAnswered': {
        if (stage.kind !== 'starting' || stage.order.key !== event.key) return
        this.#do({ kind: 'play', sound: 'done' })
        return this.#finish(stage.order.plan, event.done, stage.lookup)
      }
      case 'submitFailed':
        if (stage.kind === 'starting' && stage.order.key === event.key) this.#failOrder(stage.order, event.error)
        return
      case 'paid':
        if (paying) this.#finish(paying.plan, event.done, this.#state.lookup)
        return
      case 'paymentClosed':
        if (stage.kind === 'awaitsPayCode') this.#stop()
        else this.#set({ paying: null })
        return
      case 'couponRead':
        return this.#takeCoupon(event.coupon, event.guest)
      case 'redemptionClosed':
        return this.#set({ redeeming: null })
      case 'cartActed':
        return this.#changeCart((cart) => cartAfter(cart, event.act))
      case 'cartSold':
        this.#changeCart(() => [])
        this.#set({ unansweredSale: null })
        return this.#notice(event.notice)
      case 'cartRefused':
        if (isAnswerLost(event.error)) this.#set({ unansweredSale: event.sale })
        else this.#set({ saleKey: this.#context.freshKey, unansweredSale: null, ...problemOfSale(event.error) })
        return this.#do({ kind: 'followRefusal', error: event.error, field: fieldOf(event.error) })
      case 'productsRead':
        // The error names the product and its new price, and stays.
        if (!this.#isBusy)
          this.#set({ choices: { ...this.#state.choices, cart: repriced(this.#state.choices.cart, event.products) } })
        return
      case 'repeated':
        return this.#repeat(event.again)
      case 'entryWanted':
        return this.#wantEntry(event.entry)
      case 'entryTaken': {
        const { entry, here, screen } = event
        if (here && !this.#isBusy && searched === '' && this.#screen === screen) this.#resume(here)
        else this.#notice({ key: 'line.here', values: { ticket: entry.ticketNo } })
        return
      }
      case 'draftRead':
        this.#choose(() => event.chosen)
        if (event.memberId !== '') this.#lookUp({ id: event.memberId })
        return this.#notice({ key: 'draft.restored' })
      case 'cleared':
        // A start in progress continues.
        if (this.#isStarting) this.#set({ deferred: null, ahead: {} })
        else this.#startOver()
        return
      case 'startedOver':
        return this.#startOver()
      case 'noticed':
        return this.#notice(event.notice)
      case 'failed':
        return this.#fail(event.error, event.field)
      case 'signedIn':
        return this.#set({ problem: null })
    }
  }

  // Choices

  /** Choices made during a start are for the next guest. */
  #choose(changeOf: (before: Choices) => Partial<Choices>): void {
    const { choices, ahead, stage } = this.#state
    if (stage.kind === 'starting') {
      const next = { ...choicesAfter(this.#context.data.offer, choices, stage.order.plan.chosen.cart), ...ahead }
      this.#set({ ahead: { ...ahead, ...changeOf(next) } })
      return
    }
    this.#renew()
    this.#set({ choices: { ...choices, ...changeOf(choices) } })
  }

  #changeCart(changeOf: (cart: Cart) => Cart): void {
    this.#choose(({ cart }) => ({ cart: changeOf(cart) }))
    this.#set({ saleKey: this.#context.freshKey })
  }

  /** Puts a scanned product into the cart; during a start into that of the next guest. Returns false for any other scan. */
  #scanProduct(scan: Scan): boolean {
    const { products, online } = this.#context.data
    const product = productOfScan(products, scan)
    if (!product) return false
    const isTaken = online && (!this.#isBusy || this.#isStarting)
    if (isTaken) this.#changeCart((cart) => cartAfter(cart, { kind: 'add', product }))
    const key = isTaken ? 'cart.added' : online ? 'cart.notNow' : 'cart.needsServer'
    this.#do({ kind: 'play', sound: isTaken ? 'scan' : 'error' })
    this.#notice({ key, values: { product: product.productName } })
    return true
  }

  /** Something was chosen: the next start is another one, and the next press is deliberate. */
  #renew(orderKey = this.#context.freshKey): void {
    if (this.#isStarting) return
    this.#set({ orderKey, openFrom: Number.NEGATIVE_INFINITY, problem: null })
  }

  /** Chooses a rule, or shows why it cannot be chosen. */
  #pickTile({ rule, refusal }: RuleTile): void {
    if (refusal) this.#fail(new AppError(refusal.code, refusal.details), 'ruleId')
    else this.#choose(() => ({ type: rule.consumeTypeRole, ruleId: rule.id }))
  }

  #chooseMode(mode: RunMode): void {
    this.#choose(() => ({ ownMode: mode }))
    this.#set({ mode })
    this.#do({ kind: 'storeMode', mode })
  }

  #choosePeople(wanted: number): void {
    const { people: shown, board } = this.#view
    const maxPeople = Math.max(board.mostPeople, this.#state.choices.people)
    this.#choose(({ people }) => {
      // During a start the change is relative, because the next guest starts from one person.
      const requested = this.#isStarting ? people + wanted - shown : wanted
      return { people: Math.min(maxPeople, Math.max(1, requested)) }
    })
  }

  // The guest

  #nextSearch(): void {
    this.#set({ guest: this.#state.guest + 1, searched: '' })
  }

  #resetGuest(): void {
    const { choices } = this.#state
    this.#set({ choices: nextChoices(this.#context.data.offer, choices), ahead: {}, resumedId: null, problem: null })
    this.#nextSearch()
  }

  #startOver(): void {
    this.#resetGuest()
    this.#show({ kind: 'none' })
    this.#notice(null)
  }

  #repeat({ memberId, ...chosen }: RecentStart['again']): void {
    if (this.#isBusy) return
    this.#resetGuest()
    this.#choose(() => chosen)
    this.#do({ kind: 'leaveFields' })
    this.#showMember(memberId)
  }

  // The member

  #lookUp(key: MemberKey): void {
    this.#show({ kind: 'loading' })
    this.#do({ kind: 'lookUp', key, lookup: this.#state.lookup })
  }

  /** The member of earlier choices; empty for none. */
  #showMember(id: string): void {
    if (id === '') this.#show({ kind: 'none' })
    else this.#lookUp({ id })
  }

  /** Shows something else than the lookup in progress, whose answer is then dropped. */
  #show(view: MemberView): void {
    this.#set({ lookup: this.#state.lookup + 1 })
    this.#setMember(view)
  }

  #setMember(member: MemberView): void {
    const { member: before, notice } = this.#state
    this.#set({ member })
    if (before.kind !== 'found' || member.kind === 'found') return
    // The notice and the error were about the member.
    this.#set({ problem: null, notice: notice?.key === 'counter.member.found' ? null : notice })
  }

  #answer(view: MemberView) {
    if (view.kind === 'found') return this.#found(view)
    this.#setMember(view)
    this.#do({ kind: 'play', sound: 'error' })
  }

  #found({ member, cachedAt }: Found): void {
    this.#setMember({ kind: 'found', member, cachedAt })
    this.#do({ kind: 'play', sound: 'scan' })
    // A focused field would take the digit that chooses the rule. The focus stays while the user is typing.
    if (!this.#context.isTyping) {
      this.#do({ kind: 'leaveFields' })
      this.#nextSearch()
    }
    this.#renew(repeatsOpenOrder(this.#state, this.#view) ? this.#state.orderKey : undefined)
    const values = { name: member.realname || member.nickname, amount: formatAmount(member.availableBalance) }
    this.#notice({ key: 'counter.member.found', values })
  }

  #readCard(scan: Scan) {
    const read = readCard(scan)
    if ('key' in read) {
      const hasRule = this.#view.rule !== null
      this.#lookUp(read.key)
      return this.#set({ swipedLookup: hasRule ? this.#state.lookup : null })
    }
    this.#show(read.view)
    this.#do({ kind: 'play', sound: 'error' })
  }

  // The next guest

  /** `shown`: the state at which the cashier looked; after a start that of the guest before. */
  #bring(next: NextGuest, shown: CounterState) {
    switch (next.kind) {
      case 'scanned':
        return this.#scan(next.scan, shown)
      case 'cardScanned':
        return this.#readCard(next.scan)
      case 'memberChosen':
        return this.#lookUp({ id: next.member.id })
      case 'memberWanted':
        return this.#lookUp(next.key)
      case 'searchMissed':
        this.#show({ kind: 'unknown' })
        if (next.wasAsked) this.#do({ kind: 'play', sound: 'error' })
    }
  }

  /** A queue ticket, a coupon, one of the store's own coupons, a member's card, or a pay code, which acts like F5. */
  #scan(scan: Scan, shown: CounterState) {
    const { data, at } = this.#context
    const { kind, value } = scan
    const { type, ruleId } = shown.choices
    const entry =
      kind === 'ticket' ? data.queueEntries.find(({ id, ticketNo }) => id === value || ticketNo === value) : undefined
    const takesCoupons = type === 'GROUPCOUPON'
    if (entry) return this.#wantEntry(entry)
    // Only the server knows what a code is good for, and whether it was used.
    if (kind === 'ownCoupon' && !data.online) return this.#decline({ key: 'couponCode.needsServer' })
    if (kind === 'ownCoupon') return this.#do({ kind: 'readCoupon', code: value, guest: this.#state.guest })
    if (kind === 'coupon' || (takesCoupons && (kind === 'payCode' || kind === 'unknown'))) {
      this.#do({ kind: 'play', sound: 'scan' })
      this.#choose(() => ({ type: 'GROUPCOUPON', ruleId: takesCoupons ? ruleId : null, couponCode: value }))
      return this.#notice({ key: 'counter.couponRead' })
    }
    if (kind !== 'payCode') return this.#readCard(scan)
    const { startModes, planOf } = counterView(shown, data)
    if (startKeys.some((key) => startModes[key] === 'charge') && planOf('charge').needsPayCode)
      return this.#start('charge', at, value)
    this.#decline({ key: 'counter.payCodeNotNow' })
  }

  #decline(notice: Notice) {
    this.#do({ kind: 'play', sound: 'error' })
    this.#notice(notice)
  }

  /** A ride coupon pays like one of a platform; a discount lowers the price; a value is redeemed for the member on the screen, a gift also without one. */
  #takeCoupon(coupon: ShownCoupon, guest: number): void {
    const { member } = this.#state
    if (guest !== this.#state.guest || this.#isBusy) this.#decline({ key: 'couponCode.scanAgain' })
    else if (coupon.couponKind === 'rule' || coupon.couponKind === 'discount') this.#takeForRide(coupon)
    else if (member.kind === 'found' || (coupon.couponKind === 'gift' && coupon.userId === null)) {
      this.#do({ kind: 'play', sound: 'scan' })
      this.#set({ redeeming: { coupon, member: member.kind === 'found' ? member.member : null } })
    } else this.#decline({ key: 'couponCode.memberFirst', values: { name: coupon.couponName } })
  }

  #takeForRide(coupon: ShownCoupon): void {
    const { choices, member } = this.#state
    const { catalogue, offer } = this.#context.data
    const change = choiceOfCoupon(coupon, { choices, catalogue, offer, hasMember: member.kind === 'found' })
    this.#do({ kind: 'play', sound: change ? 'scan' : 'error' })
    if (change) this.#choose(() => change)
    this.#notice({ key: change ? 'couponCode.read' : 'couponCode.offType', values: { name: coupon.couponName } })
  }

  // The offline queue

  /** Resumes an entry. One of another counter is taken over first, which takes a moment. */
  #wantEntry(entry: OfflineQueueEntry) {
    if (this.#isBusy) return
    const { at, ticketNo } = entry
    if (!at) return this.#resume(entry)
    this.#notice({ key: 'line.coming', values: { ticket: ticketNo, at: at.name } })
    this.#do({ kind: 'takeEntry', entry, screen: this.#screen })
  }

  /** A fingerprint of the screen, to detect whether the cashier has continued during a take-over. */
  get #screen(): string {
    const { guest, choices, ahead, mode, member } = this.#state
    return JSON.stringify([guest, this.#view.resumed, choices, ahead, mode, member])
  }

  /** Shows an entry with all its choices. The ride is started with the normal start keys. */
  #resume({ id, ticketNo, consumeType: type, fields }: OfflineQueueEntry): void {
    const { consumeVehicleMode: ownMode, ruleId, people, racer, remark, vehicleId, userId } = fields
    this.#resetGuest()
    if (ownMode !== this.#state.mode) this.#chooseMode(ownMode)
    this.#choose(() => ({ type, ruleId, people, racer, remark, vehicleId: vehicleId || null, ownMode }))
    this.#set({ resumedId: id })
    this.#do({ kind: 'leaveFields' })
    this.#notice({ key: 'line.up', values: { ticket: ticketNo } })
    this.#showMember(userId)
  }

  // The start

  #press(key: StartKey, at: number): void {
    const startMode = this.#view.startModes[key]
    if (startMode) this.#start(startMode, at, '')
    else this.#do({ kind: 'play', sound: 'error' })
  }

  /** Handles a deliberate press: one on a screen that showed the result of the last one. */
  #start(startMode: StartMode, pressedAt: number, payCode: string) {
    const { openFrom, member, lookup } = this.#state
    const { lackOfEntry } = this.#view
    if (this.#isBusy || pressedAt < openFrom) return
    if (lackOfEntry) return this.#refuse(lackOfEntry)
    this.#set({ startMode, payCode })
    if (member.kind === 'loading') this.#set({ stage: { kind: 'awaitsMember', lookup } })
    else if (member.kind === 'failed') this.#refuse(new AppError('counter.memberMissing'))
    else if (member.kind === 'choice') this.#refuse(new AppError('counter.memberChoice'))
    else this.#send(startMode)
  }

  /** Continues a start whose member was being looked up when its key was pressed. */
  #continueAwaited() {
    const { stage, member, lookup, startMode } = this.#state
    if (stage.kind !== 'awaitsMember') return
    const isOther = lookup !== stage.lookup
    if (member.kind === 'loading' && !isOther) return
    if (isOther || member.kind === 'none') return this.#stop()
    if (member.kind !== 'found')
      return this.#refuse(new AppError(member.kind === 'choice' ? 'counter.memberChoice' : 'counter.memberMissing'))
    if (this.#view.planOf(startMode).preview.tone === 'ready') return this.#send(startMode)
    // The preview now shows why this member's start needs attention.
    this.#do({ kind: 'play', sound: 'error' })
    this.#stop()
  }

  #send(startMode: StartMode) {
    if (this.#state.searched !== '') return this.#refuse(new AppError('counter.searchOpen'))
    const open = openOrderOf(this.#state, this.#view)
    // The repeated request uses the old plan: its vehicle may be in use by now, through that very start.
    if (open) {
      const { plan, password } = open
      if (plan.startMode === startMode) return this.#submit(plan, password)
      return this.#refuse(new AppError('counter.answerOpen'))
    }
    const plan = this.#view.planOf(startMode)
    const problem = problemOfPlan(plan, this.#state)
    if (problem) return this.#refuse(problem.error, problem.field)
    // Fields focused from now on are for the next guest.
    this.#do({ kind: 'leaveFields' })
    if (plan.needsPhoto) this.#set({ stage: { kind: 'awaitsPhoto', plan } })
    else this.#proceed(plan)
  }

  /** Asks for the password or pay code that the plan needs, or submits it. */
  #proceed(plan: Plan): void {
    if (plan.needsPassword) this.#askPassword(plan, null)
    else if (plan.needsPayCode) {
      const { payCode } = this.#state
      this.#set({ paying: { plan, payCode }, stage: { kind: 'awaitsPayCode' } })
    } else this.#submit(plan, undefined)
  }

  #askPassword(plan: Plan, error: unknown): void {
    if (error) this.#do({ kind: 'play', sound: 'error' })
    const name = plan.member?.realname || plan.member?.nickname || plan.chosen.userId
    this.#set({ stage: { kind: 'awaitsPassword', request: { plan, name, error } } })
  }

  #submit(plan: Plan, password: string | undefined) {
    const { stage, lookup } = this.#state
    const { lackOfEntry, orderKey } = this.#view
    // The entry may have left the queue while the photograph or the password was asked for.
    if (lackOfEntry) return this.#refuse(lackOfEntry)
    const order: Order = { key: orderKey, plan, password }
    const request = stage.kind === 'awaitsPassword' ? stage.request : null
    this.#set({ stage: { kind: 'starting', order, lookup, request } })
    this.#do({ kind: 'submit', order })
  }

  #failOrder(order: Order, error: unknown): void {
    const { orderKey, unanswered } = this.#state
    // The start may have succeeded without a response: the next attempt repeats the same request.
    if (isAnswerLost(error)) this.#set({ unanswered: order })
    else {
      if (orderKey === order.key) this.#set({ orderKey: this.#context.freshKey })
      if (unanswered?.key === order.key) this.#set({ unanswered: null })
    }
    this.#set({ ahead: {} })
    if (isPasswordError(error)) this.#askPassword(order.plan, error)
    else this.#refuse(error, fieldOf(error))
  }

  /** `lookup`: the member lookup with which the start was sent. The next guest may already be looked up. */
  #finish(plan: Plan, done: StartResult, lookup: number): void {
    const { isSearching, data, at, freshKey } = this.#context
    const shown = this.#state
    const { choices, ahead, deferred, searched, unanswered } = shown
    this.#do({ kind: 'recordStart', plan, done })
    this.#set({
      notice: startNotice(plan, done),
      resumedId: null,
      choices: { ...choicesAfter(data.offer, choices, plan.chosen.cart), ...ahead },
      ahead: {},
      problem: null,
    })
    if (searched === '' && !isSearching) this.#nextSearch()
    if (shown.lookup === lookup) this.#show({ kind: 'none' })
    const isAnswered = shown.stage.kind === 'starting' && unanswered?.key === shown.stage.order.key
    this.#set({
      stage: { kind: 'idle' },
      orderKey: freshKey,
      unanswered: isAnswered ? null : unanswered,
      openFrom: at + BOUNCE_MS,
      deferred: null,
    })
    if (deferred) this.#bring(deferred, shown)
  }

  /** The screen is as before the key was pressed. Presses made before that do not count. */
  #stop(): void {
    const { deferred, notice } = this.#state
    this.#set({
      stage: { kind: 'idle' },
      paying: null,
      openFrom: this.#context.at,
      deferred: null,
      // The next guest is dropped, so that it is not started with these choices.
      notice: deferred ? { key: 'counter.swipeAgain' } : notice,
    })
  }

  #refuse(error: unknown, field: CounterField | null = null): void {
    this.#stop()
    this.#do({ kind: 'followRefusal', error, field })
    if (field === 'vehicleId') this.#choose(() => ({ vehicleId: null, moreVehicles: [] }))
    this.#fail(error, field)
  }

  #notice(notice: Notice | null): void {
    this.#set({ notice })
  }

  #fail(error: unknown, field: CounterField | null): void {
    this.#do({ kind: 'play', sound: 'error' })
    this.#set({ problem: { error, field } })
  }
}
