import { useCallback, useRef, useState } from 'react'
import { readStored, store } from '#renderer/core/storage.ts'
import { ConsumeType } from '#shared/features/rules/consume-rules.contract.ts'
import type { GuestPayMode } from '#shared/features/sessions/charge.schema.ts'
import type { RunMode } from '#shared/features/sessions/play-before-pay.contract.ts'

const MODE_STORED_AS = 'consumeVehicleMode'
const storedMode = (): RunMode => (readStored(MODE_STORED_AS) === 'timermode' ? 'timermode' : 'circlemode')

/** What the cashier has chosen for the guest; null means the screen's proposal. */
export interface Choices {
  type: ConsumeType
  ruleId: string | null
  people: number
  racer: string | null
  remark: string
  vehicleId: string | null
  /** The run mode chosen for this guest; it overrides the vehicle's default. */
  ownMode: RunMode | null
  /** Further vehicles, for consume types of which one charge starts several. */
  moreVehicles: readonly string[]
  /** How a walk-in pays. */
  payMode: GuestPayMode | null
  /** Cash received from the guest; null when not entered. */
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

/** What a screen offers: its consume types, and whether the rule stays chosen for the next guest. */
export interface Offer {
  types: readonly ConsumeType[]
  retainsRule: boolean
}

/** The offer of the counter. */
export const fullOffer: Offer = { types: ConsumeType.options, retainsRule: false }

/** A change of the choices, or a function that makes it from the choices before. */
type Change = Partial<Choices> | ((before: Choices) => Partial<Choices>)

interface ChoiceHooks {
  /** Whether a start is in progress: choices made then are for the next guest. */
  isStarting(): boolean
  onChange(): void
}

/** The choices for one guest, and those made ahead for the next one. The run mode stays for all guests (spec §2). */
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
    /** What the input fields show, including input that is already for the next guest. */
    written: { racer, remark, couponCode, ...ahead },
    /** Whether anything was chosen that is worth keeping; a type or a vehicle alone is not. */
    isFilled:
      (ruleId !== null && !retainsRule) ||
      racer !== null ||
      remark !== '' ||
      people !== proposed.people ||
      couponCode !== '',
    mode,
    choose,
    reset: useCallback(() => setChosen(({ choices }) => ({ choices: nextOf(choices), ahead: {} })), [nextOf]),
    /** After a start: the choices made ahead become those of the next guest. */
    advance: useCallback(
      () => setChosen(({ choices, ahead }) => ({ choices: { ...nextOf(choices), ...ahead }, ahead: {} })),
      [nextOf],
    ),
    /** After a failed start: discards the choices made ahead. */
    discardNext: useCallback(() => setChosen(({ choices }) => ({ choices, ahead: {} })), []),
    chooseMode: (next: RunMode) => {
      choose({ ownMode: next })
      store(MODE_STORED_AS, next)
      setMode(next)
    },
  }
}
