import { useQuery } from '@tanstack/react-query'
import { client } from '#member/core/client.ts'
import { useText } from '#member/core/locale.ts'
import { Answered } from '#member/ui/answered.tsx'
import { Rows } from '#member/ui/rows.tsx'
import { Empty } from '#member/ui/states.tsx'
import type { Locale } from '#shared/i18n/locale.ts'

/** The result page of a ride, on which it is commented on. The member page is at `/m/` beside it. */
const resultOf = (key: string, locale: Locale): string =>
  `${location.pathname.replace(/\/m(\/.*)?$/, '')}/r/${key}?lang=${locale}`

/** The rides of the member, each with its result and its stars. */
export function CommentsPage() {
  const { t, locale } = useText()
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
              href: resultOf(key, locale),
            }))}
          />
        )
      }
    </Answered>
  )
}
