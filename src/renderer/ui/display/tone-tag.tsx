import type { ReactNode } from 'react'

export type Tone = 'success' | 'warning' | 'error' | 'info' | 'neutral'

/** A tag for a state; the tone only supports the text and never replaces it. */
export const ToneTag = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <span className={`pl-tag pl-tag-${tone}`}>{children}</span>
)
