import { Drawer } from 'antd'
import { useText } from '#renderer/core/locale.ts'
import { LayoutFields } from './layout-fields.tsx'

/** The settings drawer (spec §2). */
export function LayoutDrawer({ onClose }: { onClose(): void }) {
  const { t } = useText()
  return (
    <Drawer open size={360} title={t('layout.title')} onClose={onClose}>
      <LayoutFields />
    </Drawer>
  )
}
