import { useQuery } from '@tanstack/react-query'
import { client } from '#member/core/client.ts'
import { useText } from '#member/core/locale.ts'
import { Answered } from '#member/ui/answered.tsx'
import { Rows } from '#member/ui/rows.tsx'
import { Empty } from '#member/ui/states.tsx'

/** The result page of a ride, on which it is commented on. The member page is at `/m/` beside it. */
const resultOf = (key: string): string => `${location.pathname.replace(/\/m(\/.*)?$/, '')}/r/${key}`

/** The rides of the member, each with its result and its stars. */
export function CommentsPage() {
  const { t } = useText()
  const rides = useQuery({
    queryKey: ['ridesToComment'],
    queryFn: async () => (await client.memberComments.rides()).result,
    refetchOnWindowFocus: true,
  })
  return (
    <Answered query={rides}>
      {(list) =>
        list.length === 0 ? (
          <Empty text={t('memberVoice.noRides')} />
        ) : (
          <Rows
            rows={list.map(({ key, startTime, roleName, vehicleName, stars }) => ({
              key,
              title: [vehicleName, roleName].filter(Boolean).join(' · '),
              note: startTime.slice(0, 16),
              value: stars === null ? t('memberVoice.comment') : t('memberVoice.stars', { stars }),
              href: resultOf(key),
            }))}
          />
        )
      }
    </Answered>
  )
}
