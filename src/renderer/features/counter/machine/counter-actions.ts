import type { Notice } from '#renderer/core/notice.ts'
import type { Choices } from '#renderer/features/counter/choices/choices.calc.ts'
import type { RuleTile } from '#renderer/features/counter/choices/rule-tiles.calc.ts'
import type { StartKey } from '#renderer/features/counter/choices/start-modes.calc.ts'
import type { BoardStep } from '#renderer/features/counter/choices/vehicle-board.calc.ts'
import type { StartPhoto } from '#renderer/features/counter/plan/plan.calc.ts'
import type { StartResult } from '#renderer/features/counter/plan/start-result.calc.ts'
import type { RecentStart } from '#renderer/features/counter/starts/recent-store.ts'
import type { ShownCoupon } from '#shared/features/coupons/coupon-codes.contract.ts'
import type { Member } from '#shared/features/members/members.contract.ts'
import type { CartAct } from '#shared/features/products/cart.calc.ts'
import type { ConsumeType } from '#shared/features/rules/consume-rules.contract.ts'
import type { ChargePayMode } from '#shared/features/sessions/charge.schema.ts'
import type { RunMode } from '#shared/features/sessions/play-before-pay.contract.ts'
import type { Scan } from '#shared/ipc/devices.ts'
import type { OfflineQueueEntry } from '#shared/ipc/offline-queue.ts'
import type { CounterEvent } from './counter.events.ts'
import type { CounterField, Found, SentSale } from './counter.state.ts'

/** What panels, keys and dialogs call. Each is one event of the counter. */
export function counterActions(dispatch: (event: CounterEvent) => void) {
  const choose = (change: Partial<Choices>) => dispatch({ kind: 'chosen', change })
  return {
    who: {
      find: (key: { id: string }) => dispatch({ kind: 'memberWanted', key }),
      take: (found: Found) => dispatch({ kind: 'memberTaken', found }),
      choose: (member: Pick<Member, 'id'>) => dispatch({ kind: 'memberChosen', member }),
      hearScan: (scan: Scan) => dispatch({ kind: 'cardScanned', scan }),
      missing: (wasAsked: boolean) => dispatch({ kind: 'searchMissed', wasAsked }),
      clear: () => dispatch({ kind: 'memberCleared' }),
    },
    actions: {
      noteSearch: (text: string) => dispatch({ kind: 'searchTyped', text }),
      onScan: (scan: Scan) => dispatch({ kind: 'scanned', scan }),
      chooseType: (type: ConsumeType) => choose({ type, ruleId: null, moreVehicles: [] }),
      chooseRule: (ruleId: string | null) => dispatch({ kind: 'ruleChosen', ruleId }),
      pickTile: (tile: RuleTile) => dispatch({ kind: 'tilePicked', tile }),
      chooseDigit: (digit: number) => dispatch({ kind: 'digitPressed', digit }),
      setPeople: (people: number) => dispatch({ kind: 'peopleChosen', people }),
      setRacer: (racer: string) => choose({ racer }),
      setRemark: (remark: string) => choose({ remark }),
      setMode: (mode: RunMode) => dispatch({ kind: 'modeChosen', mode }),
      choosePayMode: (payMode: ChargePayMode) => choose({ payMode }),
      setReceived: (received: number | null) => choose({ received }),
      setCoupon: (couponCode: string) => choose({ couponCode }),
      dropDiscount: () => choose({ discount: null }),
      chooseVehicle: (id: string) => dispatch({ kind: 'vehiclePicked', id }),
      /** Chooses this vehicle alone, also for types that take several. */
      takeVehicle: (vehicleId: string) => choose({ vehicleId, moreVehicles: [] }),
      addVehicle: () => dispatch({ kind: 'vehicleAdded' }),
      step: (arrow: BoardStep['arrow'], columns: number) => dispatch({ kind: 'vehicleStepped', arrow, columns }),
      /** A start key, pressed at this time (event timestamp, ms). */
      press: (key: StartKey, at: number) => dispatch({ kind: 'pressed', key, at }),
      /** Submits the plan that asked for the password. */
      givePassword: (password: string) => dispatch({ kind: 'passwordGiven', password }),
      /** The password or the photograph is not given. */
      cancelStart: () => dispatch({ kind: 'startCancelled' }),
      givePhoto: (photo: StartPhoto) => dispatch({ kind: 'photoGiven', photo }),
      /** The guest has paid by code. The dialog stays open until it is closed. */
      paid: (done: StartResult) => dispatch({ kind: 'paid', done }),
      takeCoupon: (coupon: ShownCoupon, guest: number) => dispatch({ kind: 'couponRead', coupon, guest }),
      leaveRedemption: () => dispatch({ kind: 'redemptionClosed' }),
      changeCart: (act: CartAct) => dispatch({ kind: 'cartActed', act }),
      /** The cart was sold, or is being paid by a code. */
      cartSold: (notice: Notice | null) => dispatch({ kind: 'cartSold', notice }),
      refuseCart: (error: unknown, sale: SentSale) => dispatch({ kind: 'cartRefused', error, sale }),
      leavePayment: () => dispatch({ kind: 'paymentClosed' }),
      /** Resumes an entry of the offline queue on the screen. */
      resume: (entry: OfflineQueueEntry) => dispatch({ kind: 'entryWanted', entry }),
      /** Copies the choices of an earlier start. Nothing is started until a start key is pressed. */
      repeat: ({ again }: RecentStart) => dispatch({ kind: 'repeated', again }),
      restoreDraft: (chosen: Partial<Choices>, memberId: string) => dispatch({ kind: 'draftRead', chosen, memberId }),
      /** Clears the guest on the screen. During a start it only discards the choices for the next guest. */
      clear: () => dispatch({ kind: 'cleared' }),
      startOver: () => dispatch({ kind: 'startedOver' }),
      showNotice: (notice: Notice) => dispatch({ kind: 'noticed', notice }),
      fail: (error: unknown, field: CounterField | null) => dispatch({ kind: 'failed', error, field }),
    },
  }
}
