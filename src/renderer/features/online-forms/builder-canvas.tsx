import { CopyOutlined, DeleteOutlined, HolderOutlined } from '@ant-design/icons'
import { Button, Tag } from 'antd'
import { type DragEvent, type KeyboardEvent, useRef, useState } from 'react'
import { useText } from '#renderer/core/locale.ts'
import { labelOf } from '#shared/features/online-forms/online-form.calc.ts'
import { FieldType, type FormDefinition } from '#shared/features/online-forms/online-form.schema.ts'
import {
  changeField,
  changeTable,
  type Drawn,
  type DrawnField,
  type DrawnTable,
  duplicateField,
  MAIN,
  moveTo,
  placeOf,
  removeField,
  removeTable,
} from './builder.calc.ts'
import { DRAGGED_TYPE, withNewField } from './builder-palette.tsx'

interface BuilderCanvasProps {
  drawn: Drawn
  chosen: string | null
  published: FormDefinition | null
  onChange(drawn: Drawn): void
  onChoose(id: string | null): void
}

const DRAGGED_FIELD = 'application/x-pitlane-field'

/** Whether a published version has a field, so that it can be retired but not removed. */
export function isPublished(drawn: Drawn, published: FormDefinition | null, id: string): boolean {
  if (!published) return false
  const main = drawn.fields.find((one) => one.id === id)
  if (main) return published.fields.some(({ key }) => key === main.field.key)
  const own = drawn.tables.find((one) => one.id === id || one.fields.some((field) => field.id === id))
  const table = published.subTables.find(({ key }) => key === own?.table.key)
  if (!own || !table) return false
  const field = own.fields.find((one) => one.id === id)
  return field === undefined || table.fields.some(({ key }) => key === field.field.key)
}

