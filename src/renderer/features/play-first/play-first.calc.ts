import type { Notice } from '#renderer/core/notice.ts'
import type { TextKey } from '#shared/i18n/catalogue.ts'

/** The tabs of the dialog: trial, and member who pays afterwards. */
export const kinds = ['trial', 'member'] as const
export type PlayFirstKind = (typeof kinds)[number]

/** Replacements for counter texts that mention keys, which the dialog does not have. */
const words: Partial<Record<TextKey, TextKey>> = {
  'counter.will.noRule': 'error.sessions.ruleRequired',
  'counter.will.trialLimit': 'error.sessions.trialLimit',
  'counter.will.limit': 'error.sessions.hungLimit',
}

export const dialogNotice = (notice: Notice): Notice => ({ ...notice, key: words[notice.key] ?? notice.key })
