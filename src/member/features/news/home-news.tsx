import { hrefOf } from '#member/core/router.ts'
import { Rows } from '#member/ui/rows.tsx'
import { StoredPicture } from '#member/ui/stored-picture.tsx'
import { isWebAddress } from '#shared/core/address.ts'
import { useNews } from './use-news.ts'

/** The carousel of the store and its announcements; nothing while there are none, or no answer. */
export function HomeNews() {
  const { data } = useNews()
  if (!data) return null
  const { pictures, announcements } = data
  return (
    <>
      {pictures.length > 0 ? (
        <ul className="m-carousel">
          {pictures.map(({ title, photo, link }) => (
            <li key={`${photo} ${title}`}>
              {isWebAddress(link) ? (
                <a href={link} rel="noopener noreferrer">
                  <StoredPicture stored={photo} title={title} />
                </a>
              ) : (
                <StoredPicture stored={photo} title={title} />
              )}
            </li>
          ))}
        </ul>
      ) : null}
      {announcements.length > 0 ? (
        <Rows
          rows={announcements.map(({ id, title, abstract, time }) => ({
            key: id,
            title,
            note: [time.slice(0, 10), abstract].filter(Boolean).join(' · '),
            href: hrefOf('news', id),
          }))}
        />
      ) : null}
    </>
  )
}
