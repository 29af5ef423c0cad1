/** A gap in ms as timing boards show it: `+0.412`; a dash where unknown. */
export const gapText = (ms: number | null): string => (ms === null ? '—' : `+${(ms / 1000).toFixed(3)}`)