/** The fields in their order. Alt and an arrow key move one, Delete removes it, Ctrl and D copies it; fields can be dragged. */
export function BuilderCanvas({ drawn, chosen, published, onChange, onChoose }: BuilderCanvasProps) {
  const { t, locale } = useText()
  const [over, setOver] = useState<string | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const canvas = useRef<HTMLDivElement>(null)

  const focus = (id: string | null) =>
    requestAnimationFrame(() => canvas.current?.querySelector<HTMLElement>(`[data-field="${id}"]`)?.focus())

  const move = (id: string, to: number) => {
    const next = moveTo(drawn, id, to)
    if (placeOf(next, id) !== to) return
    onChange(next)
    setAnnouncement(t('form.movedTo', { place: to + 1 }))
    focus(id)
  }
  const remove = (id: string) => {
    const isTable = drawn.tables.some((one) => one.id === id)
    if (isPublished(drawn, published, id)) {
      onChange(isTable ? changeTable(drawn, id, { retired: true }) : changeField(drawn, id, { retired: true }))
      return
    }
    const items = [...(canvas.current?.querySelectorAll<HTMLElement>('[data-field]') ?? [])].map(
      (one) => one.dataset.field ?? '',
    )
    const at = items.indexOf(id)
    const next = items[at + 1] ?? items[at - 1] ?? null
    onChange(isTable ? removeTable(drawn, id) : removeField(drawn, id))
    onChoose(next)
    focus(next)
  }
  const duplicate = (id: string) => {
    const copy = duplicateField(drawn, id)
    onChange(copy.drawn)
    onChoose(copy.id)
    focus(copy.id)
  }
  const drop = async (event: DragEvent, list: string, at: number) => {
    event.preventDefault()
    setOver(null)
    const type = FieldType.safeParse(event.dataTransfer.getData(DRAGGED_TYPE))
    if (type.success) {
      const next = await withNewField(drawn, type.data, list, at)
      onChange(next.drawn)
      onChoose(next.id)
      return
    }
    const id = event.dataTransfer.getData(DRAGGED_FIELD)
    if (id !== '') move(id, at)
  }
  const handleKey = (event: KeyboardEvent<HTMLElement>, id: string) => {
    if (event.target !== event.currentTarget) return
    const isArrow = event.key === 'ArrowUp' || event.key === 'ArrowDown'
    const step = event.key === 'ArrowUp' ? -1 : 1
    if (isArrow && event.altKey) move(id, placeOf(drawn, id) + step)
    else if (isArrow) {
      const items = [...(canvas.current?.querySelectorAll<HTMLElement>('[data-field]') ?? [])]
      items[items.indexOf(event.currentTarget) + step]?.focus()
    } else if (event.key === 'Delete') remove(id)
    else if (event.key.toLowerCase() === 'd' && (event.ctrlKey || event.metaKey)) duplicate(id)
    else return
    event.preventDefault()
  }

  const itemOf = ({ id, field }: DrawnField, list: string, at: number) => (
    <li
      key={id}
      data-field={id}
      draggable
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a field is moved, copied and removed by keys
      tabIndex={0}
      aria-current={chosen === id}
      className={[
        'pl-builder-field',
        chosen === id ? 'pl-builder-chosen' : '',
        over === id ? 'pl-builder-over' : '',
        field.retired ? 'pl-builder-retired' : '',
      ].join(' ')}
      onFocus={() => onChoose(id)}
      onKeyDown={(event) => handleKey(event, id)}
      onDragStart={(event) => {
        event.stopPropagation()
        event.dataTransfer.setData(DRAGGED_FIELD, id)
      }}
      onDragOver={(event) => {
        event.preventDefault()
        event.stopPropagation()
        setOver(id)
      }}
      onDragLeave={() => setOver(null)}
      onDrop={(event) => {
        event.stopPropagation()
        void drop(event, list, at)
      }}
    >
      <HolderOutlined aria-hidden />
      <span className="pl-builder-name">
        {labelOf(field, locale)}
        {field.required ? <b aria-hidden> *</b> : null}
      </span>
      <small>{t(`form.type.${field.type}`)}</small>
      <code>{field.key}</code>
      {field.search ? <Tag>{t('form.search')}</Tag> : null}
      {field.unique !== 'no' ? <Tag>{t('form.unique')}</Tag> : null}
      {field.hidden ? <Tag>{t('form.hidden')}</Tag> : null}
      {field.retired ? <Tag color="warning">{t('form.retired')}</Tag> : null}
      <Button
        type="text"
        size="small"
        icon={<CopyOutlined />}
        aria-label={t('form.duplicate')}
        title={t('form.duplicate')}
        onClick={() => duplicate(id)}
      />
      <Button
        type="text"
        size="small"
        icon={<DeleteOutlined />}
        aria-label={t('action.delete')}
        title={t('action.delete')}
        onClick={() => remove(id)}
      />
    </li>
  )
  const listOfFields = (fields: DrawnField[], list: string) => (
    <ol
      className="pl-builder-list"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => void drop(event, list, fields.length)}
    >
      {fields.map((one, at) => itemOf(one, list, at))}
      {fields.length === 0 ? <li className="pl-builder-empty">{t('form.dropHere')}</li> : null}
    </ol>
  )
  const tableOf = ({ id, table, fields }: DrawnTable) => (
    <section key={id} className={chosen === id ? 'pl-builder-table pl-builder-chosen' : 'pl-builder-table'}>
      <div
        className="pl-builder-table-head"
        data-field={id}
        role="toolbar"
        aria-label={labelOf(table, locale)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a sub-table is chosen and removed by keys
        tabIndex={0}
        onFocus={() => onChoose(id)}
        onKeyDown={(event) => handleKey(event, id)}
      >
        <strong>{labelOf(table, locale)}</strong> <code>{table.key}</code>
        {table.retired ? <Tag color="warning">{t('form.retired')}</Tag> : null}
        <Button
          type="text"
          size="small"
          icon={<DeleteOutlined />}
          aria-label={t('action.delete')}
          onClick={() => remove(id)}
        />
      </div>
      {listOfFields(fields, id)}
    </section>
  )
  return (
    <div className="pl-panel pl-builder-canvas" ref={canvas}>
      <p className="pl-form-hint">{t('form.keysHint')}</p>
      {listOfFields(drawn.fields, MAIN)}
      {drawn.tables.map(tableOf)}
      <span role="status" className="pl-builder-status">
        {announcement}
      </span>
    </div>
  )
}
