import type { LevelColour } from '#shared/features/members/member-levels.contract.ts'
import './level-tag.css'

/** A level's name with its colour. */
export const LevelTag = ({ colour = 'slate', children }: { colour?: LevelColour; children: string }) => (
  <span className={`pl-tag pl-tag-neutral pl-level pl-level-${colour}`}>{children}</span>
)
