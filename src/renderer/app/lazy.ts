import { lazy } from 'react'
import { loadTexts } from '#renderer/core/locale.ts'

/** Fetches what is behind the sign-in; called while the server still checks the password. */
export async function loadSignedIn() {
  const [page] = await Promise.all([import('./signed-in.tsx'), loadTexts()])
  return page
}

export const SignedIn = lazy(async () => ({ default: (await loadSignedIn()).SignedIn }))
