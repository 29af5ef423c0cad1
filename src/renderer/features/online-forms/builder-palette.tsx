import { TableOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect } from 'react'
import { useText } from '#renderer/core/locale.ts'
import { newId } from '#shared/core/id.ts'
import { FieldType, FORM_LIMITS } from '#shared/features/online-forms/online-form.schema.ts'
import { addTable, type Drawn, fieldsOfList, freeKey, insertAt, listOf, MAIN, placeOf } from './builder.calc.ts'
import { namesOf, newField } from './new-field.ts'

interface BuilderPaletteProps {
  drawn: Drawn
  chosen: string | null
  onChange(drawn: Drawn): void
  onChoose(id: string): void
}

/** What a drag from the palette carries. */
export const DRAGGED_TYPE = 'application/x-pitlane-field-type'

/** Adds a field of a type at a position in a list; returns the form and the field's id. */
export async function withNewField(drawn: Drawn, type: FieldType, list: string, at: number) {
  const fields = fieldsOfList(drawn, list)
  const tables = list === MAIN ? drawn.tables.map(({ table }) => table.key) : []
  const key = freeKey(type, [...fields.map(({ field }) => field.key), ...tables])
  const field = { id: newId(), field: await newField(type, key) }
  return { drawn: insertAt(drawn, list, at, field), id: field.id }
}

/** The types of fields; pressing one adds it behind the chosen field, and it can be dragged to its place. */
export function BuilderPalette({ drawn, chosen, onChange, onChoose }: BuilderPaletteProps) {
  const { t } = useText()
  // Texts of both languages are there before a field is added, so that nothing else changes the form meanwhile.
  useEffect(() => void namesOf('form.subTable'), [])
  const add = async (type: FieldType) => {
    const table = drawn.tables.find(({ id }) => id === chosen)
    const list = table ? table.id : chosen === null ? MAIN : listOf(drawn, chosen)
    const fields = fieldsOfList(drawn, list)
    const max = list === MAIN ? FORM_LIMITS.fields : FORM_LIMITS.fieldsOfSubTable
    if (fields.length >= max) return
    const at = chosen === null || table ? fields.length : placeOf(drawn, chosen) + 1
    const next = await withNewField(drawn, type, list, at)
    onChange(next.drawn)
    onChoose(next.id)
  }
  const addSubTable = async () => {
    const key = freeKey('table', [
      ...drawn.tables.map(({ table }) => table.key),
      ...drawn.fields.map(({ field }) => field.key),
    ])
    const id = newId()
    const table = { key, ...(await namesOf('form.subTable')), maxRows: 50, retired: false }
    const first = await newField('text', 'text1')
    onChange(addTable(drawn, { id, table, fields: [{ id: newId(), field: first }] }))
    onChoose(id)
  }
  return (
    <nav className="pl-panel pl-builder-palette" aria-label={t('form.palette')}>
      {FieldType.options.map((type) => (
        <Button
          key={type}
          draggable
          onDragStart={({ dataTransfer }) => dataTransfer.setData(DRAGGED_TYPE, type)}
          onClick={() => void add(type)}
        >
          {t(`form.type.${type}`)}
        </Button>
      ))}
      <Button
        icon={<TableOutlined />}
        disabled={drawn.tables.length >= FORM_LIMITS.subTables}
        onClick={() => void addSubTable()}
      >
        {t('form.subTable')}
      </Button>
    </nav>
  )
}
