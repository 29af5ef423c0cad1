import { useQuery } from '@tanstack/react-query'
import { client } from '#renderer/core/client.ts'
import { dated } from '#renderer/core/dated.ts'
import type { FigureGroup, FigurePeriod } from '#shared/features/statistics/statistics.contract.ts'

export interface FigureSearch {
  by: FigureGroup
  period: FigurePeriod
  from?: string | undefined
  until?: string | undefined
  sysOrgCode?: string | undefined
}

/** The polling interval while the figures are shown. */
export const EVERY_MS = 60_000

export const useFigures = (search: FigureSearch, isWanted = true) =>
  useQuery({
    queryKey: ['statistics', search],
    queryFn: async () => dated(await client.statistics.figures({ query: search })),
    // Rows of another group have other labels, so they are no placeholder.
    placeholderData: (rows, before) =>
      (before?.queryKey[1] as FigureSearch | undefined)?.by === search.by ? rows : undefined,
    refetchInterval: EVERY_MS,
    enabled: isWanted,
  })
