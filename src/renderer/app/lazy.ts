import { lazy } from 'react'
import { loadTexts } from '#renderer/core/locale.ts'

/** Loads the code behind the sign-in; called while the server still checks the password. */
export async function loadSignedIn() {
  const texts = loadTexts()
  const { SignedIn } = await import('./signed-in.tsx')
  await texts
  return SignedIn
}

/** Used on terminals only. */
export const CloseQuestion = lazy(async () => ({
  default: (await import('./account/close-question.tsx')).CloseQuestion,
}))

export const SignedIn = lazy(async () => ({ default: await loadSignedIn() }))
