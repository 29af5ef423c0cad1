/** The input of the registration form. */
export interface Draft {
  phone: string
  realname: string
  physicalCard: string
  /** The code of the promoter who referred the member; empty for none. */
  promoterCode: string
}

export const NOTHING_TYPED: Draft = { phone: '', realname: '', physicalCard: '', promoterCode: '' }

let draftNow: Draft = NOTHING_TYPED
let onDigit: ((digit: string) => void) | null = null

/** Collects digits of the phone typed before the dialog had the focus. */
export function typePhone(digit: string): void {
  if (onDigit) onDigit(digit)
  else draftNow = { ...draftNow, phone: draftNow.phone + digit }
}

/** Receives such digits while the dialog is open. */
export function hearPhone(listener: (digit: string) => void): () => void {
  onDigit = listener
  return () => {
    onDigit = null
  }
}

/** The input stays when the dialog is closed or the server is away. */
export const storedDraft = (): Draft => draftNow
export const keepDraft = (draft: Draft): void => {
  draftNow = draft
}
