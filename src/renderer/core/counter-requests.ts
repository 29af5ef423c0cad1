import type { ConsumeType } from '#shared/features/rules/consume-rules.contract.ts'
import { createEmitter } from './emitter.ts'

/** What the counter opens or does by a key, and the search by its name. */
export type CounterCommand =
  | 'registration'
  | 'recharge'
  | 'void'
  | 'deposits'
  | 'store'
  | 'collect'
  | 'shift'
  | 'pending'
  | 'cashier'
  | 'reprint'

/** What another part of the window wants the counter to choose or to do. */
export type CounterRequest =
  | { kind: 'member' | 'vehicle'; id: string }
  | { kind: 'rule'; id: string; type: ConsumeType }
  | { kind: 'command'; command: CounterCommand }

const requests = createEmitter<void>()
let waiting: CounterRequest | null = null

/** Asks the counter on the screen, or the next one that opens. */
export function askCounter(request: CounterRequest): void {
  waiting = request
  requests.emit()
}

/** Takes what was asked for, or null. */
export function takeCounterRequest(): CounterRequest | null {
  const request = waiting
  waiting = null
  return request
}

export const onCounterRequest = requests.on
