import {
  CarOutlined,
  CustomerServiceOutlined,
  GiftOutlined,
  PrinterOutlined,
  SkinOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons'
import { type ComponentType, lazy } from 'react'
import { useNavigate } from 'react-router'
import { create } from 'zustand'
import { Part } from '#renderer/app/part.tsx'
import { useText } from '#renderer/core/locale.ts'
import { useMay, useSession } from '#renderer/core/session.ts'
import { type FrameItem, useFrame } from '#renderer/ui/layout/frame.ts'

const dialogs = {
  playFirst: lazy(async () => ({ default: (await import('#renderer/features/play-first/index.ts')).PlayFirstDialog })),
  discount: lazy(async () => ({ default: (await import('#renderer/features/wallets/index.ts')).ApplyDialog })),
  support: lazy(async () => ({ default: (await import('#renderer/app/account/support-dialog.tsx')).SupportDialog })),
  printer: lazy(async () => ({
    default: (await import('#renderer/app/account/printer-id-dialog.tsx')).PrinterIdDialog,
  })),
  layout: lazy(async () => ({ default: (await import('./layout-drawer.tsx')).LayoutDrawer })),
} satisfies Record<string, ComponentType<{ onClose(): void }>>

const useOpenDialog = create<{ shown: keyof typeof dialogs | null }>(() => ({ shown: null }))
const show = (shown: keyof typeof dialogs | null): void => useOpenDialog.setState({ shown })

/** The permission of stores that play first and pay later (spec §6). */
const XWHF = 'XWHF'
const RECORDS = 'playbeforepay/SysPlayBeforePayList'

/** The floating actions (spec §2): with XWHF its two links, then support, printer id, and appearance. */
export function useFloatingActions(): (FrameItem & { onClick(): void })[] {
  const { t } = useText()
  const navigate = useNavigate()
  const { pathOf } = useFrame()
  const hasXwhf = useSession(
    ({ session }) =>
      session?.departs.find(({ orgCode }) => orgCode === session.userInfo.orgCode)?.apps.includes(XWHF) ?? false,
  )
  const mayApply = useMay('apply:add')
  const records = hasXwhf ? pathOf(RECORDS) : null
  const mayStart = useMay('playbeforepay:add')
  const chargeLinks = [
    ...(records
      ? [
          {
            key: 'hung',
            icon: <UnorderedListOutlined />,
            label: t('floating.hung'),
            onClick: () => void navigate(`${records}?playState=PENDING`),
          },
        ]
      : []),
    ...(hasXwhf && mayStart
      ? [
          {
            key: 'playFirst',
            icon: <CarOutlined />,
            label: t('floating.playFirst'),
            onClick: () => show('playFirst'),
          },
        ]
      : []),
  ]
  return [
    ...chargeLinks,
    ...(mayApply
      ? [{ key: 'discount', icon: <GiftOutlined />, label: t('apply.title'), onClick: () => show('discount') }]
      : []),
    { key: 'support', icon: <CustomerServiceOutlined />, label: t('support.title'), onClick: () => show('support') },
    { key: 'printer', icon: <PrinterOutlined />, label: t('printer.title'), onClick: () => show('printer') },
    { key: 'layout', icon: <SkinOutlined />, label: t('layout.title'), onClick: () => show('layout') },
  ]
}

export function FloatingDialogs() {
  const { shown } = useOpenDialog()
  const Shown = shown ? dialogs[shown] : null
  return Shown ? (
    <Part key={shown} onFailed={() => show(null)}>
      <Shown onClose={() => show(null)} />
    </Part>
  ) : null
}
