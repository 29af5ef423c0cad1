import { DashboardOutlined, DesktopOutlined, ThunderboltOutlined, WalletOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { useText } from '#renderer/core/locale.ts'
import type { TextKey } from '#shared/i18n/catalogue.ts'
import type { TileKey } from './landing.calc.ts'
import './landing.css'

/** The four entry tiles of the product (spec §2). */
const tiles: readonly { key: TileKey; icon: ReactNode; title: TextKey; hint: TextKey }[] = [
  { key: 'operations', icon: <DashboardOutlined />, title: 'landing.operations', hint: 'landing.operationsHint' },
  { key: 'display', icon: <DesktopOutlined />, title: 'landing.display', hint: 'landing.displayHint' },
  { key: 'recharge', icon: <WalletOutlined />, title: 'landing.recharge', hint: 'landing.rechargeHint' },
  { key: 'consume', icon: <ThunderboltOutlined />, title: 'landing.consume', hint: 'landing.consumeHint' },
]

interface LandingTilesProps {
  /** The reason why a tile is disabled; null when it is enabled. */
  whyNot(tile: TileKey): string | null
  onChoose(tile: TileKey): void
}

export function LandingTiles({ whyNot, onChoose }: LandingTilesProps) {
  const { t } = useText()
  return (
    <nav className="pl-tiles" aria-label={t('landing.tiles')}>
      {tiles.map(({ key, icon, title, hint }) => {
        const reason = whyNot(key)
        return (
          <button key={key} type="button" disabled={reason !== null} onClick={() => onChoose(key)}>
            <span className="pl-tile-icon" aria-hidden="true">
              {icon}
            </span>
            <strong>{t(title)}</strong>
            <small>{reason ?? t(hint)}</small>
          </button>
        )
      })}
    </nav>
  )
}
