import { useQuery } from '@tanstack/react-query'
import { client } from '#member/core/client.ts'
import { useText } from '#member/core/locale.ts'
import { Answered } from '#member/ui/answered.tsx'
import { PageLinks } from '#member/ui/page-links.tsx'

/** Who is signed in, and the way to all other pages. */
export function HomePage() {
  const { t } = useText()
  const me = useQuery({ queryKey: ['me'], queryFn: async () => (await client.memberPage.me()).result })
  return (
    <Answered query={me}>
      {({ id, name, level }) => (
        <>
          <section className="m-hero">
            <h1>{name || t('memberPage.member')}</h1>
            <p>{[t('memberPage.number', { id }), level].filter(Boolean).join(' · ')}</p>
          </section>
          <PageLinks place="home" />
        </>
      )}
    </Answered>
  )
}
