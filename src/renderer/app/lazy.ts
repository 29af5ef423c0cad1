import { lazy } from 'react'

/** Fetches what is behind the sign-in; called while the server still checks the password. */
export const loadSignedIn = () => import('./signed-in.tsx')

export const SignedIn = lazy(async () => ({ default: (await loadSignedIn()).SignedIn }))
