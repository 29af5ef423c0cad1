import { Button, Input, Modal } from 'antd'
import type { ReactNode } from 'react'
import { useText } from '#renderer/core/locale.ts'
import { useFocusOnOpen } from '#renderer/ui/dialog/use-focus-on-open.ts'
import { ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { useScan } from '#renderer/ui/scan/scans.ts'
import type { Scan } from '#shared/ipc/devices.ts'
import { PickerChosen } from './picker-chosen.tsx'
import { type PickerColumn, PickerRows, rowIdOf } from './picker-rows.tsx'
import { type PickerSource, usePicker } from './use-picker.ts'
import './picker.css'

interface PickerProps<R extends { id: string }> extends Omit<PickerSource<R>, 'isImmediate'> {
  title: string
  searchLabel: string
  columns: readonly PickerColumn<R>[]
  nameOf(row: R): string
  /** Filter fields next to the search. */
  filterFields?: ReactNode
  /** The search word for a scan; null to ignore the scan. */
  wordOf?(scan: Scan): string | null
  /** Custom buttons in place of the confirm button. */
  buttons?(chosen: R[]): ReactNode
  onClose(): void
}

/**
 * Selects rows of a list: a search field that keeps the focus, paged rows, and a panel with the selection (spec §2, pickers).
 * Where one row is to be selected a click takes it; where several are, clicks collect them.
 */
export function PickerDialog<R extends { id: string }>(props: PickerProps<R>) {
  const { title, searchLabel, columns, nameOf, wordOf, buttons, multiple = false, filterFields, onClose } = props
  const { t } = useText()
  const isImmediate = !multiple && !buttons
  const picker = usePicker({ ...props, isImmediate })
  const { text, rows, records, at, selected, recent } = picker
  const fieldId = `picker-${props.name}`
  const field = () => document.getElementById(fieldId)
  useFocusOnOpen(field)
  useScan((scan) => {
    const word = wordOf?.(scan)
    if (word) picker.search(word)
  }, 'dialog')
  const active = records[at]

  const footer = buttons ? (
    buttons(selected)
  ) : (
    <>
      <Button onClick={onClose}>{t('action.cancel')}</Button>
      {isImmediate ? null : (
        <Button type="primary" disabled={selected.length === 0} onClick={picker.confirm}>
          {t('action.confirm')}
        </Button>
      )}
    </>
  )
  return (
    <Modal open width={900} title={title} footer={footer} onCancel={onClose}>
      <div className={isImmediate ? 'pl-picker' : 'pl-picker pl-picker-gathers'}>
        <div>
          <search className="pl-picker-search">
            <Input
              id={fieldId}
              role="combobox"
              aria-expanded="true"
              aria-controls={`${fieldId}-rows`}
              aria-activedescendant={active && rowIdOf(props.name, active.id)}
              aria-label={searchLabel}
              placeholder={searchLabel}
              autoComplete="off"
              maxLength={64}
              allowClear
              value={text}
              onChange={(event) => picker.setText(event.target.value)}
              onKeyDown={picker.handleKey}
            />
            <Button
              type="primary"
              onClick={() => {
                picker.search(text)
                field()?.focus()
              }}
            >
              {t('action.search')}
            </Button>
          </search>
          {filterFields ? <div className="pl-picker-filters">{filterFields}</div> : null}
          {recent.length > 0 ? (
            <p className="pl-picker-recent">
              {t('picker.recent')}
              {recent.map((word) => (
                <Button
                  key={word}
                  type="link"
                  size="small"
                  onClick={() => {
                    picker.search(word)
                    field()?.focus()
                  }}
                >
                  {word}
                </Button>
              ))}
            </p>
          ) : null}
          {rows.error && !rows.isFetching ? (
            <ErrorBlock error={rows.error} retry={() => void rows.refetch()} />
          ) : (
            <PickerRows id={`${fieldId}-rows`} name={props.name} columns={columns} nameOf={nameOf} picker={picker} />
          )}
        </div>
        {isImmediate ? null : <PickerChosen rows={selected} nameOf={nameOf} onDrop={picker.drop} />}
      </div>
    </Modal>
  )
}
