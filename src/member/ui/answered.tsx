import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Failure, Loading } from './states.tsx'

interface AnsweredProps<T> {
  query: UseQueryResult<T>
  children(data: T): ReactNode
}

/** The answer of a query; while there is none, that it is loading or what went wrong. */
export function Answered<T>({ query: { data, error, refetch }, children }: AnsweredProps<T>) {
  if (data !== undefined) return children(data)
  return error ? <Failure error={error} onRetry={() => void refetch()} /> : <Loading />
}
