/** What is typed of a new member. */
export interface Draft {
  phone: string
  realname: string
  physicalCard: string
}

export const NOTHING_TYPED: Draft = { phone: '', realname: '', physicalCard: '' }

let kept: Draft = NOTHING_TYPED

/** What was typed when the dialog was closed, or the server was away, is there when it is opened again. */
export const draftKept = (): Draft => kept
export const keepDraft = (draft: Draft): void => {
  kept = draft
}
