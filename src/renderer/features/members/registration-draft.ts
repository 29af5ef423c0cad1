/** The input of the registration form. */
export interface Draft {
  phone: string
  realname: string
  physicalCard: string
}

export const NOTHING_TYPED: Draft = { phone: '', realname: '', physicalCard: '' }

let kept: Draft = NOTHING_TYPED
let hear: ((digit: string) => void) | null = null

/** Collects digits of the phone typed before the dialog had the focus. */
export function typePhone(digit: string): void {
  if (hear) hear(digit)
  else kept = { ...kept, phone: kept.phone + digit }
}

/** Receives such digits while the dialog is open. */
export function hearPhone(listener: (digit: string) => void): () => void {
  hear = listener
  return () => {
    hear = null
  }
}

/** The input is kept when the dialog is closed or the server is away. */
export const draftKept = (): Draft => kept
export const keepDraft = (draft: Draft): void => {
  kept = draft
}
