/** How many stand in the row where there is room. */
const INLINE = 3
/** In Latin letters; a Chinese character takes two. */
const NARROW_LENGTH = 28

/** How many actions of these labels stand in the row; where there is room, not in a menu if that would hold a single one. */
export function inlineCount(labels: readonly string[], isNarrow: boolean): number {
  const usual = labels.length > INLINE + 1 ? INLINE : labels.length
  if (!isNarrow) return usual
  let length = 0
  const fitting = labels.findIndex((label) => {
    length += lengthOf(label)
    return length > NARROW_LENGTH
  })
  return fitting < 0 ? usual : Math.min(usual, Math.max(1, fitting))
}

const lengthOf = (label: string): number => [...label].reduce((sum, letter) => sum + (letter > '\u2e80' ? 2 : 1), 0)
