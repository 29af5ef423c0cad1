import type { TextKey, TextValues } from '#shared/i18n/catalogue.ts'

/** What is checked, in the order of the report. */
export const checkedParts = ['computer', 'network', 'reader', 'printer', 'drawer', 'display', 'sound'] as const
export type CheckedPart = (typeof checkedParts)[number]

/** One thing that was found out, as texts of the catalogue. */
export interface Finding {
  part: CheckedPart
  result: 'good' | 'problem' | 'unsure' | 'skipped'
  key: TextKey
  values?: TextValues
  /** What to do about it. */
  advice?: TextKey
}

/** What a check needs from the person at the computer, and from the computer. */
export interface CheckIo {
  /** Asks before something prints, opens or waits; false where nobody agrees. */
  agrees(question: TextKey): Promise<boolean>
  /** Tells the person what to do now. */
  report(key: TextKey, values?: TextValues): void
  now(): number
  /** How long a reader waits for a card; 0 does not ask for one. */
  swipeSeconds: number
}
