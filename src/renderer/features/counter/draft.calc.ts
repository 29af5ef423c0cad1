import type { Notice } from './counter.calc.ts'
import type { Choices } from './use-choices.ts'

interface DraftInput {
  choices: Choices & { isFilled: boolean }
  who: { member: { id: string } | null; find(by: { id: string }): unknown }
  choose(chosen: Partial<Choices>): void
  showNotice(notice: Notice): void
  /** The guest is in the offline queue, which survives a crash by itself. */
  isQueueEntry: boolean
}

/** The choices to store against a crash, and how they are restored. */
export const draftOf = ({ choices, who, choose, showNotice, isQueueEntry }: DraftInput) => ({
  chosen: {
    type: choices.type,
    ruleId: choices.ruleId,
    people: choices.people,
    racer: choices.racer,
    remark: choices.remark,
    vehicleId: choices.vehicleId,
    moreVehicles: choices.moreVehicles,
    couponCode: choices.couponCode,
  },
  memberId: who.member?.id ?? '',
  isFilled: !isQueueEntry && (choices.isFilled || who.member !== null),
  restore(chosen: Partial<Choices>, memberId: string): void {
    choose(chosen)
    if (memberId !== '') void who.find({ id: memberId })
    showNotice({ key: 'draft.restored' })
  },
})

/**
 * Whether a stored draft may be restored after it was read. Not if the cashier has chosen something meanwhile, or has
 * cleared the screen for another guest.
 */
export const isRestorable = ({ isFilled, isNextGuest }: { isFilled: boolean; isNextGuest: boolean }): boolean =>
  !isFilled && !isNextGuest
