import { QueryClientProvider } from '@tanstack/react-query'
import { queryClient } from '#renderer/core/query.ts'
import { SupportDialog } from './support-dialog.tsx'

/** Contact support before the sign-in, with its own query provider, as no other part needs one there. */
export const StrangerSupport = ({ onClose }: { onClose(): void }) => (
  <QueryClientProvider client={queryClient}>
    <SupportDialog onClose={onClose} />
  </QueryClientProvider>
)
