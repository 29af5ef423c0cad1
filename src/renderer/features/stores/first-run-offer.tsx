import { AutoComplete, Form, Input, InputNumber, Radio, Skeleton } from 'antd'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { useAttemptKey } from '#renderer/core/use-attempt-key.ts'
import { useTypes } from '#renderer/features/vehicles/index.ts'
import { VenueKind } from '#shared/features/rules/consume-rules.contract.ts'
import { StepForm, type StepFormProps } from './first-run-form.tsx'
import { RuleSet } from './rule-set.tsx'

/** Creates the usual member levels. */
export function LevelsStep({ onDone }: StepFormProps) {
  const { t } = useText()
  const save = async () => {
    await client.memberLevels.addUsual({})
    onDone(false)
  }
  return <StepForm what={t('firstRun.levels.what')} save={t('firstRun.levels.save')} onSave={save} />
}

/** Creates starter rules for the kind of venue. */
export function RulesStep({ known, onDone }: StepFormProps) {
  const { t } = useText()
  const withKey = useAttemptKey()
  const [form] = Form.useForm<{ kind: VenueKind }>()
  const kind = Form.useWatch<VenueKind | undefined>('kind', form)
  const save = async (asked: { kind: VenueKind }) => {
    const body = { ...asked, sysOrgCode: known.orgCode }
    await withKey(body, (key) => client.consumeRules.addTemplates({ body, key }))
    onDone(false)
  }
  return (
    <StepForm
      form={form}
      what={t('firstRun.rules.what')}
      save={t('firstRun.rules.save')}
      initial={{ kind: 'kart' as const }}
      onSave={save}
    >
      <Form.Item name="kind">
        <Radio.Group
          optionType="button"
          options={VenueKind.options.map((value) => ({ value, label: t(`firstRun.rules.${value}`) }))}
        />
      </Form.Item>
      {kind ? <RuleSet kind={kind} /> : null}
    </StepForm>
  )
}

interface Series {
  from: number
  to: number
  prefix: string
  suffix: string
  vehicleType: string
  seats: number
}

/** A preview of the vehicles' names: the first ones and the last. */
function preview({ from, to, prefix = '', suffix = '' }: Partial<Series>): string {
  if (typeof from !== 'number' || typeof to !== 'number' || to < from) return ''
  const name = (number: number) => `${prefix}${number}${suffix}`
  const first = Array.from({ length: Math.min(3, to - from + 1) }, (_, index) => name(from + index))
  return to - from < 3 ? first.join(', ') : `${first.join(', ')} … ${name(to)}`
}

/** Creates a series of vehicles at once. */
export function VehiclesStep(props: StepFormProps) {
  const types = useTypes()
  return types.isPending ? (
    <Skeleton active />
  ) : (
    <SeriesForm types={(types.data ?? []).map(({ name }) => name)} {...props} />
  )
}

function SeriesForm({ types, onDone }: StepFormProps & { types: readonly string[] }) {
  const { t } = useText()
  const withKey = useAttemptKey()
  const [form] = Form.useForm<Series>()
  const now = Form.useWatch<Partial<Series> | undefined>([], form)
  const save = async (series: Series) => {
    const { records } = (await client.vehicleTypes.list({ query: { pageSize: 200 } })).result
    const isKnown = records.some(({ name }) => name === series.vehicleType)
    if (!isKnown) await client.vehicleTypes.add({ body: { name: series.vehicleType } })
    await withKey(series, (key) => client.vehicles.addSeries({ body: series, key }))
    onDone(false)
  }
  const required = (label: string) => [{ required: true, message: t('crud.required', { label }) }]
  return (
    <StepForm<Series>
      form={form}
      what={t('firstRun.vehicles.what')}
      save={t('firstRun.vehicles.save')}
      initial={{
        from: 1,
        to: 12,
        prefix: '',
        suffix: '',
        vehicleType: types[0] ?? t('firstRun.vehicles.firstType'),
        seats: 1,
      }}
      onSave={save}
    >
      <div className="pl-first-run-pair">
        <Form.Item name="from" label={t('firstRun.vehicles.from')} rules={required(t('firstRun.vehicles.from'))}>
          <InputNumber min={0} max={9999} precision={0} style={{ width: '100%' }} />
        </Form.Item>
        <Form.Item name="to" label={t('firstRun.vehicles.to')} rules={required(t('firstRun.vehicles.to'))}>
          <InputNumber min={0} max={9999} precision={0} style={{ width: '100%' }} />
        </Form.Item>
        <Form.Item name="prefix" label={t('firstRun.vehicles.prefix')}>
          <Input autoComplete="off" maxLength={20} />
        </Form.Item>
        <Form.Item name="suffix" label={t('firstRun.vehicles.suffix')}>
          <Input autoComplete="off" maxLength={20} />
        </Form.Item>
        <Form.Item name="vehicleType" label={t('vehicle.type')} rules={required(t('vehicle.type'))}>
          <AutoComplete options={types.map((value) => ({ value }))} maxLength={30} />
        </Form.Item>
        <Form.Item name="seats" label={t('firstRun.vehicles.seats')}>
          <InputNumber min={0} max={99} precision={0} style={{ width: '100%' }} />
        </Form.Item>
      </div>
      <p aria-live="polite">{t('firstRun.vehicles.preview', { names: preview(now ?? {}) })}</p>
    </StepForm>
  )
}
