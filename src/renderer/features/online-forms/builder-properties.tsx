import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Input, InputNumber, Select } from 'antd'
import { type ReactNode, useId } from 'react'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { useMay } from '#renderer/core/session.ts'
import {
  canBeUnique,
  FieldKey,
  FieldType,
  type FormDefinition,
  type FormField,
  hasBounds,
  hasDictionary,
  isSearchable,
  isTyped,
} from '#shared/features/online-forms/online-form.schema.ts'
import { changeField, changeTable, type Drawn, findField, listOf, MAIN } from './builder.calc.ts'
import { isPublished } from './builder-canvas.tsx'
import { namesOf } from './new-field.ts'

interface BuilderPropertiesProps {
  drawn: Drawn
  chosen: string | null
  published: FormDefinition | null
  onChange(drawn: Drawn): void
}

const Property = ({
  label,
  error,
  children,
}: {
  label: string
  error?: string
  children: (id: string) => ReactNode
}) => {
  const id = useId()
  return (
    <div className="pl-builder-property">
      <label htmlFor={id}>{label}</label>
      {children(id)}
      {error ? <span role="alert">{error}</span> : null}
    </div>
  )
}

/** Codes and names of what a field may refer to, for users who may list them. */
function useChoices(name: 'dictionaries' | 'checkRules' | 'fillRules', action: string) {
  const may = useMay(action)
  const found = useQuery({
    queryKey: ['form-choices', name],
    enabled: may,
    queryFn: async () => {
      const query = { pageNo: 1, pageSize: 200 }
      if (name === 'dictionaries') {
        const { records } = (await client.dictionaries.list({ query })).result
        return records.map(({ dictCode, dictName }) => ({ value: dictCode, label: `${dictName} (${dictCode})` }))
      }
      const { records } =
        name === 'checkRules'
          ? (await client.checkRules.list({ query })).result
          : (await client.fillRules.list({ query })).result
      return records.map(({ ruleCode, ruleName }) => ({ value: ruleCode, label: `${ruleName} (${ruleCode})` }))
    },
  })
  return found.data ?? []
}

/** The properties of the chosen field or sub-table. */
export function BuilderProperties({ drawn, chosen, published, onChange }: BuilderPropertiesProps) {
  const { t } = useText()
  const table = drawn.tables.find(({ id }) => id === chosen)
  const field = chosen === null ? undefined : findField(drawn, chosen)
  const isFixed = chosen !== null && isPublished(drawn, published, chosen)
  if (table) {
    const set = (change: Partial<typeof table.table>) => onChange(changeTable(drawn, table.id, change))
    return (
      <aside className="pl-panel pl-builder-properties" aria-label={t('form.properties')}>
        <Labels value={table.table} onChange={set} />
        <KeyProperty value={table.table.key} isFixed={isFixed} onChange={(key) => set({ key })} />
        <Property label={t('form.maxRows')}>
          {(id) => (
            <InputNumber
              id={id}
              min={1}
              max={200}
              value={table.table.maxRows}
              onChange={(maxRows) => set({ maxRows: maxRows ?? 50 })}
            />
          )}
        </Property>
        <Checkbox checked={table.table.retired} onChange={({ target }) => set({ retired: target.checked })}>
          {t('form.retired')}
        </Checkbox>
      </aside>
    )
  }
  if (!field || chosen === null)
    return <aside className="pl-panel pl-builder-properties">{t('form.chooseField')}</aside>
  const set = (change: Partial<FormField>) => onChange(changeField(drawn, chosen, change))
  return (
    <aside className="pl-panel pl-builder-properties" aria-label={t('form.properties')}>
      <Labels value={field} onChange={set} />
      <KeyProperty value={field.key} isFixed={isFixed} onChange={(key) => set({ key })} />
      <Property label={t('form.type')}>
        {(id) => (
          <Select
            id={id}
            value={field.type}
            options={FieldType.options.map((type) => ({ value: type, label: t(`form.type.${type}`) }))}
            onChange={(type) => set({ type })}
          />
        )}
      </Property>
      {hasDictionary(field.type) ? <ChoiceProperties field={field} set={set} /> : null}
      <FieldProperties field={field} set={set} isMain={listOf(drawn, chosen) === MAIN} />
    </aside>
  )
}

function Labels({ value, onChange }: { value: { labelZh: string; labelEn: string }; onChange(change: object): void }) {
  const { t } = useText()
  return (
    <>
      <Property label={t('form.labelZh')}>
        {(id) => (
          <Input
            id={id}
            maxLength={60}
            value={value.labelZh}
            onChange={({ target }) => onChange({ labelZh: target.value })}
          />
        )}
      </Property>
      <Property label={t('form.labelEn')}>
        {(id) => (
          <Input
            id={id}
            maxLength={60}
            value={value.labelEn}
            onChange={({ target }) => onChange({ labelEn: target.value })}
          />
        )}
      </Property>
    </>
  )
}

