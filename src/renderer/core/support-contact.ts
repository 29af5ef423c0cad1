import { useQuery } from '@tanstack/react-query'
import type { SupportContact } from '#shared/features/system/support.contract.ts'
import { client } from './client.ts'
import { readStored, store } from './storage.ts'

const STORED_AS = 'pitlane.support'

/** The operator's contact and, for signed-in users, payment details. The last answer is stored for when the server is away. */
export function useSupportContact(isSignedIn: boolean) {
  return useQuery({
    queryKey: ['support', isSignedIn],
    queryFn: async (): Promise<Partial<SupportContact>> => {
      const { result } = isSignedIn ? await client.support.query() : await client.support.contact()
      store(STORED_AS, result)
      return result
    },
    placeholderData: () => (readStored(STORED_AS) ?? undefined) as Partial<SupportContact> | undefined,
    retry: false,
  })
}
