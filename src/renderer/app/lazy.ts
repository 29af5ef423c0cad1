import { lazy } from 'react'
import { loadTexts } from '#renderer/core/locale.ts'

/** Fetches what is behind the sign-in; called while the server still checks the password. */
export async function loadSignedIn() {
  const texts = loadTexts()
  const { SignedIn } = await import('./signed-in.tsx')
  await texts
  return SignedIn
}

export const SignedIn = lazy(async () => ({ default: await loadSignedIn() }))
