import type { Slice } from './core/slice.ts'
import { access } from './features/access/index.ts'
import { audit } from './features/audit/index.ts'
import { members } from './features/members/index.ts'
import { messages } from './features/messages/index.ts'
import { rules } from './features/rules/index.ts'
import { sessions } from './features/sessions/index.ts'
import { signIn } from './features/sign-in/index.ts'
import { terminals } from './features/terminals/index.ts'
import { vehicles } from './features/vehicles/index.ts'

/** Everything the server answers, besides its own health: a new slice is one line here. */
export const slices: readonly Slice[] = [signIn, access, audit, members, rules, vehicles, sessions, terminals, messages]
