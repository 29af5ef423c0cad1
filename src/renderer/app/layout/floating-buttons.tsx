import { MoreOutlined } from '@ant-design/icons'
import { Dropdown } from 'antd'
import { useText } from '#renderer/core/locale.ts'
import { useFloatingActions } from './floating-actions.tsx'

/** The floating actions at the side of every page (spec §2), in the margin so that they cover nothing. */
export function FloatingButtons() {
  const { t } = useText()
  const actions = useFloatingActions()
  return (
    <Dropdown trigger={['click']} placement="topRight" menu={{ items: actions.map((action) => ({ ...action })) }}>
      <button type="button" className="pl-floating" aria-label={t('support.menu')} title={t('support.menu')}>
        <MoreOutlined />
      </button>
    </Dropdown>
  )
}
