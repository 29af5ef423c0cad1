import { QueryClient } from '@tanstack/react-query'
import { AppError } from '#shared/core/errors.ts'

/** No refetch when the window gets the focus; only a lost connection is retried, once. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, error) => failures < 1 && error instanceof AppError && error.code === 'common.offline',
      retryDelay: 800,
      staleTime: 5_000,
      refetchOnWindowFocus: false,
      // A terminal's page also works without a network.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})
