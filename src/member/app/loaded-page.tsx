import { useQuery } from '@tanstack/react-query'
import { needTexts } from '#member/core/locale.ts'
import type { MemberPage } from '#member/core/page.ts'
import { Answered } from '#member/ui/answered.tsx'
import { AppError } from '#shared/core/errors.ts'

/** A page with its texts; both are loaded when it is opened, and again by a press where that failed. */
export function LoadedPage({ page, rest }: { page: MemberPage; rest: string }) {
  const loaded = useQuery({
    queryKey: ['page', page.path],
    queryFn: async () => {
      try {
        const [component] = await Promise.all([page.load(), page.texts && needTexts(page.texts)])
        return { component }
      } catch {
        throw new AppError('common.offline')
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
  return <Answered query={loaded}>{({ component: Page }) => <Page rest={rest} />}</Answered>
}
