/** What is typed of a new member. */
export interface Draft {
  phone: string
  realname: string
  physicalCard: string
}

export const NOTHING_TYPED: Draft = { phone: '', realname: '', physicalCard: '' }

let kept: Draft = NOTHING_TYPED
let hear: ((digit: string) => void) | null = null

/** A digit of the phone that was pressed before the dialog had the focus: while it was on its way, or at once after its key. */
export function typePhone(digit: string): void {
  if (hear) hear(digit)
  else kept = { ...kept, phone: kept.phone + digit }
}

/** Hears such digits while the dialog is there. */
export function hearPhone(listener: (digit: string) => void): () => void {
  hear = listener
  return () => {
    hear = null
  }
}

/** What was typed when the dialog was closed, or the server was away, is there when it is opened again. */
export const draftKept = (): Draft => kept
export const keepDraft = (draft: Draft): void => {
  kept = draft
}
