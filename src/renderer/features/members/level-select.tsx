import { Select, type SelectProps } from 'antd'
import { LevelTag } from './level-tag.tsx'
import { useLevels } from './use-levels.ts'

interface LevelSelectProps extends Omit<SelectProps<string>, 'options'> {
  /** Whose levels: the current store's, unless it says otherwise. */
  orgCode?: string
}

/** Chooses one of a store's member levels; a form gives and takes its code, and an empty text for none. */
export function LevelSelect({ orgCode, value, onChange, ...select }: LevelSelectProps) {
  const levels = useLevels(orgCode)
  return (
    <Select
      allowClear
      {...select}
      value={value || undefined}
      onChange={(next, option) => onChange?.(next ?? '', option)}
      options={levels.map(({ code, name, colour }) => ({
        value: code,
        title: name,
        label: <LevelTag colour={colour}>{name}</LevelTag>,
      }))}
    />
  )
}
