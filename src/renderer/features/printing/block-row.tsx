import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined } from '@ant-design/icons'
import { Button, Checkbox, Input, InputNumber, Select } from 'antd'
import { useText } from '#renderer/core/locale.ts'
import type { LayoutBlock, PaperField } from '#shared/features/printing/print-layout.schema.ts'
import { nameOfBlock } from './print-layouts.ts'

const ALIGNS = ['left', 'center', 'right'] as const
const SCALES = [1, 2, 3, 4] as const

interface BlockRowProps {
  block: LayoutBlock
  /** The variables of this kind of paper. */
  fields: readonly PaperField[]
  isFirst: boolean
  isLast: boolean
  onChange(block: LayoutBlock): void
  onMove(by: -1 | 1): void
  onRemove(): void
}

/** One line of a layout: content, style and position. */
export function BlockRow({ block, fields, isFirst, isLast, onChange, onMove, onRemove }: BlockRowProps) {
  const { t } = useText()
  const name = nameOfBlock(t, block)
  return (
    <li className="pl-layout-row" data-block={block.block}>
      <strong>{t(`layout.block.${block.block}`)}</strong>
      <div className="pl-layout-controls">
        <Controls block={block} fields={fields} onChange={onChange} />
      </div>
      <span className="pl-layout-moves">
        <Button
          size="small"
          aria-label={t('layout.up', { name })}
          disabled={isFirst}
          icon={<ArrowUpOutlined aria-hidden="true" />}
          onClick={() => onMove(-1)}
        />
        <Button
          size="small"
          aria-label={t('layout.down', { name })}
          disabled={isLast}
          icon={<ArrowDownOutlined aria-hidden="true" />}
          onClick={() => onMove(1)}
        />
        <Button
          size="small"
          aria-label={t('layout.remove', { name })}
          icon={<DeleteOutlined aria-hidden="true" />}
          onClick={onRemove}
        />
      </span>
    </li>
  )
}

interface ControlsProps {
  block: LayoutBlock
  fields: readonly PaperField[]
  onChange(block: LayoutBlock): void
}

function Controls({ block, fields, onChange }: ControlsProps) {
  const { t } = useText()
  switch (block.block) {
    case 'value':
      return (
        <>
          <FieldChoice fields={fields} value={block.field} onChange={(field) => onChange({ ...block, field })} />
          <Style block={block} onChange={onChange} />
        </>
      )
    case 'labelled':
      return (
        <>
          <FieldChoice fields={fields} value={block.field} onChange={(field) => onChange({ ...block, field })} />
          <Bold isBold={block.bold} onChange={(bold) => onChange({ ...block, bold })} />
        </>
      )
    case 'sides':
      return (
        <>
          <FieldChoice
            label={t('layout.left')}
            fields={fields}
            value={block.left}
            onChange={(left) => onChange({ ...block, left })}
          />
          <FieldChoice
            label={t('layout.right')}
            fields={fields}
            value={block.right}
            onChange={(right) => onChange({ ...block, right })}
          />
          <Bold isBold={block.bold} onChange={(bold) => onChange({ ...block, bold })} />
        </>
      )
    case 'words':
      return (
        <>
          <Words label={t('layout.zh')} value={block.zh} onChange={(zh) => onChange({ ...block, zh })} />
          <Words label={t('layout.en')} value={block.en} onChange={(en) => onChange({ ...block, en })} />
          <Style block={block} onChange={onChange} />
        </>
      )
    case 'code':
      return (
        <InputNumber
          aria-label={t('layout.codeDots')}
          min={3}
          max={10}
          precision={0}
          value={block.dots}
          onChange={(dots) => onChange({ ...block, dots: dots ?? 6 })}
        />
      )
    default:
      return null
  }
}

interface FieldChoiceProps {
  fields: readonly PaperField[]
  value: PaperField
  label?: string
  onChange(field: PaperField): void
}

function FieldChoice({ fields, value, label, onChange }: FieldChoiceProps) {
  const { t } = useText()
  return (
    <Select
      aria-label={label ?? t('layout.field')}
      className="pl-layout-field"
      value={value}
      onChange={onChange}
      options={fields.map((field) => ({ value: field, label: t(`layout.field.${field}`) }))}
    />
  )
}

function Words({ label, value, onChange }: { label: string; value: string; onChange(text: string): void }) {
  return (
    <Input.TextArea
      aria-label={label}
      placeholder={label}
      autoSize={{ minRows: 1, maxRows: 4 }}
      maxLength={200}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

function Bold({ isBold, onChange }: { isBold: boolean; onChange(isBold: boolean): void }) {
  const { t } = useText()
  return (
    <Checkbox checked={isBold} onChange={({ target }) => onChange(target.checked)}>
      {t('layout.bold')}
    </Checkbox>
  )
}

type Styled = Extract<LayoutBlock, { block: 'value' | 'words' }>

function Style({ block, onChange }: { block: Styled; onChange(block: Styled): void }) {
  const { t } = useText()
  return (
    <>
      <Select
        aria-label={t('layout.align')}
        value={block.align}
        onChange={(align) => onChange({ ...block, align })}
        options={ALIGNS.map((align) => ({ value: align, label: t(`layout.align.${align}`) }))}
      />
      <Select
        aria-label={t('layout.scale')}
        value={block.scale}
        onChange={(scale) => onChange({ ...block, scale })}
        options={SCALES.map((times) => ({ value: times, label: t('layout.scaleTimes', { times }) }))}
      />
      <Bold isBold={block.bold} onChange={(bold) => onChange({ ...block, bold })} />
    </>
  )
}
