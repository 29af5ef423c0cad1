import { QueryClient } from '@tanstack/react-query'
import { AppError } from '#shared/core/errors.ts'

/** Answers are fresh for some seconds; a lost connection is tried again once, and when the phone is back in the page. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, error) => failures < 1 && error instanceof AppError && error.code === 'common.offline',
      retryDelay: 800,
      staleTime: 5000,
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})

/** Reads everything again that is shown of the member; a change that returns it is pending until then. */
export const readAgain = (): Promise<void> =>
  queryClient.invalidateQueries({ predicate: ({ queryKey: [name] }) => name !== 'page' })
