import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { PageHead } from '#renderer/ui/layout/page-head.tsx'
import './monitors.css'

const AGAIN_MS = 5000

/** Asks again every five seconds while the page is shown. */
export const useLive = <R,>(name: string, ask: () => Promise<R>): UseQueryResult<R> =>
  useQuery({ queryKey: ['monitors', name], queryFn: ask, refetchInterval: AGAIN_MS })

interface MonitorPageProps<R> {
  title: string
  /** Shown beside the title, such as which copy has answered. */
  note?: (data: R) => ReactNode
  answer: UseQueryResult<R>
  children: (data: R) => ReactNode
}

/** A page of figures: while an error is shown, the last figures stay. */
export function MonitorPage<R>({ title, note, answer, children }: MonitorPageProps<R>) {
  const { data, error, isPending, refetch } = answer
  return (
    <div className="pl-page pl-monitor">
      <PageHead title={title}>{data === undefined || !note ? null : <small>{note(data)}</small>}</PageHead>
      {error ? <ErrorBlock error={error} retry={() => void refetch()} /> : null}
      {isPending ? <Skeleton active paragraph={{ rows: 8 }} /> : null}
      {data === undefined ? null : children(data)}
    </div>
  )
}
