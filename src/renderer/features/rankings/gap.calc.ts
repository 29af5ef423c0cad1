/** How far behind somebody is, as timing boards say it: `+0.412`; a dash where nobody knows. */
export const gapText = (ms: number | null): string => (ms === null ? '—' : `+${(ms / 1000).toFixed(3)}`)
