import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, DatePicker, Input, Modal, Radio, Select } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { useText } from '#renderer/core/locale.ts'
import type { TextKey } from '#shared/i18n/catalogue.ts'
import { type AdvancedLine, type AdvancedQuery, type AdvancedRule, RULES } from './crud-state.ts'
import type { Option } from './crud-types.ts'

interface AdvancedProps {
  fields: { name: string; title: TextKey; options?: readonly Option[] }[]
  value: AdvancedQuery | null
  onSearch(value: AdvancedQuery | null): void
  onClose(): void
}

const blank: AdvancedLine = { field: '', rule: 'like', val: '' }
const isTime = (field: string): boolean => field.endsWith('Time')
/** A field with a choice of values is compared for equality. */
const ruleOf = (field: string, isChosen: boolean): AdvancedRule => (isTime(field) ? 'ge' : isChosen ? 'eq' : 'like')

/** Edits an advanced query: conditions on any field, joined by and or by or. */
export function AdvancedDialog({ fields, value, onSearch, onClose }: AdvancedProps) {
  const { t } = useText()
  const [match, setMatch] = useState(value?.match ?? 'and')
  const [lines, setLines] = useState<AdvancedLine[]>(value?.lines ?? [blank])
  const change = (at: number, line: Partial<AdvancedLine>) =>
    setLines(lines.map((old, index) => (index === at ? { ...old, ...line } : old)))
  const finish = (query: AdvancedQuery | null) => {
    onSearch(query)
    onClose()
  }
  const optionsOf = (field: string) => fields.find(({ name }) => name === field)?.options
  const isComplete = ({ field, val }: AdvancedLine) => field !== '' && val.trim() !== ''
  return (
    <Modal
      open
      width={720}
      title={t('crud.advanced')}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={() => finish(null)}>{t('action.reset')}</Button>
          <Button
            type="primary"
            disabled={!lines.some(isComplete)}
            onClick={() => finish({ match, lines: lines.filter(isComplete) })}
          >
            {t('action.search')}
          </Button>
        </>
      }
    >
      <Radio.Group
        value={match}
        onChange={(event) => setMatch(event.target.value as AdvancedQuery['match'])}
        options={[
          { value: 'and', label: t('crud.matchAll') },
          { value: 'or', label: t('crud.matchAny') },
        ]}
      />
      <ul className="pl-crud-conditions">
        {lines.map(({ field, rule, val }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a condition has no identity but its position
          <li key={at}>
            <Select
              aria-label={t('crud.field')}
              placeholder={t('crud.field')}
              value={field || undefined}
              options={fields.map(({ name, title }) => ({ value: name, label: t(title) }))}
              onChange={(name: string) =>
                change(at, { field: name, rule: ruleOf(name, optionsOf(name) !== undefined), val: '' })
              }
            />
            <Select<AdvancedRule>
              aria-label={t('crud.rule')}
              value={rule}
              options={RULES.map((one) => ({ value: one, label: t(`crud.rule.${one}`) }))}
              onChange={(one) => change(at, { rule: one })}
            />
            {isTime(field) ? (
              <DatePicker
                showTime
                aria-label={t('crud.value')}
                value={val ? dayjs(val) : null}
                onChange={(time) => change(at, { val: time?.format('YYYY-MM-DD HH:mm:ss') ?? '' })}
              />
            ) : optionsOf(field) ? (
              <Select
                aria-label={t('crud.value')}
                placeholder={t('crud.value')}
                value={val || undefined}
                options={[...(optionsOf(field) ?? [])]}
                onChange={(chosen: string) => change(at, { val: chosen })}
              />
            ) : (
              <Input
                aria-label={t('crud.value')}
                placeholder={t('crud.value')}
                value={val}
                maxLength={200}
                onChange={(event) => change(at, { val: event.target.value })}
              />
            )}
            <Button
              type="text"
              icon={<DeleteOutlined />}
              aria-label={t('action.delete')}
              disabled={lines.length === 1}
              onClick={() => setLines(lines.filter((_, index) => index !== at))}
            />
          </li>
        ))}
      </ul>
      <Button type="dashed" icon={<PlusOutlined />} onClick={() => setLines([...lines, blank])}>
        {t('crud.addCondition')}
      </Button>
    </Modal>
  )
}
