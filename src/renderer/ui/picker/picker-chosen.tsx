import { DeleteOutlined } from '@ant-design/icons'
import { Button, Tag } from 'antd'
import { useText } from '#renderer/core/locale.ts'

interface PickerChosenProps<R> {
  rows: readonly R[]
  nameOf(row: R): string
  onDrop(id: string): void
}

/** The selected rows, each with a button to remove it. */
export function PickerChosen<R extends { id: string }>({ rows, nameOf, onDrop }: PickerChosenProps<R>) {
  const { t } = useText()
  return (
    <section aria-label={t('picker.selected')} aria-live="polite">
      <strong>{t('list.selected', { count: rows.length })}</strong>
      <ul>
        {rows.map((row) => (
          <li key={row.id}>
            <Tag>{nameOf(row)}</Tag>
            <Button
              type="text"
              size="small"
              icon={<DeleteOutlined />}
              aria-label={t('picker.drop', { name: nameOf(row) })}
              onClick={() => onDrop(row.id)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
