import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { client } from '#member/core/client.ts'
import { useText } from '#member/core/locale.ts'
import { hrefOf, useAddress } from '#member/core/router.ts'
import { IconOf } from '#member/ui/icon.tsx'
import { Pages } from '#member/ui/page-links.tsx'
import { LoadedPage } from './loaded-page.tsx'
import { pages } from './slices.ts'
import { TopBar } from './top-bar.tsx'

/** The frame behind the sign-in: head, page, and the links at the bottom. */
export function Shell() {
  const { t } = useText()
  const { path, rest } = useAddress()
  const me = useQuery({ queryKey: ['me'], queryFn: async () => (await client.memberPage.me()).result })
  const page = pages.find((one) => one.path === path) ?? pages[0]
  const isRoot = page?.place === 'bottom' && rest === ''
  const title = page && page.path !== 'home' ? t(page.title) : (me.data?.store.name ?? t('memberPage.title'))
  useEffect(() => {
    document.title = title
    scrollTo(0, 0)
  }, [title])
  return (
    <div className="m-app">
      <TopBar title={title} {...(isRoot ? {} : { back: backOf(page?.place, path, rest) })} />
      <main className="m-main" key={`${path}/${rest}`}>
        {page ? (
          <Pages value={pages}>
            <LoadedPage page={page} rest={rest} />
          </Pages>
        ) : null}
      </main>
      <nav className="m-bottom" aria-label={t('memberPage.pages')}>
        {pages
          .filter(({ place }) => place === 'bottom')
          .map((one) => (
            <a key={one.path} href={hrefOf(one.path)} aria-current={one.path === page?.path ? 'page' : undefined}>
              <IconOf icon={one.icon} />
              <span>{t(one.title)}</span>
            </a>
          ))}
      </nav>
    </div>
  )
}

const backOf = (place: string | undefined, path: string, rest: string): string =>
  hrefOf(rest === '' ? (place === 'me' ? 'me' : 'home') : path)
