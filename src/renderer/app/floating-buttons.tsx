import { CustomerServiceOutlined, MoreOutlined, PrinterOutlined, SkinOutlined } from '@ant-design/icons'
import { Dropdown } from 'antd'
import { type ComponentType, lazy, Suspense, useState } from 'react'
import { useText } from '#renderer/core/locale.ts'

const dialogs = {
  support: lazy(async () => ({ default: (await import('./support-dialog.tsx')).SupportDialog })),
  printer: lazy(async () => ({ default: (await import('./printer-id-dialog.tsx')).PrinterIdDialog })),
  layout: lazy(async () => ({ default: (await import('./layout-drawer.tsx')).LayoutDrawer })),
} satisfies Record<string, ComponentType<{ onClose(): void }>>

/**
 * Support, this counter's printer, and how the program looks, at hand at the side of every page (spec §2). They lie in
 * the margin, so that they cover nothing.
 */
export function FloatingButtons() {
  const { t } = useText()
  const [shown, setShown] = useState<keyof typeof dialogs | null>(null)
  const Shown = shown ? dialogs[shown] : null
  return (
    <>
      <Dropdown
        trigger={['click']}
        placement="topRight"
        menu={{
          items: [
            { key: 'support', icon: <CustomerServiceOutlined />, label: t('support.title') },
            { key: 'printer', icon: <PrinterOutlined />, label: t('printer.title') },
            { key: 'layout', icon: <SkinOutlined />, label: t('layout.title') },
          ],
          onClick: ({ key }) => setShown(key as keyof typeof dialogs),
        }}
      >
        <button type="button" className="pl-floating" aria-label={t('support.menu')} title={t('support.menu')}>
          <MoreOutlined />
        </button>
      </Dropdown>
      {Shown ? (
        <Suspense fallback={null}>
          <Shown onClose={() => setShown(null)} />
        </Suspense>
      ) : null}
    </>
  )
}
