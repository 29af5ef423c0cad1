import { client } from '#renderer/core/client.ts'
import { everyRow } from '#renderer/core/every-row.ts'
import { useText } from '#renderer/core/locale.ts'
import { useRulePrice } from '#renderer/features/counter/index.ts'
import { useLevelOf } from '#renderer/features/members/index.ts'
import { CrudPage } from '#renderer/ui/crud/crud-page.tsx'
import { ChoiceFilter, TextFilter } from '#renderer/ui/crud/crud-search.tsx'
import type { Values } from '#renderer/ui/crud/crud-types.ts'
import { useDict } from '#renderer/ui/form/fields.tsx'
import { AppError } from '#shared/core/errors.ts'
import { problemsOf } from '#shared/features/rules/consume-rules.calc.ts'
import type { ManagedConsumeRule } from '#shared/features/rules/consume-rules.contract.ts'
import { newConsumeRule } from '#shared/features/rules/consume-rules.schema.ts'
import { ConsumeRuleForm } from './consume-rule-form.tsx'
import { draftOf, lengthsOf, offeredAs } from './consume-rules.calc.ts'
import { useCopy } from './rule-copy.ts'
import { ActiveSwitch, OrderButton } from './rule-parts.tsx'

const page = async (pageNo: number) => (await client.consumeRules.list({ query: { pageNo, pageSize: 200 } })).result

/** Throws what the server would refuse. */
function check(values: Values, row: ManagedConsumeRule | null): void {
  const [problem] = problemsOf(draftOf({ ...row, ...values }))
  if (problem) throw new AppError(problem.code, problem.details)
}

/** The consume rules. */
export function ConsumeRulesPage() {
  const { t } = useText()
  const price = useRulePrice()
  const types = useDict('consume_type')
  const tools = useDict('tool_type')
  const yesNo = useDict('yn')
  const levelOf = useLevelOf()
  const copy = useCopy('consumeRules', (id, key) => client.consumeRules.copy({ body: { id }, key }))
  return (
    <CrudPage
      resource="consumeRules"
      title="menu.consumeRules"
      emptyHint="consumeRule.noneHint"
      columns={[
        { name: 'consumeRoleName', sorter: true },
        { name: 'consumeTypeRole', sorter: true, options: types },
        {
          name: 'price',
          title: 'consumeRule.costs',
          sorter: true,
          align: 'right',
          render: (row) => price(offeredAs(row)),
        },
        {
          name: 'countCycleNumber',
          title: 'consumeRule.length',
          align: 'right',
          render: (row) =>
            lengthsOf(row)
              .map(({ key, values }) => t(key, values))
              .join(' · '),
        },
        { name: 'toolType', sorter: true, options: tools },
        {
          name: 'memberDay',
          render: ({ memberDay_dictText: days }) => days?.replaceAll(',', ' ') ?? t('consumeRule.everyDay'),
        },
        {
          name: 'memberLevel',
          optional: true,
          render: ({ sysOrgCode, memberLevel }) => levelOf(sysOrgCode, memberLevel)?.name ?? memberLevel,
        },
        {
          name: 'isActive',
          sorter: true,
          onCard: true,
          render: ({ id, consumeRoleName, isActive }) => (
            <ActiveSwitch
              name="consumeRules"
              label={consumeRoleName}
              isActive={isActive}
              change={(next) => client.consumeRules.edit({ body: { id, isActive: next } })}
            />
          ),
        },
        { name: 'projectType', render: ({ projectType_dictText: project }) => project, optional: true },
        { name: 'priceMode', render: ({ priceMode_dictText: mode }) => mode, optional: true },
        { name: 'deposit', optional: true, align: 'right' },
        { name: 'dayLimitCount', optional: true, align: 'right' },
        { name: 'memberLimitCount', optional: true, align: 'right' },
        { name: 'indexNumber', sorter: true, optional: true, align: 'right' },
        { name: 'sysOrgCode', render: ({ sysOrgCode_dictText: store }) => store, optional: true },
        { name: 'createTime', sorter: true, optional: true },
      ]}
      filters={[
        <TextFilter key="name" name="consumeRoleName" />,
        <ChoiceFilter key="type" name="consumeTypeRole" options={types} />,
        <ChoiceFilter key="tool" name="toolType" options={tools} />,
        <ChoiceFilter key="active" name="isActive" options={yesNo} />,
      ]}
      actions={{
        row: (row) => copy(row.id),
        head: (
          <OrderButton
            name="consumeRules"
            title={t('order.consumeRules')}
            load={async () =>
              (await everyRow(page)).map((row) => ({
                id: row.id,
                label: row.consumeRoleName,
                hint: row.consumeTypeRole_dictText ?? '',
                orgCode: row.sysOrgCode,
              }))
            }
            save={(ids) => client.consumeRules.sort({ body: { ids } })}
          />
        ),
      }}
      form={{
        noun: 'noun.consumeRule',
        width: 1180,
        values: (row) => (row ? {} : newConsumeRule),
        fields: (row) => <ConsumeRuleForm row={row} />,
        check,
      }}
    />
  )
}
