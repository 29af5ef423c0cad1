import { useEffect, useRef } from 'react'
import { type CounterCommand, onCounterRequest, takeCounterRequest } from '#renderer/core/counter-requests.ts'
import type { Counter } from './use-counter.ts'

/**
 * Handles requests of the global search: selects a member, vehicle or rule, or runs a command. A request made before the counter was
 * mounted is handled when it is ready. During a start or charge a selection is for the next guest, like a scan.
 */
export function useCounterRequests(
  counter: Pick<Counter, 'who' | 'types' | 'takeVehicle' | 'chooseType' | 'chooseRule'>,
  runCommand: (command: CounterCommand) => void,
  isReady: boolean,
): void {
  const latest = useRef({ ...counter, obey: runCommand })
  latest.current = { ...counter, obey: runCommand }
  useEffect(() => {
    if (!isReady) return
    const handleRequest = () => {
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
    handleRequest()
    return onCounterRequest(handleRequest)
  }, [isReady])
}