function KeyProperty({ value, isFixed, onChange }: { value: string; isFixed: boolean; onChange(key: string): void }) {
  const { t } = useText()
  const isValid = FieldKey.safeParse(value).success
  return (
    <Property label={t('form.key')} {...(isValid ? {} : { error: t('input.fieldKey') })}>
      {(id) => (
        <Input
          id={id}
          maxLength={32}
          disabled={isFixed}
          status={isValid ? '' : 'error'}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Property>
  )
}

interface PartProps {
  field: FormField
  set(change: Partial<FormField>): void
}

/** A choice's own options, or a dictionary. */
function ChoiceProperties({ field, set }: PartProps) {
  const { t } = useText()
  const dictionaries = useChoices('dictionaries', 'dict:list')
  const { options } = field
  const setOption = (at: number, change: object) =>
    set({ options: options.map((one, index) => (index === at ? { ...one, ...change } : one)) })
  const freeValue = () => {
    for (let number = options.length + 1; ; number++) {
      const value = `o${number}`
      if (!options.some((one) => one.value === value)) return value
    }
  }
  return (
    <>
      {dictionaries.length > 0 ? (
        <Property label={t('form.dictionary')}>
          {(id) => (
            <Select
              id={id}
              allowClear
              showSearch={{ optionFilterProp: 'label' }}
              placeholder={t('form.ownOptions')}
              value={field.dictionary || undefined}
              options={dictionaries}
              onChange={(code?: string) => set(code ? { dictionary: code, options: [] } : { dictionary: '' })}
            />
          )}
        </Property>
      ) : null}
      {field.dictionary === '' ? (
        <fieldset className="pl-builder-options">
          <legend>{t('form.ownOptions')}</legend>
          {options.map((one, at) => (
            <div key={one.value}>
              <Input
                aria-label={`${t('form.labelZh')} ${at + 1}`}
                maxLength={60}
                value={one.labelZh}
                onChange={({ target }) => setOption(at, { labelZh: target.value })}
              />
              <Input
                aria-label={`${t('form.labelEn')} ${at + 1}`}
                maxLength={60}
                value={one.labelEn}
                onChange={({ target }) => setOption(at, { labelEn: target.value })}
              />
              <Button
                type="text"
                icon={<DeleteOutlined />}
                aria-label={t('action.delete')}
                onClick={() => set({ options: options.toSpliced(at, 1) })}
              />
            </div>
          ))}
          <Button
            size="small"
            icon={<PlusOutlined />}
            disabled={options.length >= 50}
            onClick={async () => {
              const names = await namesOf('form.newOption', { number: options.length + 1 })
              set({ options: [...options, { value: freeValue(), ...names }] })
            }}
          >
            {t('form.addOption')}
          </Button>
        </fieldset>
      ) : null}
    </>
  )
}

const FLAGS = ['required', 'list', 'search', 'hidden', 'retired'] as const

function FieldProperties({ field, set, isMain }: PartProps & { isMain: boolean }) {
  const { t } = useText()
  const checkRules = useChoices('checkRules', 'checkrule:list')
  const fillRules = useChoices('fillRules', 'fillrule:list')
  const { type } = field
  const flags = FLAGS.filter((flag) => {
    if (flag === 'search') return isMain && isSearchable(type)
    return isMain || flag !== 'list'
  })
  return (
    <>
      <div className="pl-builder-flags">
        {flags.map((flag) => (
          <Checkbox key={flag} checked={field[flag]} onChange={({ target }) => set({ [flag]: target.checked })}>
            {t(`form.${flag}`)}
          </Checkbox>
        ))}
      </div>
      {isMain && canBeUnique(type) ? (
        <Property label={t('form.unique')}>
          {(id) => (
            <Select
              id={id}
              value={field.unique}
              options={(['no', 'store', 'all'] as const).map((value) => ({ value, label: t(`form.unique.${value}`) }))}
              onChange={(unique) => set({ unique })}
            />
          )}
        </Property>
      ) : null}
      <Property label={t('form.preset')}>
        {(id) => (
          <Input
            id={id}
            maxLength={200}
            value={field.preset}
            onChange={({ target }) => set({ preset: target.value })}
          />
        )}
      </Property>
      {hasBounds(type) ? (
        <div className="pl-builder-pair">
          <Property label={t('form.min')}>
            {(id) => <InputNumber id={id} value={field.min} onChange={(min) => set({ min })} />}
          </Property>
          <Property label={t('form.max')}>
            {(id) => <InputNumber id={id} value={field.max} onChange={(max) => set({ max })} />}
          </Property>
        </div>
      ) : null}
      {isTyped(type) ? (
        <>
          {type === 'phone' ? null : (
            <Property label={t('form.length')}>
              {(id) => (
                <InputNumber id={id} min={1} max={4000} value={field.length} onChange={(length) => set({ length })} />
              )}
            </Property>
          )}
          <RuleProperty
            label={t('form.checkRule')}
            value={field.checkRule}
            options={checkRules}
            onChange={(checkRule) => set({ checkRule })}
          />
          <RuleProperty
            label={t('form.fillRule')}
            value={field.fillRule}
            options={fillRules}
            onChange={(fillRule) => set({ fillRule })}
          />
        </>
      ) : null}
    </>
  )
}

interface RuleProps {
  label: string
  value: string
  options: { value: string; label: string }[]
  onChange(code: string): void
}

/** Users who may not list the rules see only the one that is set. */
function RuleProperty({ label, value, options, onChange }: RuleProps) {
  if (options.length === 0 && value === '') return null
  return (
    <Property label={label}>
      {(id) => (
        <Select
          id={id}
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          value={value || undefined}
          options={options}
          onChange={(code?: string) => onChange(code ?? '')}
        />
      )}
    </Property>
  )
}
