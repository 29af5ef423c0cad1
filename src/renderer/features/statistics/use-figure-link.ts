import { addressOf } from '#renderer/ui/crud/address-filters.ts'
import { useFrame } from '#renderer/ui/layout/frame.ts'
import { linkOf } from '#shared/features/statistics/figure-links.calc.ts'
import type { FigureGroup, FigureRow, Figures, Statistics } from '#shared/features/statistics/statistics.contract.ts'

/** Returns a function for the address of the list behind a figure; undefined without a list or the permission to open it. */
export function useFigureLink(found: Statistics | undefined, by: FigureGroup, store?: string) {
  const { pathOf } = useFrame()
  return ({ key, name, now }: FigureRow, figure: keyof Figures): string | undefined => {
    if (!found) return undefined
    const { timeZone, dayStartHour, from, until } = found
    const link = linkOf(figure, { by, key, name, now, store, timeZone, dayStartHour, days: { from, until } })
    const path = link ? pathOf(link.page) : null
    return link && path ? addressOf(path, link.filters) : undefined
  }
}
