import { SettingOutlined } from '@ant-design/icons'
import { Button, Checkbox, Popover } from 'antd'
import { useState } from 'react'
import { z } from 'zod'
import { useText } from '#renderer/core/locale.ts'
import { useOwnStores } from '#renderer/core/own-stores.ts'
import { readStored, store } from '#renderer/core/storage.ts'
import type { ListState } from './crud-state.ts'
import type { CrudColumn, CrudName } from './crud-types.ts'

const Stored = z.array(z.string()).min(1)

interface Chooser {
  name: CrudName
  state: Pick<ListState, 'columns'>
  turn(change: Pick<ListState, 'columns'>): void
}

/** The columns that name a row's store. Only users who see several stores need them. */
const STORE_COLUMNS: readonly string[] = ['sysOrgCode', 'sysOrgCode_dictText']

/** The visible columns: those of the active view, else the choice stored in this browser, else all that are not optional. */
export function useColumnChoice<R>({ name, state, turn }: Chooser, columns: CrudColumn<R>[]) {
  const key = `pitlane.columns.${name}`
  const [stored, setStored] = useState(() => Stored.safeParse(readStored(key)).data ?? null)
  const chosen = state.columns === undefined ? stored : state.columns
  const isStore = (column: CrudColumn<R>) => STORE_COLUMNS.includes(column.name)
  const seesSeveral = useOwnStores(columns.some(isStore)).length > 0
  const isShown = (column: CrudColumn<R>) =>
    chosen ? chosen.includes(column.name) : !column.optional || (seesSeveral && isStore(column))
  const known = columns
    .filter(isShown)
    .map((column) => (seesSeveral && isStore(column) ? { ...column, onCard: true } : column))
  return {
    shown: known.length > 0 ? known : columns.slice(0, 1),
    chosen,
    choose(names: string[] | null) {
      store(key, names)
      setStored(names)
      turn({ columns: names })
    },
  }
}

interface ColumnChoiceProps<R> {
  columns: CrudColumn<R>[]
  shown: CrudColumn<R>[]
  onChoose(names: string[] | null): void
}

export function ColumnChoice<R>({ columns, shown, onChoose }: ColumnChoiceProps<R>) {
  const { t } = useText()
  const names = shown.map(({ name }) => name)
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      title={t('crud.columns')}
      content={
        <div className="pl-crud-columns">
          {columns.map(({ name, title }) => (
            <Checkbox
              key={name}
              checked={names.includes(name)}
              disabled={names.length === 1 && names.includes(name)}
              onChange={({ target }) =>
                onChoose(
                  columns
                    .map((column) => column.name)
                    .filter((one) => (one === name ? target.checked : names.includes(one))),
                )
              }
            >
              {t(title)}
            </Checkbox>
          ))}
          <Button type="link" onClick={() => onChoose(null)}>
            {t('action.reset')}
          </Button>
        </div>
      }
    >
      <Button icon={<SettingOutlined />} title={t('crud.columns')} aria-label={t('crud.columns')} />
    </Popover>
  )
}
