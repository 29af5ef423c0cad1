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
  /** Vehicles that are started with it, of the types of which one charge starts several. */
  moreVehicles: readonly string[]
  /** How a guest without a card pays. */
  payMode: GuestPayMode | null
  couponCode: string
}

const proposed: Choices = {
  type: 'BALANCE',
  ruleId: null,
  people: 1,
  racer: null,
  remark: '',
  vehicleId: null,
  moreVehicles: [],
  payMode: null,
  couponCode: '',
}

/** What a screen offers: the types that it charges by, and whether the rule stays for the next guest, who only swipes. */
export interface Offer {
  types: readonly ConsumeType[]
  keepsRule: boolean
}

/** The counter offers everything. */
export const everything: Offer = { types: ConsumeType.options, keepsRule: false }

/** The choices of one guest; the run mode stays for the next ones (spec §2). */
export function useChoices({ types: [type = proposed.type], keepsRule }: Offer, onChange: () => void) {
  const [choices, setChoices] = useState<Choices>({ ...proposed, type })
  const [mode, setMode] = useState(storedMode)
  const told = useRef(onChange)
  told.current = onChange

  const choose = useCallback((change: Partial<Choices>) => {
    told.current()
    setChoices((old) => ({ ...old, ...change }))
  }, [])

  const { ruleId, racer, remark, people, couponCode } = choices
  return {
    ...choices,
    /** Whether anything was chosen that would have to be chosen again; a type or a vehicle alone is one press. */
    isFilled:
      (ruleId !== null && !keepsRule) ||
      racer !== null ||
      remark !== '' ||
      people !== proposed.people ||
      couponCode !== '',
    mode,
    choose,
    reset: useCallback(
      () =>
        setChoices((old) => {
          const next = { ...proposed, type }
          return keepsRule ? { ...next, type: old.type, ruleId: old.ruleId } : next
        }),
      [type, keepsRule],
    ),
    chooseMode: (next: RunMode) => {
      told.current()
      store(MODE_STORED_AS, next)
      setMode(next)
    },
  }
}
