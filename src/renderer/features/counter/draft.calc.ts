import type { Notice } from './counter.calc.ts'
import type { Choices } from './use-choices.ts'

interface DraftInput {
  choices: Choices & { isFilled: boolean }
  who: { member: { id: string } | null; find(by: { id: string }): unknown }
  choose(chosen: Partial<Choices>): void
  showNotice(notice: Notice): void
  /** The guest waits in the line, and is there after a crash. */
  isQueueEntry: boolean
}

/** What a crash must not cost: the choice as it stands, and how it is taken up again. */
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
 * Whether what was kept is put back once it has been read, which takes a moment: whoever was faster is served, and nothing is put over their
 * choice, nor before a guest who came after it was given up with Esc.
 */
export const isRestorable = ({ isFilled, isNextGuest }: { isFilled: boolean; isNextGuest: boolean }): boolean =>
  !isFilled && !isNextGuest
