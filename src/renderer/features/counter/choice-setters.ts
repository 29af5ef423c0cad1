import type { ConsumeType } from '#shared/features/rules/consume-rules.contract.ts'
import type { GuestPayMode } from '#shared/features/sessions/charge.schema.ts'
import type { useChoices } from './use-choices.ts'

interface Shown {
  /** As many as the screen shows. */
  people: number
  /** As many as may be. */
  most: number
  isStarting(): boolean
}

type Choosing = Pick<ReturnType<typeof useChoices>, 'choose' | 'chooseMode' | 'type' | 'ruleId' | 'received'>

/** What the panels choose by. */
export const choiceSetters = ({ choose, chooseMode, type, ruleId, received }: Choosing, shown: Shown) => ({
  chooseType: (next: ConsumeType) => choose({ type: next, ruleId: null, moreVehicles: [] }),
  pickedRuleId: ruleId,
  // With its type: the next guest, for whom a rule is chosen while this one is started, begins with the first type.
  chooseRule: (chosen: string | null) => choose({ type, ruleId: chosen }),
  // One more is never fewer, where a vehicle was chosen since that seats less.
  setPeople: (next: number) =>
    choose(({ people }) => {
      const wanted = shown.isStarting() ? people + next - shown.people : next
      return { people: Math.min(shown.most, Math.max(1, wanted)) }
    }),
  setRacer: (racer: string) => choose({ racer }),
  setRemark: (remark: string) => choose({ remark }),
  setMode: chooseMode,
  choosePayMode: (payMode: GuestPayMode) => choose({ payMode }),
  received,
  setReceived: (given: number | null) => choose({ received: given }),
  setCoupon: (couponCode: string) => choose({ couponCode }),
  /** This one alone, also of a type that takes several. */
  takeVehicle: (vehicleId: string) => choose({ vehicleId, moreVehicles: [] }),
})
