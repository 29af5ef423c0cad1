import { access } from './access.ts'
import { common } from './common.ts'
import { signIn } from './sign-in.ts'

/** What the program says before anybody is signed in. */
export const first = { ...common, ...access, ...signIn }
