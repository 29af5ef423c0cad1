const STEPS = [1, 2, 5, 10] as const

/**
 * The axis marks from the highest to 0, and its maximum. Marks are round numbers, at most `steps` above 0, and whole where the highest
 * value is whole.
 */
export function axisOf(highest: number, steps = 2): { most: number; marks: readonly number[] } {
  if (highest <= 0) return { most: 1, marks: [0] }
  const raw = highest / steps
  const power = 10 ** Math.floor(Math.log10(raw))
  const round = (STEPS.find((step) => step * power >= raw) ?? 10) * power
  // Counts have no fractions.
  const step = Number.isInteger(highest) ? Math.max(1, round) : round
  const axisMax = step * Math.ceil(highest / step)
  const marks = Array.from({ length: Math.round(axisMax / step) + 1 }, (_, at) =>
    Number((axisMax - at * step).toPrecision(12)),
  )
  return { most: axisMax, marks }
}
