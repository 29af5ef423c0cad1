import type { Slice } from '#server/core/slice.ts'
import { signInRoutes } from './sign-in.routes.ts'

/** Sign-in by every way, the personal account, and what the signed-in person may open. */
export const signIn: Slice = (app, deps) => signInRoutes(app, deps)
export { pruneSignIns } from './sign-ins.job.ts'
