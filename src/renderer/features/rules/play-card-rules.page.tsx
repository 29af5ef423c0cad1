import { Form, Input, InputNumber, Select, Switch } from 'antd'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { type Notice, noticeText } from '#renderer/core/notice.ts'
import { CrudPage } from '#renderer/ui/crud/crud-page.tsx'
import { ChoiceFilter, TextFilter } from '#renderer/ui/crud/crud-search.tsx'
import { Money } from '#renderer/ui/display/money.tsx'
import { asSwitch } from '#renderer/ui/form/as-switch.ts'
import { fieldsOf, useDict } from '#renderer/ui/form/fields.tsx'
import { formatAmount } from '#shared/core/money.ts'
import {
  newPlayCardRule,
  type PlayCardRule,
  type PlayCardRuleFields,
  playCardRuleResource,
} from '#shared/features/rules/play-card-rules.contract.ts'
import { useProjects } from './rule-choices.ts'
import { useCopy } from './rule-copy.ts'
import { ActiveSwitch, LimitInput, OrderButton, placedByPrice, StoreField } from './rule-parts.tsx'

const Field = fieldsOf(playCardRuleResource.create, playCardRuleResource)

const page = async (pageNo: number) => (await client.playCardRules.list({ query: { pageNo, pageSize: 200 } })).result

/** The unlimited cards for sale. */
export function PlayCardRulesPage() {
  const { t } = useText()
  const yesNo = useDict('yn')
  const projects = useProjects()
  const copy = useCopy('playCardRules', (id, key) => client.playCardRules.copy({ body: { id }, key }))
  return (
    <CrudPage
      resource="playCardRules"
      title="menu.playCardRules"
      emptyHint="playCardRule.noneHint"
      columns={[
        { name: 'roleName', sorter: true },
        { name: 'price', sorter: true, align: 'right', render: ({ price }) => <Money value={price} /> },
        { name: 'changwanDays', sorter: true, align: 'right', render: (row) => noticeText(t, daysOf(row)) },
        { name: 'counts', sorter: true, align: 'right', render: (row) => noticeText(t, playsOf(row)) },
        { name: 'projectType', render: ({ projectType_dictText: project }) => project, onCard: true },
        { name: 'needPhoto', options: yesNo, optional: true },
        {
          name: 'isActive',
          sorter: true,
          onCard: true,
          render: ({ id, roleName, isActive }) => (
            <ActiveSwitch
              name="playCardRules"
              label={roleName}
              isActive={isActive}
              change={(next) => client.playCardRules.edit({ body: { id, isActive: next } })}
            />
          ),
        },
        { name: 'sysOrgCode', render: ({ sysOrgCode_dictText: store }) => store, optional: true },
        { name: 'createTime', sorter: true, optional: true },
      ]}
      filters={[
        <TextFilter key="name" name="roleName" />,
        <ChoiceFilter key="project" name="projectType" options={projects} />,
        <ChoiceFilter key="active" name="isActive" options={yesNo} />,
      ]}
      actions={{
        row: (row) => copy(row.id),
        head: (
          <OrderButton
            name="playCardRules"
            title={t('order.playCardRules')}
            load={placedByPrice(page)}
            save={(ids) => client.playCardRules.sort({ body: { ids } })}
          />
        ),
      }}
      form={{
        noun: 'noun.playCardRule',
        values: (row) => (row ? {} : newPlayCardRule),
        fields: (row) => <PlayCardFields row={row} />,
      }}
    />
  )
}

const daysOf = ({ changwanDays: count }: Pick<PlayCardRuleFields, 'changwanDays'>): Notice =>
  count === 0 ? { key: 'playCardRule.noEnd' } : { key: 'playCardRule.forDays', values: { count } }
const playsOf = ({ counts: count }: Pick<PlayCardRuleFields, 'counts'>): Notice =>
  count === -1 ? { key: 'playCardRule.anyPlays' } : { key: 'playCardRule.forPlays', values: { count } }

function PlayCardFields({ row }: { row: PlayCardRule | null }) {
  const { t } = useText()
  const form = Form.useFormInstance<PlayCardRuleFields & { sysOrgCode?: string }>()
  const values = Form.useWatch([], { form, preserve: true })
  const projects = useProjects(row?.sysOrgCode ?? values?.sysOrgCode)
  const days = values?.changwanDays ?? 0
  const project = projects.find(({ value }) => value === values?.projectType)?.label ?? ''
  return (
    <>
      <StoreField isNew={row === null} />
      <Field name="roleName">
        <Input autoComplete="off" />
      </Field>
      <div className="pl-rule-pair">
        <Field name="price">
          <InputNumber min={0} precision={2} prefix="¥" />
        </Field>
        <Field name="projectType">
          <Select options={projects} showSearch={{ optionFilterProp: 'label' }} />
        </Field>
        <Field name="changwanDays" extra={t('playCardRule.daysHint')}>
          <InputNumber min={0} precision={0} />
        </Field>
        <Field name="counts" hint="hint.card.counts">
          <LimitInput />
        </Field>
      </div>
      <div className="pl-rule-pair">
        <Field name="needPhoto" hint="hint.card.photo" {...asSwitch}>
          <Switch />
        </Field>
        <Field name="isActive" {...asSwitch}>
          <Switch />
        </Field>
      </div>
      <output className="pl-rule-example" aria-live="polite">
        <strong>{t('rules.preview')}</strong>
        {t('playCardRule.example', {
          price: formatAmount(values?.price ?? 0),
          project,
          days: noticeText(t, daysOf({ changwanDays: days })),
          plays: noticeText(t, playsOf({ counts: values?.counts ?? -1 })),
        })}
      </output>
    </>
  )
}
