import type { ConsumeType } from '#shared/features/rules/consume-rules.contract.ts'
import type { GuestPayMode } from '#shared/features/sessions/charge.schema.ts'
import type { useChoices } from './use-choices.ts'

interface Shown {
  /** The number of people shown. */
  people: number
  /** The maximum of people. */
  most: number
  isStarting(): boolean
}

type Choosing = Pick<ReturnType<typeof useChoices>, 'choose' | 'chooseMode' | 'type' | 'ruleId' | 'received'>

/** The setters that the panels call. */
export const choiceSetters = ({ choose, chooseMode, type, ruleId, received }: Choosing, shown: Shown) => ({
  chooseType: (next: ConsumeType) => choose({ type: next, ruleId: null, moreVehicles: [] }),
  pickedRuleId: ruleId,
  // With its type: choices made during a start are for the next guest, whose type is reset.
  chooseRule: (chosen: string | null) => choose({ type, ruleId: chosen }),
  // During a start the change is relative, because the next guest starts from one person.
  setPeople: (next: number) =>
    choose(({ people }) => {
      const requested = shown.isStarting() ? people + next - shown.people : next
      return { people: Math.min(shown.most, Math.max(1, requested)) }
    }),
  setRacer: (racer: string) => choose({ racer }),
  setRemark: (remark: string) => choose({ remark }),
  setMode: chooseMode,
  choosePayMode: (payMode: GuestPayMode) => choose({ payMode }),
  received,
  setReceived: (given: number | null) => choose({ received: given }),
  setCoupon: (couponCode: string) => choose({ couponCode }),
  /** Chooses this vehicle alone, also for types that take several. */
  takeVehicle: (vehicleId: string) => choose({ vehicleId, moreVehicles: [] }),
})
