import { useCallback, useRef, useState } from 'react'
import { readStored, store } from '#renderer/core/storage.ts'
import { ConsumeType } from '#shared/features/rules/consume-rules.contract.ts'
import type { GuestPayMode } from '#shared/features/sessions/charge.schema.ts'
import type { RunMode } from '#shared/features/sessions/play-before-pay.contract.ts'

const MODE_STORED_AS = 'consumeVehicleMode'
const storedMode = (): RunMode => (readStored(MODE_STORED_AS) === 'timermode' ? 'timermode' : 'circlemode')

/** What a cashier has chosen for the guest at the counter; null stands for what the screen proposes. */
export interface Choices {
  type: ConsumeType
  ruleId: string | null
  people: number
  racer: string | null
  remark: string
  vehicleId: string | null
  /** The run mode that was chosen for this guest, whatever the vehicle's usual one is. */
  ownMode: RunMode | null
  /** Vehicles that are started with it, of the types of which one charge starts several. */
  moreVehicles: readonly string[]
  /** How a guest without a card pays. */
  payMode: GuestPayMode | null
  /** What the guest gives in cash; null: nobody has said. */
  received: number | null
  couponCode: string
}

const proposed: Choices = {
  type: 'BALANCE',
  ruleId: null,
  people: 1,
  racer: null,
  remark: '',
  vehicleId: null,
  ownMode: null,
  moreVehicles: [],
  payMode: null,
  received: null,
  couponCode: '',
}

/** What a screen offers: the types that it charges by, and whether the rule stays for the next guest, who only swipes. */
export interface Offer {
  types: readonly ConsumeType[]
  retainsRule: boolean
}

/** The counter offers everything. */
export const fullOffer: Offer = { types: ConsumeType.options, retainsRule: false }

/** What is chosen, or how that follows from what was chosen before. */
type Change = Partial<Choices> | ((before: Choices) => Partial<Choices>)

interface ChoiceHooks {
  /** Whether the guest on the screen is being started: what is chosen then is for the next one. */
  isStarting(): boolean
  onChange(): void
}

/** The choices of one guest, and what is chosen ahead for the next one; the run mode stays for all of them (spec §2). */
export function useChoices({ types: [type = proposed.type], retainsRule }: Offer, turns: ChoiceHooks) {
  const [{ choices, ahead }, setChosen] = useState({ choices: { ...proposed, type }, ahead: {} as Partial<Choices> })
  const [mode, setMode] = useState(storedMode)
  const latest = useRef(turns)
  latest.current = turns

  const nextOf = useCallback(
    (old: Choices): Choices => {
      const next = { ...proposed, type }
      return retainsRule ? { ...next, type: old.type, ruleId: old.ruleId } : next
    },
    [type, retainsRule],
  )
  const choose = useCallback(
    (change: Change) => {
      const changeOf = (before: Choices) => (typeof change === 'function' ? change(before) : change)
      if (latest.current.isStarting())
        return setChosen(({ choices, ahead }) => ({
          choices,
          ahead: { ...ahead, ...changeOf({ ...nextOf(choices), ...ahead }) },
        }))
      latest.current.onChange()
      setChosen(({ choices, ahead }) => ({ choices: { ...choices, ...changeOf(choices) }, ahead }))
    },
    [nextOf],
  )

  const { ruleId, racer, remark, people, couponCode } = choices
  return {
    ...choices,
    /** What stands in the fields: who writes into one sees it at once. */
    written: { racer, remark, couponCode, ...ahead },
    /** Whether anything was chosen that would have to be chosen again; a type or a vehicle alone is one press. */
    isFilled:
      (ruleId !== null && !retainsRule) ||
      racer !== null ||
      remark !== '' ||
      people !== proposed.people ||
      couponCode !== '',
    mode,
    choose,
    reset: useCallback(() => setChosen(({ choices }) => ({ choices: nextOf(choices), ahead: {} })), [nextOf]),
    /** The guest is started: the next one has what was chosen ahead. */
    advance: useCallback(
      () => setChosen(({ choices, ahead }) => ({ choices: { ...nextOf(choices), ...ahead }, ahead: {} })),
      [nextOf],
    ),
    /** The guest is not started, and still the one on the screen. */
    discardNext: useCallback(() => setChosen(({ choices }) => ({ choices, ahead: {} })), []),
    chooseMode: (next: RunMode) => {
      choose({ ownMode: next })
      store(MODE_STORED_AS, next)
      setMode(next)
    },
  }
}
