import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { currentLocale, useText } from '#renderer/core/locale.ts'
import { useSession } from '#renderer/core/session.ts'
import { TodayFigures } from '#renderer/features/dashboard/index.ts'
import { useFrame } from '#renderer/ui/frame.ts'
import { DISPLAY_PATH, LandingTiles, type TileKey, tilePaths } from './landing-tiles.tsx'
import { publicPages } from './public-pages.ts'
import { usePages } from './use-pages.ts'

/** The landing page of somebody who is signed in: who that is, the four ways on, and today's figures (spec §2). */
export function WorkplacePage() {
  const { t } = useText()
  const navigate = useNavigate()
  const pages = usePages()
  const { account } = useFrame()
  const user = useSession(({ session }) => session?.userInfo)
  const pathOf = (tile: TileKey): string | undefined => {
    if (tile === 'display') return DISPLAY_PATH in publicPages ? DISPLAY_PATH : undefined
    const wanted = tilePaths[tile].map((path) => path.toLowerCase())
    return pages.find(({ path }) => wanted.includes(path.toLowerCase()))?.path
  }
  const open = (tile: TileKey) => {
    const path = pathOf(tile)
    if (!path) return
    if (tile !== 'display') return void navigate(path)
    const query = new URLSearchParams({ orgCode: user?.orgCode ?? '', lang: currentLocale() })
    window.open(`#${path}?${query}`, '_blank', 'noopener')
  }
  const leave = account.find(({ key }) => key === 'logout')
  return (
    <div className="pl-page">
      <header className="pl-welcome">
        <h1>{t('landing.welcome', { name: user?.realname ?? '' })}</h1>
        <span>{user?.rolesname}</span>
        {leave ? (
          <Button type="link" onClick={leave.onClick}>
            {leave.label}
          </Button>
        ) : null}
      </header>
      <LandingTiles whyNot={(tile) => (pathOf(tile) ? null : t('landing.notOpen'))} onChoose={open} />
      <TodayFigures />
    </div>
  )
}
