import { MoreOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { useText } from '#renderer/core/locale.ts'
import type { RowAction } from './crud-types.ts'
import { inlineCount } from './row-actions.calc.ts'

interface CrudRowActionsProps {
  actions: readonly RowAction[]
  /** Little room: long labels go to the menu too, so that the columns can be seen. */
  isNarrow?: boolean
}

/** The actions of a row; the less frequent ones are in a menu. */
export function CrudRowActions({ actions, isNarrow = false }: CrudRowActionsProps) {
  const { t } = useText()
  const inline = actions.slice(
    0,
    inlineCount(
      actions.map(({ label }) => label),
      isNarrow,
    ),
  )
  const rare = actions.slice(inline.length)
  return (
    <span className="pl-crud-row-actions">
      {inline.map(({ key, label, danger = false, act }) => (
        <Button key={key} type="link" size="small" danger={danger} onClick={act}>
          {label}
        </Button>
      ))}
      {rare.length > 0 ? (
        <Dropdown
          trigger={['click']}
          // Focus the menu, so that arrow keys work at once after opening it by keyboard.
          autoFocus
          menu={{
            items: rare.map(({ key, label, danger = false }) => ({ key, label, danger })),
            onClick: ({ key }) => rare.find((action) => action.key === key)?.act(),
          }}
        >
          <Button type="link" size="small" icon={<MoreOutlined />} aria-label={t('crud.more')} />
        </Dropdown>
      ) : null}
    </span>
  )
}
