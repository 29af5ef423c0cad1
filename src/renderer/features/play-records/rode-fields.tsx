import { Form, Input } from 'antd'
import { useText } from '#renderer/core/locale.ts'
import type { PlayRecord } from '#shared/features/sessions/play-before-pay.contract.ts'

/** Racer and remark of a ride. */
export interface Rode {
  racer: string
  remark: string
}

export const rodeOf = ({ racer, remark }: PlayRecord): Rode => ({ racer, remark })

/** Form fields for racer and remark, initially as in the record (spec §2). */
export function RodeFields({ value, onChange }: { value: Rode; onChange(value: Rode): void }) {
  const { t } = useText()
  return (
    <div className="pl-deduct-rode">
      <Form.Item label={t('racer.label')} htmlFor="deduct-racer">
        <Input
          id="deduct-racer"
          value={value.racer}
          maxLength={30}
          autoComplete="off"
          onChange={(event) => onChange({ ...value, racer: event.target.value })}
        />
      </Form.Item>
      <Form.Item label={t('remark.label')} htmlFor="deduct-remark">
        <Input
          id="deduct-remark"
          value={value.remark}
          maxLength={200}
          autoComplete="off"
          placeholder={t('remark.hint')}
          onChange={(event) => onChange({ ...value, remark: event.target.value })}
        />
      </Form.Item>
    </div>
  )
}
