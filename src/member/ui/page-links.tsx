import { createContext, useContext } from 'react'
import { useText } from '#member/core/locale.ts'
import type { MemberPage } from '#member/core/page.ts'
import { hrefOf } from '#member/core/router.ts'
import { IconOf } from './icon.tsx'

/** All pages of the app; the shell provides them, because a page does not know the others. */
export const Pages = createContext<readonly MemberPage[]>([])

/** Links to the pages that are listed on the home page or the page "me". */
export function PageLinks({ place }: { place: 'home' | 'me' }) {
  const { t } = useText()
  const pages = useContext(Pages).filter((page) => page.place === place)
  if (pages.length === 0) return null
  return (
    <nav className="m-links" aria-label={t('memberPage.more')}>
      {pages.map(({ path, title, icon }) => (
        <a key={path} href={hrefOf(path)}>
          <IconOf icon={icon} />
          <span>{t(title)}</span>
        </a>
      ))}
    </nav>
  )
}
