import { Menu } from 'antd'
import { useText } from '#renderer/core/locale.ts'
import { useFloatingActions } from './floating-actions.tsx'

/** The floating actions below a phone's menu: its narrow pages have no margin for buttons. */
export function PhoneActions({ onChosen }: { onChosen(): void }) {
  const { t } = useText()
  const actions = useFloatingActions()
  return (
    <nav aria-label={t('support.menu')} className="pl-phone-actions">
      <Menu
        selectable={false}
        items={actions.map(({ key, label, icon }) => ({ key, label, icon }))}
        onClick={({ key }) => {
          onChosen()
          actions.find((action) => action.key === key)?.onClick()
        }}
      />
    </nav>
  )
}
