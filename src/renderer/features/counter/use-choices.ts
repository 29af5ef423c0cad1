import { useCallback, useRef, useState } from 'react'
import { readStored, store } from '#renderer/core/storage.ts'
import type { ConsumeType } from '#shared/features/rules/consume-rules.contract.ts'
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
}

const proposed: Choices = { type: 'BALANCE', ruleId: null, people: 1, racer: null, remark: '', vehicleId: null }

/** The choices of one guest; the run mode stays for the next ones (spec §2). */
export function useChoices(onChange: () => void) {
  const [choices, setChoices] = useState(proposed)
  const [mode, setMode] = useState(storedMode)
  const told = useRef(onChange)
  told.current = onChange

  const choose = useCallback((change: Partial<Choices>) => {
    told.current()
    setChoices((old) => ({ ...old, ...change }))
  }, [])

  const { ruleId, racer, remark, people } = choices
  return {
    ...choices,
    /** Whether anything was chosen that would have to be chosen again; a type or a vehicle alone is one press. */
    isFilled: ruleId !== null || racer !== null || remark !== '' || people !== proposed.people,
    mode,
    choose,
    reset: useCallback(() => setChoices(proposed), []),
    chooseMode: (next: RunMode) => {
      told.current()
      store(MODE_STORED_AS, next)
      setMode(next)
    },
  }
}
