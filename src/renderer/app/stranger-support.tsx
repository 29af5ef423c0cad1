import { QueryClientProvider } from '@tanstack/react-query'
import { queryClient } from '#renderer/core/query.ts'
import { SupportDialog } from './support-dialog.tsx'

/** Contact support before the sign-in, where nothing else asks the server for what it keeps. */
export const StrangerSupport = ({ onClose }: { onClose(): void }) => (
  <QueryClientProvider client={queryClient}>
    <SupportDialog onClose={onClose} />
  </QueryClientProvider>
)
