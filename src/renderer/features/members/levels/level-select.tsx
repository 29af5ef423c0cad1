import { Select, type SelectProps } from 'antd'
import { LevelTag } from './level-tag.tsx'
import { useLevels } from './use-levels.ts'

interface LevelSelectProps extends Omit<SelectProps<string>, 'options'> {
  /** The store; by default the current one. */
  orgCode?: string
}

/** Selects a level of a store; the form value is its code, or an empty string for none. */
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
