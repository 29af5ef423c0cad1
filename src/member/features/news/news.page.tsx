import { useText } from '#member/core/locale.ts'
import { Answered } from '#member/ui/answered.tsx'
import { Rows } from '#member/ui/rows.tsx'
import { Empty } from '#member/ui/states.tsx'
import { StoredPicture } from '#member/ui/stored-picture.tsx'
import { useNews } from './use-news.ts'

/** One announcement. */
export function NewsPage({ rest }: { rest: string }) {
  const { t } = useText()
  const news = useNews()
  return (
    <Answered query={news}>
      {({ announcements }) => {
        const one = announcements.find(({ id }) => id === rest)
        if (!one) return <Empty text={t('memberVoice.newsGone')} />
        return (
          <article className="m-card m-article">
            <h2 className="m-title">{one.title}</h2>
            <p className="m-hint">{one.time.slice(0, 16)}</p>
            <StoredPicture stored={one.homeImage} title={one.title} />
            {one.content === '' ? (
              <p>{one.abstract}</p>
            ) : (
              // The server sanitizes the markup of all authors on write.
              // biome-ignore lint/security/noDangerouslySetInnerHtml: see above
              <div dangerouslySetInnerHTML={{ __html: one.content }} />
            )}
            {one.link === '' ? null : (
              <Rows rows={[{ key: 'link', title: t('memberVoice.newsLink'), href: one.link }]} />
            )}
          </article>
        )
      }}
    </Answered>
  )
}
