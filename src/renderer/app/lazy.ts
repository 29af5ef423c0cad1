import { lazy } from 'react'
import { loadTexts } from '#renderer/core/locale.ts'

/** Fetches what is behind the sign-in; called while the server still checks the password. */
export async function loadSignedIn() {
  const texts = loadTexts()
  const { SignedIn } = await import('./signed-in.tsx')
  await texts
  return SignedIn
}

/** Asked at a terminal alone. */
export const CloseQuestion = lazy(async () => ({ default: (await import('./close-question.tsx')).CloseQuestion }))

export const SignedIn = lazy(async () => ({ default: await loadSignedIn() }))
