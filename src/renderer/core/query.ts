import { QueryClient } from '@tanstack/react-query'
import { AppError } from '#shared/core/errors.ts'

/** What was asked and answered is never asked again by itself; only a lost connection is worth a second try. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, error) => failures < 1 && error instanceof AppError && error.code === 'common.offline',
      retryDelay: 800,
      staleTime: 5_000,
      refetchOnWindowFocus: false,
      // The terminal's window answers from its own files without any network.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})
