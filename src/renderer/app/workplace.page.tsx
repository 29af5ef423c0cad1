import { App, Button } from 'antd'
import { lazy } from 'react'
import { useNavigate } from 'react-router'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { useMay, useSession } from '#renderer/core/session.ts'
import { MoneyToday, WaitingList } from '#renderer/features/dashboard/index.ts'
import { openAddress, screenAddress } from '#renderer/features/display/index.ts'
import { HomeNotices } from '#renderer/features/messages/index.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import { useFrame } from '#renderer/ui/layout/frame.ts'
import { type TileKey, tilePaths } from './landing/landing.calc.ts'
import { LandingTiles } from './landing/landing-tiles.tsx'
import { pageAt } from './menu/menu-paths.calc.ts'
import { Part } from './part.tsx'

const FirstRunLine = lazy(async () => ({
  default: (await import('#renderer/features/stores/index.ts')).FirstRunLine,
}))

/** The landing page after the sign-in: the user, the four entry tiles (spec §2), today's figures, and pending work. */
export function WorkplacePage() {
  const { t, locale } = useText()
  const navigate = useNavigate()
  const { account, pages } = useFrame()
  const user = useSession(({ session }) => session?.userInfo)
  const platform = usePlatform()
  const mayShow = useMay('tvscreen:open')
  const { message } = App.useApp()
  const whyNot = (tile: TileKey): string | null => {
    if (tile !== 'display') return pageAt(pages, tilePaths[tile]) ? null : t('landing.notOpen')
    // A terminal opens no further windows; the big screen runs on another computer anyway.
    if (platform.kind !== 'web') return t('landing.displayInBrowser')
    return mayShow ? null : t('landing.notOpen')
  }
  const choose = (tile: TileKey) => {
    if (tile !== 'display') return void navigate(tilePaths[tile])
    const address = client.screens.open({ body: {} }).then(({ result }) => screenAddress(result, locale))
    openAddress(address).catch((error: unknown) => message.error(textOfError(t, error)))
  }
  const maySeeMoney = useMay('statistics:list')
  const leave = account.find(({ key }) => key === 'logout')
  return (
    <div className="pl-page">
      <header className="pl-welcome">
        <h1>{t('landing.welcome', { name: user?.nickname || user?.realname || '' })}</h1>
        <span>{user?.rolesname}</span>
        {leave ? (
          <Button type="link" onClick={leave.onClick}>
            {leave.label}
          </Button>
        ) : null}
      </header>
      <Part fallback={null}>
        <FirstRunLine />
      </Part>
      <LandingTiles whyNot={whyNot} onChoose={choose} />
      <HomeNotices />
      {maySeeMoney ? <MoneyToday /> : null}
      <WaitingList />
    </div>
  )
}
