import { useEffect, useRef } from 'react'
import { type CounterCommand, onCounterRequest, takeCounterRequest } from '#renderer/core/counter-requests.ts'
import type { Counter } from './use-counter.ts'

/**
 * Chooses or does what the search over everything found: also what was asked for before the counter was there. During a start or charge
 * it is the choice for the next guest, like a scan.
 */
export function useCounterRequests(
  counter: Pick<Counter, 'who' | 'types' | 'takeVehicle' | 'chooseType' | 'chooseRule'>,
  obey: (command: CounterCommand) => void,
  isReady: boolean,
): void {
  const latest = useRef({ ...counter, obey })
  latest.current = { ...counter, obey }
  useEffect(() => {
    if (!isReady) return
    const take = () => {
      const request = takeCounterRequest()
      if (!request) return
      const { who, types, takeVehicle, chooseType, chooseRule, obey } = latest.current
      if (request.kind === 'member') who.choose({ id: request.id })
      else if (request.kind === 'vehicle') takeVehicle(request.id)
      else if (request.kind === 'command') obey(request.command)
      else if (request.kind === 'rule' && types.includes(request.type)) {
        chooseType(request.type)
        chooseRule(request.id)
      }
    }
    take()
    return onCounterRequest(take)
  }, [isReady])
}
