import type { Contract } from './core/route.ts'
import { access } from './features/access/access.contract.ts'
import { members } from './features/members/members.contract.ts'
import { consumeRules } from './features/rules/consume-rules.contract.ts'
import { consume } from './features/sessions/consume.contract.ts'
import { playBeforePay } from './features/sessions/play-before-pay.contract.ts'
import { positions } from './features/system/positions.contract.ts'
import { terminals } from './features/terminals/terminals.contract.ts'
import { vehicles } from './features/vehicles/vehicles.contract.ts'

/** Every HTTP contract of the product, by the name of its resource. */
export const api = {
  access,
  members,
  consumeRules,
  consume,
  playBeforePay,
  vehicles,
  terminals,
  positions,
} satisfies Record<string, Contract>

export type Api = typeof api
