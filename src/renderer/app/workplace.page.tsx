import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { useText } from '#renderer/core/locale.ts'
import { useMay, useSession } from '#renderer/core/session.ts'
import { MoneyToday, WaitingList } from '#renderer/features/dashboard/index.ts'
import { useFrame } from '#renderer/ui/frame.ts'
import { type TileKey, tilePaths } from './landing.calc.ts'
import { LandingTiles } from './landing-tiles.tsx'
import { pageAt } from './use-menu-entries.tsx'

/** The landing page of somebody who is signed in: who that is, the four ways on (spec §2), how today is, and what waits. */
export function WorkplacePage() {
  const { t } = useText()
  const navigate = useNavigate()
  const { account, entries } = useFrame()
  const user = useSession(({ session }) => session?.userInfo)
  const whyNot = (tile: TileKey): string | null => {
    const path = tilePaths[tile]
    if (path === null) return t('landing.notBuilt')
    return pageAt(entries, path) ? null : t('landing.notOpen')
  }
  const maySeeMoney = useMay('statistics:list')
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
      <LandingTiles whyNot={whyNot} onChoose={(tile) => void navigate(tilePaths[tile] ?? '/')} />
      {maySeeMoney ? <MoneyToday /> : null}
      <WaitingList />
    </div>
  )
}
