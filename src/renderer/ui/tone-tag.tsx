import type { ReactNode } from 'react'

export type Tone = 'success' | 'warning' | 'error' | 'info' | 'neutral'

/** A word about a state; the tone supports it and never stands for it. */
export const ToneTag = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <span className={`pl-tag pl-tag-${tone}`}>{children}</span>
)
